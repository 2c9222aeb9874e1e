const ROWS_A_RECORD = 1000

export interface Identified {
  id: number
}

/** The record of its table that holds a row. */
export const blockOf = (id: number) => Math.floor(id / ROWS_A_RECORD)

/** The ids that a record may hold. */
export const idsOf = (block: number): number[] =>
  Array.from({ length: ROWS_A_RECORD }, (_, i) => block * ROWS_A_RECORD + i)

/** Rows as columns, in ascending id. A member missing in some rows comes back as undefined. */
export function pack(rows: Iterable<Identified>): Record<string, unknown[]> {
  const sorted = [...rows].sort((a, b) => a.id - b.id)
  const names = new Set(sorted.flatMap(row => Object.keys(row)))
  return Object.fromEntries(
    [...names].map(name => [name, sorted.map(row => (row as unknown as Record<string, unknown>)[name])]),
  )
}

/** The rows of a record, as separate objects. */
export function unpack<Row extends Identified>(columns: Record<string, unknown[]>): Row[] {
  const named = Object.entries(columns)
  return (columns.id ?? []).map((_, i) => {
    const row: Record<string, unknown> = {}
    for (const [name, values] of named) row[name] = values[i]
    return row as unknown as Row
  })
}

/** Whether two rows are equal: rows that overlapping pulls bring again need not be written. */
export function isSameRow(a: Identified | undefined, b: Identified): boolean {
  if (!a) return false
  const [left, right] = [a as unknown as Record<string, unknown>, b as unknown as Record<string, unknown>]
  const names = Object.keys(right)
  return names.length === Object.keys(left).length && names.every(name => left[name] === right[name])
}
