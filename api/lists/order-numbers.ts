import { beginningWith } from '#api/lists/like.ts'

/** Most orders that a name of many may find; who has so many of them goes on writing. */
const MOST = 5_000
/** So many of the last digits are looked for; with fewer there would be no end of orders. */
const LEAST_OF_END = 3
const NOTHING = '\u0000'

/**
 * The ids of orders by how their number begins or ends, or the id of those that have none, as a statement with its
 * values: for lists of what belongs to orders.
 */
export function numberedIds(search: string): { sql: string; values: Record<string, unknown> } {
  const text = search.trim().replace(/^#/, '') || NOTHING
  return { sql: unionOf(numberWays(text)), values: numberValues(text) }
}

/** Orders `f` found in several ways, each along its index. */
export const unionOf = (ways: Record<string, string>) =>
  Object.values(ways)
    .map(way => `(SELECT f.id FROM orders f ${way} LIMIT ${MOST})`)
    .join(' UNION ')

export const numberValues = (text: string) => ({
  sought: text,
  beginning: beginningWith(text),
  backwards: beginningWith([...text].reverse().join('')),
  modulus: 10 ** text.length,
})

export const isId = (text: string) => /^\d{1,9}$/.test(text)

/** How a number is found, in SQL of orders `f`. */
export const numberWays = (text: string): Record<string, string> => ({
  number: 'WHERE f.number LIKE :beginning',
  ...(text.length >= LEAST_OF_END && { number_end: 'WHERE f.number_reversed LIKE :backwards' }),
  ...(isId(text) && {
    id: 'WHERE f.id = :sought',
    // An order of the website has no other number than its id.
    ...(text.length >= LEAST_OF_END && { id_end: 'WHERE f.number IS NULL AND f.id % :modulus = :sought' }),
  }),
})
