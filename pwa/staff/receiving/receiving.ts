import type { GoodsReceipt, GoodsReceiptLine, GoodsReceiptLineInput } from '#sync/protocol/staff/goods-receipt.ts'
import * as words from './receiving-words.ts'

/** Goods that came in, as somebody writes them down; numbers are still text. */
export interface Received {
  id: number
  item: string
  sku: string
  quantity: string
  unit_cost: string
}
export type Goods = Pick<Received, 'id' | 'item' | 'sku'>
/** All of it, as it stands on the screen. */
export interface Draft {
  supplier: string
  note: string
  lines: readonly Received[]
}

/** Adds pieces of goods, to their line where there is one; that comes first then, so that it is seen. */
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

/** What a line of a receipt is of. */
export const goodsOf = ({
  product_variation_id,
  item,
  sku,
}: Pick<GoodsReceiptLine, 'product_variation_id' | 'item' | 'sku'>): Goods => ({ id: product_variation_id, item, sku })

/** As they are sent; a cost that nobody typed stays as the draft has it. */
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
 * Where two drafts differ: of goods in their pieces, which are 0 where one has none of them. A cost that one does not
 * tell is none.
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

/** What the server says is wrong with lines that were sent, by their goods. */
export function lineErrors(fields: Record<string, string[]>, lines: readonly Received[]): Record<number, string[]> {
  const sent = lines.filter(({ quantity }) => Number(quantity) > 0)
  const wrong: Record<number, string[]> = {}
  for (const [field, messages] of Object.entries(fields)) {
    const line = sent[Number(/^lines\.(\d+)/.exec(field)?.[1] ?? -1)]
    if (line) wrong[line.id] = [...(wrong[line.id] ?? []), ...messages.map(atItsLine)]
  }
  return wrong
}

/** 'Lines[0].quantity must be …' beside its line needs no number. */
const atItsLine = (message: string) =>
  message.replace(/^Lines\[\d+\]\.?(.)/, (_, first: string) => first.toUpperCase()).replaceAll('_', ' ')

export const countPieces = (lines: readonly Received[]) =>
  lines.reduce((sum, { quantity }) => sum + (Number(quantity) || 0), 0)
