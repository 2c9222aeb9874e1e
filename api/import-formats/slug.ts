/** A product's name for URLs: lower case, without accents, words joined by hyphens. '' if nothing is left. */
export const slugOf = (text: string) =>
  plain(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** The same key for any two texts the database treats as equal. */
export const keyOf = (text: string) => plain(text).toLowerCase().replace(/\s+/g, ' ').trim()

const plain = (text: string) => (/^[\x20-\x7e]*$/.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, ''))
