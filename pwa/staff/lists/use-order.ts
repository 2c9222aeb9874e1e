import { useFilters } from '#pwa/forms/use-filters.ts'

export type Direction = 'asc' | 'desc'

/** The sort order of a list, for its query. Read from the address; unknown columns are ignored. */
export function useOrder<const Column extends string>(
  columns: readonly Column[],
): { order_column?: Column; order_direction?: Direction } {
  const { get } = useFilters()
  const order_column = columns.find(column => column === get('order_column'))
  return order_column ? { order_column, order_direction: get('order_direction') === 'asc' ? 'asc' : 'desc' } : {}
}
