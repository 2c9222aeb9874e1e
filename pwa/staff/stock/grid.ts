import { bySizeCode } from '#sync/protocol/size-order.ts'
import type { BySku, ProductStock, ShelfRow, StockRow } from '#sync/protocol/staff/stock.ts'

type Read = Pick<ShelfRow, 'on_hand' | 'movement_id'>

/** The input, by variation, with the stock when typing began; null: the current stock. */
export type Typed = Record<number, { value: string; read: Read | null }>

type Count = BySku & { as_read: BySku }

/** The sizes of a grid, from small to large. */
export const sizesOf = (rows: readonly StockRow[]): { code: string; name: string }[] =>
  [...new Map(rows.map(({ size_code, size }) => [size_code, size]))]
    .map(([code, name]) => ({ code, name }))
    .sort((a, b) => bySizeCode(a.code, b.code))

/** The colours of a grid, by name; none comes first. */
export const coloursOf = (rows: readonly StockRow[]): { code: string | null; name: string }[] =>
  [...new Map(rows.map(({ colour_code, colour }) => [colour_code, colour ?? 'N/a']))]
    .map(([code, name]) => ({ code, name }))
    .sort((a, b) => Number(a.code !== null) - Number(b.code !== null) || a.name.localeCompare(b.name, 'en'))

/** The request: only changed values, each with its latest movement when it was read. */
export function stockBody(typed: Typed, rows: readonly ShelfRow[]): Count {
  const counted: BySku = {}
  const as_read: BySku = {}
  for (const row of rows) {
    const cell = typed[row.id]
    if (!cell || !/^\d{1,7}$/.test(cell.value.trim())) continue
    const { on_hand, movement_id } = cell.read ?? row
    if (Number(cell.value) === on_hand) continue
    counted[`sku_${row.id}`] = Number(cell.value)
    as_read[`sku_${row.id}`] = movement_id
  }
  return { ...counted, as_read } as Count
}

/** The input typed after `sent` was saved; a value typed over it now compares with the saved stock. */
export const typedSince = (typed: Typed, sent: Typed): Typed =>
  Object.fromEntries(
    Object.entries(typed)
      .filter(([id, cell]) => cell !== sent[Number(id)])
      .map(([id, cell]) => [id, Number(id) in sent ? { ...cell, read: null } : cell]),
  )

/** Compares the input with the current stock after another user's change. */
export const readAgain = (typed: Typed, { variations }: Pick<ProductStock, 'variations'>): Typed => ({
  ...typed,
  ...Object.fromEntries(
    variations.flatMap(({ id, on_hand, movement_id }) =>
      typed[id] ? [[id, { ...typed[id], read: { on_hand, movement_id } }]] : [],
    ),
  ),
})
