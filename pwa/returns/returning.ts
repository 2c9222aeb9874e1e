import type { Order, OrderItem } from '#sync/protocol/shop/order-view.ts'
import {
  RETURN_DAYS,
  type Refund,
  type RefundAction,
  type RefundReason,
  type RefundRequest,
} from '#sync/protocol/shop/refund.ts'
import * as words from './refund-words.ts'

const DAY_MS = 24 * 60 * 60_000

type Returnable = Pick<Order, 'type_code' | 'status_code' | 'completed_at'>

/** The last moment for a return, in ms since 1970; null if the order cannot be returned, or not yet. */
function returnUntil({ type_code, status_code, completed_at }: Returnable): number | null {
  return type_code === 'WEBSITE' && status_code === 'COMPLETED' && completed_at !== null
    ? untilAfter(completed_at)
    : null
}

/** Whether the time for a return has passed. */
export const isOver = (order: Returnable, now = Date.now()) => (returnUntil(order) ?? Infinity) <= now

/** Whether the order may have returns: staff can start one as soon as it is paid. */
export const mayHaveReturns = ({ status_code, paid_at }: Pick<Order, 'status_code' | 'paid_at'>) =>
  status_code === 'COMPLETED' || paid_at !== null

const untilAfter = (handed_over_at: string) => Date.parse(handed_over_at) + RETURN_DAYS * DAY_MS

/**
 * Goods that can be returned: what is left of a line of an order, or of what its exchange gave (`given_by`), with the
 * number of pieces.
 */
export interface GoodsLeft {
  key: string
  order_item_id: number
  given_by: number | null
  quantity: number
  until: number | null
  product_variation: OrderItem['product_variation']
}

/**
 * The goods of an order that a customer still has and has not asked to return. `except`: a request that does not count.
 */
export function goodsLeft(
  order: Returnable & { items: readonly Pick<OrderItem, 'id' | 'quantity' | 'product_variation'>[] },
  refunds: readonly Pick<Refund, 'id' | 'status_code' | 'items'>[],
  except = 0,
): GoodsLeft[] {
  const gone = refunds
    .filter(({ id, status_code }) => status_code !== 'REFUSED' && id !== except)
    .flatMap(({ items }) => items)
  const until = returnUntil(order)
  const sold = order.items.map(({ id, quantity, product_variation }): GoodsLeft => ({
    key: String(id),
    order_item_id: id,
    given_by: null,
    quantity,
    until,
    product_variation,
  }))
  const given = refunds
    .flatMap(({ items }) => items)
    .flatMap(({ id, order_item_id, quantity, handed_over_at, exchange_variation }): GoodsLeft[] =>
      handed_over_at && exchange_variation
        ? [
            {
              key: `${order_item_id}-${id}`,
              order_item_id,
              given_by: id,
              quantity,
              until: until && untilAfter(handed_over_at),
              product_variation: exchange_variation,
            },
          ]
        : [],
    )
  return [...sold, ...given]
    .map(goods => ({ ...goods, quantity: goods.quantity - returnedPieces(goods, gone) }))
    .filter(({ quantity }) => quantity > 0)
}

const returnedPieces = ({ order_item_id, given_by }: GoodsLeft, gone: Refund['items']) =>
  gone
    .filter(item => item.order_item_id === order_item_id && item.given_by === given_by)
    .reduce((sum, { quantity }) => sum + quantity, 0)

/** The goods that a customer may still return. */
export const inTime = (goods: readonly GoodsLeft[], now = Date.now()) => goods.filter(({ until }) => (until ?? 0) > now)

/** The customer's choices: how many of which goods, by their key, and what each is exchanged for. */
export interface ReturnChoice {
  action: RefundAction
  reason: RefundReason
  note: string
  lines: Record<string, { quantity: number; exchange_variation_id: number | null }>
}

export const NOTHING_CHOSEN: ReturnChoice = { action: 'REFUND', reason: 'MISFIT', note: '', lines: {} }

export const choiceFrom = ({ action, reason, note, items }: Refund): ReturnChoice => ({
  action,
  reason,
  note: note ?? '',
  lines: Object.fromEntries(
    items.map(({ order_item_id, given_by, quantity, exchange_variation_id }) => [
      given_by === null ? order_item_id : `${order_item_id}-${given_by}`,
      { quantity, exchange_variation_id },
    ]),
  ),
})

/** The choices with a different number of pieces of one item. */
export const withLine = (
  choice: ReturnChoice,
  key: string,
  change: Partial<ReturnChoice['lines'][string]>,
): ReturnChoice => ({
  ...choice,
  lines: {
    ...choice.lines,
    [key]: { ...(choice.lines[key] ?? { quantity: 0, exchange_variation_id: null }), ...change },
  },
})

type Choosable = Pick<GoodsLeft, 'key' | 'order_item_id' | 'given_by'>

/** The request to send, from the goods that can be returned. */
export function requestFrom(
  { action, reason, note, lines }: ReturnChoice,
  goods: readonly Choosable[],
): Omit<RefundRequest, 'order_id'> {
  return {
    action,
    reason,
    note: note.trim() || null,
    items: goods.flatMap(({ key, order_item_id, given_by }) => {
      const { quantity = 0, exchange_variation_id = null } = lines[key] ?? {}
      return quantity > 0
        ? [
            {
              order_item_id,
              ...(given_by !== null && { given_by }),
              quantity,
              ...(action === 'EXCHANGE' && { exchange_variation_id }),
            },
          ]
        : []
    }),
  }
}

/** The shop's messages about one item: about it or its quantity, and about its exchange. */
export interface LineFaults {
  goods: string[]
  exchange: string[]
}
/** What is wrong with a request: in sentences that name the goods, and beside each item, by its key. */
export interface RequestFaults {
  messages: string[]
  fields: Record<string, string[]>
  lines: Record<string, LineFaults>
}

/** `fields`: the shop's messages by field of the request, such as 'items.0.quantity'. */
export function faultsIn(
  fields: Record<string, string[]>,
  { items }: Pick<RefundRequest, 'items'>,
  goods: readonly Pick<GoodsLeft, 'key' | 'order_item_id' | 'given_by' | 'product_variation'>[],
): RequestFaults {
  const lines: Record<string, LineFaults> = {}
  const messages = Object.entries(fields).flatMap(([field, told]) => {
    const [, nth, member] = /^items\.(\d+)\.(\w+)$/.exec(field) ?? []
    const item = items[Number(nth)]
    const about =
      item &&
      goods.find(
        ({ order_item_id, given_by }) => order_item_id === item.order_item_id && given_by === (item.given_by ?? null),
      )
    if (!about) return told.slice(0, 1)
    const of = (lines[about.key] ??= { goods: [], exchange: [] })
    of[member === 'exchange_variation_id' ? 'exchange' : 'goods'].push(...told)
    const { product, size, colour } = about.product_variation
    return told
      .slice(0, 1)
      .map(word => `${[product.name, size.name, colour?.name].filter(Boolean).join(', ')}: ${word}`)
  })
  return { messages, fields, lines }
}

/** The faults of the items that are chosen now as they were when they were refused. */
export const stillWrong = (
  faults: RequestFaults['lines'],
  now: Pick<ReturnChoice, 'lines'>,
  refused: Pick<ReturnChoice, 'lines'>,
): RequestFaults['lines'] =>
  Object.fromEntries(Object.entries(faults).filter(([key]) => now.lines[key] === refused.lines[key]))

/** What is still missing, as a sentence; empty if the request can be sent. */
export function missingIn({ action, lines }: ReturnChoice, goods: readonly Pick<GoodsLeft, 'key'>[]): string {
  const chosen = goods.filter(({ key }) => (lines[key]?.quantity ?? 0) > 0)
  if (chosen.length === 0) return words.chooseGoods
  const isOpen = action === 'EXCHANGE' && chosen.some(({ key }) => !lines[key]?.exchange_variation_id)
  return isOpen ? words.chooseExchange : ''
}
