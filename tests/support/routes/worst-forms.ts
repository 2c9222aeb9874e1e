const BOUNDARY = 'x'.repeat(60)

/** The type that a request with one of these forms names. */
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

const open = `--${BOUNDARY}\r\n`
const close = `\r\n--${BOUNDARY}--\r\n`
const named = (name: string, more = '') => `Content-Disposition: form-data; name="${name}"${more}\r\n`
const filled = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
const many = (part: string, length: number) =>
  `${filled(`${open}${part}\r\n`, length - (length % (open.length + part.length + 2)))}${close}`
const file = `${open}${named('file', '; filename="a.jpg"')}Content-Type: image/jpeg\r\n\r\n`

/** Each of these names could be the one that ends, so a search that tries them all grows with the square. */
export const worstFileName = (length: number) => filled(' filename=""x', length)

/** Forms of about this length that are slow because of their structure. */
export const worstForms = (length: number): Record<string, string> => ({
  'many empty fields': many(`${named('a')}\r\n`, length),
  'many empty files': many(`${named('images', '; filename="a.jpg"')}Content-Type: image/jpeg\r\n\r\n`, length),
  'many headers': `${open}${filled('a: b\r\n', length)}${named('a')}\r\nb${close}`,
  'file names that do not end': `${open}${named('file', worstFileName(length))}\r\nb${close}`,
  'many headers of file names that do not end': `${open}${filled(named('a', worstFileName(1_900)), length)}\r\nb${close}`,
  'names that do not end': `${open}Content-Disposition: form-data;${filled(' name=(', length)}\r\n\r\nb${close}`,
  'one long name': `${open}${named('k'.repeat(length))}\r\nb${close}`,
  'one long name of digits': `${open}${named(filled('6 ', length))}\r\nb${close}`,
  'one long name of indexes': `${open}${named(filled('a[0]', length))}\r\nb${close}`,
  'one long file name': `${open}${named('file', `; filename="${filled('%22&#1234;', length)}"`)}Content-Type: image/jpeg\r\n\r\nb${close}`,
  'one long header name': `${open}${'k'.repeat(length)}: b\r\n\r\nb${close}`,
  'one long field of digits': `${open}${named('a')}\r\n${filled('4-08.4 ', length)}${close}`,
  'a field of half line ends': `${open}${named('a')}\r\n${filled('\r', length)}${close}`,
  'a field that nearly ends': `${open}${named('a')}\r\n${filled(`\r\n--${BOUNDARY.slice(1)}`, length)}${close}`,
  'a file of half line ends': `${file}${filled('\r', length)}${close}`,
  'a file that nearly ends': `${file}${filled(`\r\n--${BOUNDARY.slice(1)}`, length)}${close}`,
  'a file in base64 of half line ends': `${open}${named('file', '; filename="a.jpg"')}Content-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\n\r\n${filled('\r', length)}${close}`,
  'a start that nearly comes': `${filled(`--${BOUNDARY.slice(1)}`, length)}${open}${named('a')}\r\nb${close}`,
  'no end': `${open}${named('a')}\r\n${'b'.repeat(length)}`,
})
