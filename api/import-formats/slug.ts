/** A product's name for addresses: lower case, without accents, words joined by hyphens. '' where nothing is left. */
export const slugOf = (text: string) =>
  plain(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Two texts that the database takes for one have one key. */
export const keyOf = (text: string) => plain(text).toLowerCase().replace(/\s+/g, ' ').trim()

const plain = (text: string) => (/^[\x20-\x7e]*$/.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, ''))
