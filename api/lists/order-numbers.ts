import { beginningWith } from '#api/lists/like.ts'

/** Most orders a common name may find; to narrow it, type more. */
const MOST = 5_000
/** Least number of last digits to search for; fewer would match too many orders. */
const LEAST_OF_END = 3
const NOTHING = '\u0000'

/**
 * The ids of orders by the beginning or end of their number, or by id without a number, as a statement with its values:
 * for lists of what belongs to orders.
 */
export function numberedIds(search: string): { sql: string; values: Record<string, unknown> } {
  const text = search.trim().replace(/^#/, '') || NOTHING
  return { sql: unionOf(numberWays(text)), values: numberValues(text) }
}

/** Orders `f` found in several ways, each by its index. */
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

/** How a number is found, in SQL for orders `f`. */
export const numberWays = (text: string): Record<string, string> => ({
  number: 'WHERE f.number LIKE :beginning',
  ...(text.length >= LEAST_OF_END && { number_end: 'WHERE f.number_reversed LIKE :backwards' }),
  ...(isId(text) && {
    id: 'WHERE f.id = :sought',
    // A website order has no number besides its id.
    ...(text.length >= LEAST_OF_END && { id_end: 'WHERE f.number IS NULL AND f.id % :modulus = :sought' }),
  }),
})
