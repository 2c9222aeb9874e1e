import type { Entry } from '#api/ledger/ledger.ts'
import { execute, insertRow, insertRows, select, selectOne, sqlTime } from '#api/db/database.ts'
import type { Found } from '#api/exceptions/raise-exception.ts'
import { noteEvent } from '#api/orders/order-events.ts'
import { piecesOf } from '#api/refunds/pieces.ts'
import { reckon } from '#api/refunds/reckon.ts'
import { noteRefund } from '#api/refunds/refund-events.ts'
import { isSamePerson } from '#api/refunds/second-person.ts'
import { takeBack } from '#api/refunds/take-back.ts'
import { VOIDED } from '#api/stock/booked-lines.ts'
import { partsLeft } from '#api/sales/sale-parts.ts'
import { COUNTS_SINCE, putCountsRight } from '#api/stock/late-sales.ts'
import { moveStock } from '#api/stock/stock.ts'
import { giveBackToCard, owedToCard } from '#api/stored-value/holds.ts'
import { noteOn, type VoidedSale } from '#api/voids/judge-void.ts'
import type { WaitingVoid } from '#api/voids/waiting-void.ts'
import { VOID_REASONS } from '#sync/protocol/kinds/sale-void.ts'
import { formatCedis, sumCedis } from '#sync/protocol/money.ts'
import { partsBack } from '#sync/protocol/shifts/parts-back.ts'
import { GIFT_CARDS, GIFT_CARDS_SHORT } from '#sync/protocol/sale.ts'

export interface Reversed {
  /** Null if nothing was left to give back. */
  refund_id: number | null
  entries: Entry[]
  found: Found[]
}

/**
 * Gives back what is left of a locked sale: its goods by movements, its money to where it came from. It is one
 * completed return, so that no return books any of it again. The caller has locked the goods and adds the entries.
 */
export async function reverseSale(voided: WaitingVoid, sale: VoidedSale): Promise<Reversed> {
  const { order_id, discount } = sale
  const pieces = await piecesOf(order_id, 0)
  const left = pieces.filter(piece => piece.given_by === null && piece.quantity > piece.refunded_quantity)
  const note = noteOn(voided, sale)
  if (left.length === 0)
    return { refund_id: null, entries: [], found: [note('VOID_TWICE', 'It was already returned. Nothing was booked.')] }
  const items = left.map(({ order_item_id, quantity, refunded_quantity }) => ({
    order_item_id,
    given_by: null,
    quantity: quantity - refunded_quantity,
  }))
  const reckoned = await reckon({ items }, { discount, pieces }, 'refunded_quantity')
  const unpaid = sumCedis([sale.total, sale.collected, -sale.refunded])
  const amount = Math.min(sumCedis(reckoned.map(line => line.amount)), unpaid)
  await takeBack({ order_id, amount, items })
  const { refund_id, parts, lost } = await payBack(voided, sale, amount)
  await insertRows(
    'refund_items',
    items.map((item, i) => ({ refund_id, ...item, disposition: 'RESTOCK', ...reckoned[i]! })),
  )
  // Before its goods move: a count is put right by when the void of a movement was.
  await execute("UPDATE sale_voids SET outcome = 'BOOKED', order_id = ?, refund_id = ? WHERE id = ?", [
    order_id,
    refund_id,
    voided.id,
  ])
  await shelve(
    voided,
    sale,
    left.map(({ product_variation_id }, i) => ({ product_variation_id, quantity: items[i]!.quantity })),
  )
  await tell(voided, { order_id, refund_id })
  return {
    refund_id,
    entries: parts.map((part): Entry => ({
      account_code: part.account_code,
      type_code: 'REFUND',
      order_id,
      refund_id,
      user_id: voided.teller_id,
      amount: -part.amount,
      description: `Void of ${sale.number}`,
      business_date: voided.business_date,
    })),
    found: [
      ...(amount < sale.total
        ? [note('VOID_TWICE', `Part of it was already returned. ${formatCedis(amount)} was booked.`)]
        : []),
      ...(lost > 0
        ? [note('VOID_RULE', `${formatCedis(lost)} could not be refunded to its gift card, which was voided.`)]
        : []),
      ...((await isSamePerson(voided, { order_id, amount: sumCedis([amount, sale.refunded]) }))
        ? [note('SECOND_PERSON', `${formatCedis(amount)} was refunded without a second approval.`)]
        : []),
    ],
  }
}

const BY_CARD = [GIFT_CARDS, GIFT_CARDS_SHORT]

/** Books the return, and the gift card's part on the card. */
async function payBack(voided: WaitingVoid, { order_id, account_code }: VoidedSale, amount: number) {
  const { teller_id, reason } = voided
  const card = amount > 0 ? await owedToCard(order_id, amount) : null
  const to_card = card?.amount ?? 0
  const { spent, short } = await byCard(order_id)
  const lost = Math.max(0, sumCedis([Math.min(spent, amount), -to_card]))
  const parts = partsBack(amount, {
    account_code,
    card: to_card,
    short: sumCedis([short, lost]),
    parts: await partsLeft(order_id),
  })
  const isSpread = parts.filter(part => !BY_CARD.includes(part.account_code)).length > 1
  const refund_id = await insertRow('refunds', {
    order_id,
    action: 'REFUND',
    reason: 'OTHER',
    note: `Void: ${VOID_REASONS[reason]}`,
    status_code: 'COMPLETED',
    money_status: amount > 0 ? 'DONE' : 'NONE',
    goods_status: 'BACK',
    amount,
    account_code: to_card === amount && amount > 0 ? GIFT_CARDS : isSpread ? null : account_code,
    to_card,
    user_id: teller_id,
  })
  if (card) await giveBackToCard(card, { order_id, refund_id, user_id: teller_id })
  return { refund_id, parts, lost }
}

/** What a sale took from a gift card, and what it was to take from one that did not have it, less what went back. */
const byCard = async (order_id: number): Promise<{ spent: number; short: number }> =>
  (await selectOne<{ spent: number; short: number }>(
    `SELECT (SELECT COALESCE(-SUM(e.amount), 0) FROM stored_value_entries e
      WHERE e.order_id = :order_id AND e.reason IN ('SPEND', 'RETURN')) AS spent,
    (SELECT COALESCE(SUM(t.amount), 0) FROM transactions t
      WHERE t.order_id = :order_id AND t.account_code = '${GIFT_CARDS_SHORT}') AS short`,
    { order_id },
  ))!

/** Puts goods back. A count that was closed since has found them there. */
async function shelve(
  { teller_id, occurred_at }: WaitingVoid,
  { order_id, number }: VoidedSale,
  goods: readonly { product_variation_id: number; quantity: number }[],
): Promise<void> {
  await moveStock(goods.map(each => ({ ...each, order_id, reason: 'RETURN', user_id: teller_id, note: VOIDED })))
  const counts = await select<{ id: number }>(COUNTS_SINCE, { oldest: sqlTime(occurred_at.getTime()) })
  await putCountsRight(
    counts.map(({ id }) => id),
    [
      {
        number: `${number} (voided)`,
        sold_at: occurred_at.getTime(),
        variations: goods.map(({ product_variation_id }) => product_variation_id),
      },
    ],
  )
}

async function tell(
  { teller_id, reason }: WaitingVoid,
  { order_id, refund_id }: { order_id: number; refund_id: number },
): Promise<void> {
  for (const code of ['GOODS_BACK', 'MONEY_DONE', 'COMPLETED'] as const)
    await noteRefund({ refund_id, code, detail: VOID_REASONS[reason], user_id: teller_id })
  await noteEvent({ order_id, code: 'VOIDED', detail: VOID_REASONS[reason], user_id: teller_id })
}
