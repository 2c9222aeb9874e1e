/** Letters of Ghana's languages and signs that receipts use, in ASCII. */
const PLAIN: Readonly<Record<string, string>> = {
  Ɛ: 'E',
  ɛ: 'e',
  Ɔ: 'O',
  ɔ: 'o',
  Ŋ: 'N',
  ŋ: 'n',
  Ɖ: 'D',
  ɖ: 'd',
  Ɣ: 'G',
  ɣ: 'g',
  Ʋ: 'V',
  ʋ: 'v',
  Ƒ: 'F',
  ƒ: 'f',
  '₵': 'S',
  '×': 'x',
  '·': '/',
  '…': '...',
  '–': '-',
  '—': '-',
  '−': '-',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
}

/**
 * A text in ASCII: receipt printers number their other letters differently, and a cheap one prints Chinese for them.
 * 'GH₵' becomes 'GHS'; an unknown letter becomes '?'.
 */
export const plainLetters = (text: string): string =>
  [...text.normalize('NFD')]
    .map(letter => PLAIN[letter] ?? letter)
    .join('')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[^ -~]/gu, '?')
