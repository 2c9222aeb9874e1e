import { insertRows, select } from '#api/db/database.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { ONLY_SHOP } from '#sync/protocol/shifts/only-shop.ts'
import { referenceKey } from '#sync/protocol/shop/payment-reference.ts'
import type { TenderPart } from '#sync/protocol/tender/parts.ts'
import type { ReferenceRule, TenderKind } from '#sync/protocol/tender/tender.ts'

/** An account as a way of paying; `kind` is null for any other account. `changed_at`: epoch ms. */
export interface PaidInto {
  kind: TenderKind | null
  asks_reference: ReferenceRule
  changed_at: number
}

/** A payment, or one part of it, with its account and its reference. */
export type Payment = Pick<TenderPart, 'account_code' | 'reference'> & { amount: number }

/** How a sale was paid: its parts, or the whole as one. */
export const paymentsOf = (sale: Sale): Payment[] =>
  sale.tenders
    ? sale.tenders.map(part => ({ ...part }))
    : [{ account_code: sale.account_code, reference: sale.reference ?? null, amount: sale.total }]

/** What the reference of a payment is compared by. */
export const keyOfPayment = (
  { account_code, reference }: Pick<Payment, 'account_code' | 'reference'>,
  accounts: ReadonlyMap<string, Pick<PaidInto, 'kind'>>,
): string | null => referenceKey({ kind: accounts.get(account_code)?.kind, reference })

/** Stores the parts of payments in several ways. */
export async function storeParts(
  sales: readonly Sale[],
  accounts: ReadonlyMap<string, PaidInto>,
  order_id: (sale_id: string) => number,
): Promise<void> {
  const parts = sales.flatMap(({ id, tenders }) =>
    (tenders ?? []).map((part, i) => ({
      shop_id: ONLY_SHOP,
      order_id: order_id(id),
      place: i + 1,
      account_code: part.account_code,
      amount: part.amount,
      tendered: part.tendered ?? null,
      reference: part.reference || null,
      reference_key: keyOfPayment(part, accounts),
    })),
  )
  if (parts.length > 0) await insertRows('order_tenders', parts)
}

/** What is left of each part of a payment in several ways, by account, in cedis; none for an order paid in one. */
export const partsLeft = (order_id: number): Promise<{ account_code: string; amount: number }[]> =>
  select(
    `SELECT p.account_code, COALESCE((SELECT SUM(t.amount) FROM transactions t WHERE t.order_id = :order_id
      AND t.account_code = p.account_code AND t.type_code IN ('SALE', 'REFUND')), 0) AS amount
    FROM (SELECT account_code, MIN(place) AS place FROM order_tenders WHERE order_id = :order_id
      GROUP BY account_code) p ORDER BY p.place`,
    { order_id },
  )
