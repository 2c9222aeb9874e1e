import { useState } from 'react'

export interface Chosen<Row> {
  rows: Row[]
  has: (id: number) => boolean
  /** Chooses a row, or releases it. */
  turn: (row: Row) => void
  /** Chooses all of these, or releases them if all are chosen. */
  turnAll: (rows: readonly Row[]) => void
  clear: () => void
}

/** The chosen rows across all pages of one list; different filters make a different list, with nothing chosen. */
export function useChosen<Row extends { id: number }>(list: string): Chosen<Row> {
  const [chosen, choose] = useState({ list, rows: new Map<number, Row>() })
  const rows = chosen.list === list ? chosen.rows : new Map<number, Row>()
  const put = (next: Iterable<[number, Row]>) => choose({ list, rows: new Map(next) })
  const without = (leaving: readonly Row[]) => [...rows].filter(([id]) => !leaving.some(row => row.id === id))
  const withAll = (coming: readonly Row[]) => [...rows, ...coming.map((row): [number, Row] => [row.id, row])]
  return {
    rows: [...rows.values()],
    has: id => rows.has(id),
    turn: row => put(rows.has(row.id) ? without([row]) : withAll([row])),
    turnAll: all => put(all.every(({ id }) => rows.has(id)) ? without(all) : withAll(all)),
    clear: () => put([]),
  }
}
