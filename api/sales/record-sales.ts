import { addEntries, raiseBalances, type Entry } from '#api/ledger/ledger.ts'
import { execute, insertRows, sqlTime } from '#api/db/database.ts'
import { judgeCards, judgeSales, judgeShelf } from '#api/sales/judge-sales.ts'
import { judgeReferences } from '#api/sales/judge-references.ts'
import { lookUp, soldAt } from '#api/sales/look-up.ts'
import { raiseExceptions } from '#api/exceptions/raise-exception.ts'
import { keyOfPayment, storeParts } from '#api/sales/sale-parts.ts'
import type { ArrivedSale } from '#api/sales/till-sale.ts'
import { putCountsRight } from '#api/stock/late-sales.ts'
import { lockVariations, moveStock } from '#api/stock/stock.ts'
import { enterPart, takeHeld, type CardPart } from '#api/stored-value/till-holds.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import type { ExceptionCode } from '#sync/protocol/staff/exception.ts'
import { saleTotals } from '#sync/protocol/pricing.ts'
import { GIFT_CARDS, GIFT_CARDS_SHORT, giftOf, type Sale } from '#sync/protocol/sale.ts'
import { paidInParts } from '#sync/protocol/tender/parts.ts'

export interface Booked {
  order_id: number
  number: string
  exceptions: ExceptionCode[]
}

/**
 * Books finished sales in the surrounding transaction, with as many statements for fifty as for one. The customers have
 * paid and left, so a changed price or an empty shelf becomes an exception, never a refusal. `store` writes what
 * belongs with them, such as the verdicts; `raise` raises the balances, which come last.
 * @throws a duplicate error if a sale is already booked, 422 for a value that cannot be stored
 */
export async function recordSales(
  sales: readonly ArrivedSale[],
  store: (booked: Booked[]) => Promise<void>,
  raise: typeof raiseBalances = raiseBalances,
): Promise<Booked[]> {
  if (sales.length === 0) return []
  const lines = sales.flatMap(({ sale }) => sale.lines.map(line => ({ ...line, sale })))
  const variations = await lockVariations(lines.map(line => line.product_variation_id))
  const referred = await lookUp(sales, variations)
  const findings = judgeSales(sales, variations, referred)
  const keyOf = (paid: Parameters<typeof keyOfPayment>[0]) => keyOfPayment(paid, referred.accounts)

  const cards = await takeHeld(
    sales.map(({ sale }) => ({ sale_id: sale.id, gift: giftOf(sale) })).filter(({ gift }) => gift > 0),
  )
  judgeCards(sales, cards).forEach((more, i) => findings[i]!.push(...more))
  const first_id = await insertRows(
    'orders',
    sales.map(arrived => ({
      ...orderRow(arrived, cards.get(arrived.sale.id)),
      reference_key: arrived.sale.tenders ? null : keyOf(arrived.sale),
    })),
  )
  const orders = await numberedOrders(sales, i => first_id + i * referred.step)
  const order_id = (sale_id: string) => orders.get(sale_id)!.id
  await storeParts(
    sales.map(({ sale }) => sale),
    referred.accounts,
    order_id,
  )
  const reused = await judgeReferences(
    sales.map(({ sale }) => sale),
    keyOf,
    order_id,
  )
  reused.forEach((more, i) => findings[i]!.push(...more))
  for (const { sale } of sales) {
    const part = cards.get(sale.id)
    if (part) await enterPart(part, { order_id: order_id(sale.id), user_id: sale.teller_id })
  }
  await insertRows(
    'order_items',
    lines.map(({ sale, product_variation_id, quantity, price }) => ({
      order_id: order_id(sale.id),
      product_variation_id,
      quantity,
      price,
    })),
  )
  await moveStock(
    lines.map(({ sale, product_variation_id, quantity }) => ({
      product_variation_id,
      order_id: order_id(sale.id),
      reason: 'SALE',
      quantity: -quantity,
      user_id: sale.teller_id,
    })),
  )
  const back = await putCountsRight(
    referred.counts,
    sales.map(arrived => ({
      number: orders.get(arrived.sale.id)!.number,
      sold_at: soldAt(arrived),
      variations: arrived.sale.lines.map(line => line.product_variation_id),
    })),
  )
  judgeShelf(sales, variations, back).forEach((more, i) => findings[i]!.push(...more))
  const entries = sales.flatMap(arrived => {
    const { id, teller_id } = arrived.sale
    return tendersOf(arrived.sale, cards.get(id)).map((tender): Entry => ({
      ...tender,
      type_code: 'SALE',
      order_id: order_id(id),
      user_id: teller_id,
      description: `Sale ${orders.get(id)!.number}`,
      business_date: dayOf(arrived),
    }))
  })
  await addEntries(entries, async () => referred.books)
  await raiseExceptions(
    sales.flatMap(({ sale, device_id, doubts = [] }, i) =>
      [...findings[i]!, ...doubts].map(found => ({
        person_id: sale.teller_id,
        ...found,
        device_id,
        order_id: order_id(sale.id),
      })),
    ),
  )

  const booked = sales.map(({ sale, doubts = [] }, i) => ({
    order_id: order_id(sale.id),
    number: orders.get(sale.id)!.number,
    exceptions: [...new Set([...findings[i]!, ...doubts].map(({ code }) => code))],
  }))
  await store(booked)
  await raise(entries)
  return booked
}

/** What a sale brings to which account. */
function tendersOf(sale: Sale, card: CardPart | undefined): { account_code: string; amount: number }[] {
  if (!card) return paidInParts(sale, sale.total)
  return [
    { account_code: GIFT_CARDS, amount: card.taken },
    { account_code: GIFT_CARDS_SHORT, amount: card.short },
    ...paidInParts(sale, sumCedis([sale.total, -card.taken, -card.short])),
  ].filter(({ amount }) => amount > 0)
}

/**
 * The day it was rung up, YYYY-MM-DD in UTC, as far as the device's clock is credible; the arrival day if it was
 * backdated.
 */
const dayOf = (arrived: ArrivedSale) =>
  sqlTime(
    isBackdated(arrived) ? arrived.received_at : Math.min(Math.max(0, soldAt(arrived)), arrived.received_at),
  ).slice(0, 10)

const isBackdated = ({ doubts = [] }: ArrivedSale) => doubts.some(({ code }) => code === 'BACKDATED')

const orderRow = ({ sale, received_at, skew_ms, ...rest }: ArrivedSale, card: CardPart | undefined) => ({
  sale_id: sale.id,
  type_code: 'STORE',
  status_code: 'COMPLETED',
  number: sale.number || null,
  till_code: sale.till_code || null,
  teller_id: sale.teller_id,
  account_code: sale.account_code,
  tendered: sale.tendered ?? null,
  reference: sale.reference || null,
  customer_name: sale.customer_name || null,
  customer_phone: sale.customer_phone || null,
  ...saleTotals(sale.lines, sale.discount),
  gift: card?.taken ?? 0,
  occurred_at: sqlTime(Date.parse(sale.occurred_at)),
  received_at: sqlTime(received_at),
  skew_ms,
  business_date: dayOf({ sale, received_at, skew_ms, ...rest }),
})

/**
 * InnoDB gives the rows of one INSERT … VALUES ascending ids, a fixed step apart, in every innodb_autoinc_lock_mode. A
 * sale without a till's number is numbered by its id.
 */
async function numberedOrders(
  sales: readonly ArrivedSale[],
  idOf: (i: number) => number,
): Promise<Map<string, { id: number; number: string }>> {
  const unnumbered = sales.filter(({ sale }) => !sale.number).map(({ sale }) => sale.id)
  if (unnumbered.length > 0)
    await execute(
      "UPDATE orders SET number = CONCAT('S-', LPAD(id, GREATEST(6, CHAR_LENGTH(id)), '0')) WHERE sale_id IN (?)",
      [unnumbered],
    )
  return new Map(
    sales.map(({ sale }, i) => [
      sale.id,
      { id: idOf(i), number: sale.number || `S-${String(idOf(i)).padStart(6, '0')}` },
    ]),
  )
}
