import type { GoodsReceipt, GoodsReceiptLine, GoodsReceiptLineInput } from '#sync/protocol/staff/goods-receipt.ts'
import * as words from './receiving-words.ts'

/** A line of received goods during input; numbers are still text. */
export interface Received {
  id: number
  item: string
  sku: string
  quantity: string
  unit_cost: string
}
export type Goods = Pick<Received, 'id' | 'item' | 'sku'>
/** The whole input, as on the screen. */
export interface Draft {
  supplier: string
  note: string
  lines: readonly Received[]
}

/** Adds pieces of a variation to its line, or to a new one. The line moves to the top, so that it is visible. */
export function addGoods(
  lines: readonly Received[],
  { id, item, sku }: Goods,
  more: { quantity?: number; unit_cost?: number | null } = {},
): Received[] {
  const known = lines.find(line => line.id === id)
  const quantity = String((Number(known?.quantity) || 0) + (more.quantity ?? 1))
  const line = {
    id,
    item,
    sku,
    quantity,
    unit_cost: more.unit_cost == null ? (known?.unit_cost ?? '') : String(more.unit_cost),
  }
  return [line, ...lines.filter(other => other.id !== id)]
}

export const changeLine = (lines: readonly Received[], id: number, change: Partial<Received>): Received[] =>
  lines.map(line => (line.id === id ? { ...line, ...change } : line))

export const linesOf = (lines: readonly GoodsReceiptLine[]): Received[] =>
  lines.toReversed().reduce<Received[]>((all, line) => addGoods(all, goodsOf(line), line), [])

/** The goods of a receipt's line. */
export const goodsOf = ({
  product_variation_id,
  item,
  sku,
}: Pick<GoodsReceiptLine, 'product_variation_id' | 'item' | 'sku'>): Goods => ({ id: product_variation_id, item, sku })

/** The lines for the request; without a typed cost, the draft's cost stays. */
export const inputOf = (lines: readonly Received[]): GoodsReceiptLineInput[] =>
  lines
    .filter(({ quantity }) => Number(quantity) > 0)
    .map(({ id, quantity, unit_cost }) => ({
      variation_id: id,
      quantity: Number(quantity),
      ...(unit_cost !== '' && { unit_cost: Number(unit_cost) }),
    }))

export const draftOf = (receipt: Pick<GoodsReceipt, 'supplier' | 'note' | 'lines'> | null): Draft => ({
  supplier: receipt?.supplier ?? '',
  note: receipt?.note ?? '',
  lines: linesOf(receipt?.lines ?? []),
})

interface Difference {
  id: string
  what: string
  mine: string | number
  theirs: string | number
}

/**
 * The differences between two drafts, in pieces of each variation: 0 if one draft lacks it. A hidden cost counts as
 * none.
 */
export function differencesOf(mine: Draft, theirs: Draft): Difference[] {
  const heads = (
    [
      ['supplier', words.supplier],
      ['note', words.note],
    ] as const
  ).map(([id, what]): Difference => ({ id, what, mine: mine[id].trim(), theirs: theirs[id].trim() }))
  const goods = [...new Map([...mine.lines, ...theirs.lines].map(line => [line.id, line.item]))].flatMap(
    ([id, item]): Difference[] => {
      const [ours, others] = [mine, theirs].map(({ lines }) => lines.find(line => line.id === id)) as [
        Received?,
        Received?,
      ]
      const costs = [ours?.unit_cost, others?.unit_cost]
      return [
        { id: `${id}`, what: item, mine: Number(ours?.quantity ?? 0), theirs: Number(others?.quantity ?? 0) },
        ...(costs.every(Boolean)
          ? [{ id: `${id} cost`, what: words.costOfItem(item), mine: Number(costs[0]), theirs: Number(costs[1]) }]
          : []),
      ]
    },
  )
  return [...heads, ...goods].filter(({ mine: ours, theirs: others }) => ours !== others)
}

const FIELDS = ['quantity', 'unit_cost'] as const
type Field = (typeof FIELDS)[number]

/** What the server said of a line's fields, and the line as it was then. */
interface LineErrors {
  sent: Received
  about: Record<Field, string[]>
}

/** By variation; `written`: the lines of which those with pieces were sent. What is not about the cost is at the pieces. */
export function lineErrors(fields: Record<string, string[]>, written: readonly Received[]): Map<number, LineErrors> {
  const lines = written.filter(({ quantity }) => Number(quantity) > 0)
  const wrong = new Map<number, LineErrors>()
  for (const [field, messages] of Object.entries(fields)) {
    const [, at = -1, member] = /^lines\.(\d+)(?:\.(\w+))?/.exec(field) ?? []
    const sent = lines[Number(at)]
    if (!sent) continue
    const { about } = wrong.get(sent.id) ?? { about: { quantity: [], unit_cost: [] } as LineErrors['about'] }
    about[member === 'unit_cost' ? member : 'quantity'].push(...messages.map(atItsLine))
    wrong.set(sent.id, { sent, about })
  }
  return wrong
}

/** The errors about what still stands in a line's fields. */
export const errorsNow = (errors: LineErrors | undefined, line: Received): Partial<Record<Field, string[]>> =>
  Object.fromEntries(
    FIELDS.flatMap(field => (errors && errors.sent[field] === line[field] ? [[field, errors.about[field]]] : [])),
  )

/** 'Lines[0].quantity must be …' needs no number beside its line. */
const atItsLine = (message: string) =>
  message.replace(/^Lines\[\d+\]\.?(.)/, (_, first: string) => first.toUpperCase()).replaceAll('_', ' ')

export const countPieces = (lines: readonly Received[]) =>
  lines.reduce((sum, { quantity }) => sum + (Number(quantity) || 0), 0)
