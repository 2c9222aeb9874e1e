import { readCsvText } from '#api/import-formats/read-csv.ts'
import { unneutral } from '#api/lists/csv.ts'
import { findGoods, type Named } from '#api/stock/name-goods.ts'
import type { ReadGoods } from '#sync/protocol/staff/goods-receipt.ts'
import { MOST_CEDIS } from '#sync/protocol/money.ts'

const HEADS: Record<string, 'sku' | 'barcode' | 'quantity' | 'unit_cost'> = {
  sku: 'sku',
  'variant sku': 'sku',
  barcode: 'barcode',
  ean: 'barcode',
  'variant barcode': 'barcode',
  quantity: 'quantity',
  qty: 'quantity',
  pieces: 'quantity',
  cost: 'unit_cost',
  'unit cost': 'unit_cost',
  'cost per item': 'unit_cost',
}
const MOST_LINES = 2_000
export const MOST_PIECES = 100_000

type Line = Named & { line: number; quantity: number; unit_cost: number | null }

/** Reads received goods from CSV text: known goods, and for every other line the reason. `unit_cost` may be empty. */
export async function readGoods(csv: string): Promise<ReadGoods> {
  const errors: ReadGoods['errors'] = []
  const lines: Line[] = []
  let columns: (string | undefined)[] | null = null
  let read = 0
  const say = (line: number, message: string) => {
    errors.push({ line, message })
  }
  for await (const { line: at, cells, flaw } of readCsvText(csv)) {
    if (flaw) {
      say(at, flaw)
      continue
    }
    if (!columns) {
      columns = cells.map(head => HEADS[head.trim().toLowerCase()])
      if (!columns.includes('quantity') || !(columns.includes('sku') || columns.includes('barcode')))
        return {
          lines: [],
          errors: [
            {
              line: 1,
              message: 'The first line must name the columns: SKU or Barcode, Quantity and, if you know it, Cost.',
            },
          ],
        }
      continue
    }
    if (++read > MOST_LINES) {
      say(at, `Only the first ${MOST_LINES} lines are read.`)
      break
    }
    const line = lineFrom(columns, cells, at)
    if (typeof line === 'string') say(at, line)
    else lines.push(line)
  }
  const goods = await findGoods(lines)
  const found = goods.flatMap((known, i): ReadGoods['lines'] => {
    const { line, quantity, unit_cost } = lines[i]!
    if (typeof known !== 'string')
      return [
        {
          product_variation_id: known.id,
          item: known.item,
          sku: known.sku,
          barcode: known.barcode,
          quantity,
          unit_cost,
        },
      ]
    say(line, known)
    return []
  })
  return { lines: found, errors: errors.sort((a, b) => a.line - b.line) }
}

function lineFrom(columns: readonly (string | undefined)[], record: readonly string[], line: number): Line | string {
  const cell = (name: string) => unneutral(record[columns.indexOf(name)] ?? '').trim()
  const [sku, barcode, quantity, cost] = ['sku', 'barcode', 'quantity', 'unit_cost'].map(cell) as [
    string,
    string,
    string,
    string,
  ]
  if (!sku && !barcode) return 'This line needs a SKU or a barcode.'
  if (!/^\d{1,6}$/.test(quantity) || Number(quantity) < 1 || Number(quantity) > MOST_PIECES)
    return `The quantity must be a whole number from 1 to ${MOST_PIECES}.`
  if (cost && (!/^\d+(\.\d{1,2})?$/.test(cost) || Number(cost) > MOST_CEDIS))
    return 'The cost must be an amount in cedis, such as 45.50.'
  return { line, quantity: Number(quantity), unit_cost: cost ? Number(cost) : null, ...(sku ? { sku } : { barcode }) }
}
