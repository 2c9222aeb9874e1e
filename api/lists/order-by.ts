import type { Sorted } from '#sync/protocol/page.ts'

/**
 * What a list is sorted by: the column that is asked for, as SQL that comes from code, and ids where it is the same, in
 * the same direction, as they lie beside each other in an index that ends with the id; as usual where nothing is asked.
 */
export function orderBy<Column extends string>(
  columns: Record<Column, string>,
  { order_column, order_direction }: Sorted<Column>,
  { id, usual = `${id} DESC` }: { id: string; usual?: string },
): string {
  const direction = order_direction === 'asc' ? 'ASC' : 'DESC'
  return order_column ? `${columns[order_column]} ${direction}, ${id} ${direction}` : usual
}
