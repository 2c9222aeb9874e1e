/** A page of a list; `current_page` counts from 1. */
export interface Page<Row> {
  data: Row[]
  total: number
  last_page: number
  current_page: number
  per_page: number
}

/** The column that sorts a list; descending by default. */
export interface Sorted<Column extends string> {
  order_column?: Column
  order_direction?: 'asc' | 'desc'
}

/** The most characters of a search. */
export const LONGEST_SEARCH = 200

export interface PageQuery {
  page?: number
  per_page?: number
}
