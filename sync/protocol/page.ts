/** A page of a list; `current_page` counts from 1. */
export interface Page<Row> {
  data: Row[]
  total: number
  last_page: number
  current_page: number
  per_page: number
}

/** By which column a list is sorted; from the largest unless it says otherwise. */
export interface Sorted<Column extends string> {
  order_column?: Column
  order_direction?: 'asc' | 'desc'
}

/** So many letters are looked for in a list at most. */
export const LONGEST_SEARCH = 200

export interface PageQuery {
  page?: number
  per_page?: number
}
