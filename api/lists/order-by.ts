import type { Sorted } from '#sync/protocol/page.ts'

/**
 * A list's ORDER BY: the requested column, as SQL from code, then the id in the same direction, so that an index that
 * ends with the id fits. Without a request, the usual order.
 */
export function orderBy<Column extends string>(
  columns: Record<Column, string>,
  { order_column, order_direction }: Sorted<Column>,
  { id, usual = `${id} DESC` }: { id: string; usual?: string },
): string {
  const direction = order_direction === 'asc' ? 'ASC' : 'DESC'
  return order_column ? `${columns[order_column]} ${direction}, ${id} ${direction}` : usual
}
