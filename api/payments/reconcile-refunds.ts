import { select, sqlTime } from '#api/db/database.ts'
import { raiseException } from '#api/exceptions/raise-exception.ts'
import { provider } from '#api/payments/provider.ts'
import type { ProviderRefund } from '#api/payments/read-reply.ts'
import { formatCedis, toCedis } from '#sync/protocol/money.ts'
import type { Difference } from '#sync/protocol/staff/reconciliation.ts'

const PER_PAGE = 100
const MOST_PAGES = 200
/** How far the provider's clock may differ from ours. */
const MARGIN_MS = 10 * 60_000

interface Ours {
  id: string
  amount: number
  reference: string
  order_id: number | null
}

/**
 * Differences between the provider's refunds and ours since then, in ms. Staff are told once about a refund made in the
 * provider's dashboard, which the ledger lacks. Call outside any transaction.
 * @throws NoAnswer, ProviderUnreachable
 */
export async function reconcileRefunds(since: number): Promise<Difference[]> {
  // Refunds we know before we ask must be in their list; ones sent in between may be.
  const sent = await select<Ours>(`${SELECT_OURS} WHERE r.status_code <> 'FAILED' AND r.created_at >= ?`, [
    sqlTime(since + MARGIN_MS),
  ])
  const theirs = await listed(since)
  const ours =
    theirs.length === 0 ? [] : await select<Ours>(`${SELECT_OURS} WHERE r.id IN (?)`, [theirs.map(({ id }) => id)])
  const unheard = await Promise.all(
    theirs.filter(({ id, status }) => status !== 'failed' && !ours.some(own => own.id === id)).map(unheardOf),
  )
  const other = ours.flatMap((own): Difference[] => {
    const { amount } = theirs.find(({ id }) => id === own.id)!
    return amount === own.amount
      ? []
      : [
          {
            kind: 'REFUND_OTHER_AMOUNT',
            reference: own.reference,
            order_id: own.order_id,
            theirs: toCedis(amount),
            ours: toCedis(own.amount),
          },
        ]
  })
  const missing = sent
    .filter(({ id }) => !theirs.some(their => their.id === id))
    .map(({ reference, order_id, amount }): Difference => ({
      kind: 'REFUND_NOT_LISTED',
      reference,
      order_id,
      theirs: null,
      ours: toCedis(amount),
    }))
  return [...unheard.flat(), ...other, ...missing]
}

/** Refunds of orders and of gift cards bought on the website. */
const SELECT_OURS = `SELECT * FROM (
  SELECT r.provider_refund_id AS id, r.amount, a.reference, p.order_id, r.status_code, r.created_at
  FROM payment_refunds r JOIN payments p ON p.id = r.payment_id JOIN payment_attempts a ON a.id = p.attempt_id
  WHERE r.provider_refund_id IS NOT NULL
  UNION ALL SELECT r.provider_refund_id, r.amount, g.reference, NULL, r.status_code, r.created_at
  FROM gift_refunds r JOIN gift_purchases g ON g.id = r.gift_purchase_id WHERE r.provider_refund_id IS NOT NULL) r`

async function listed(since: number): Promise<ProviderRefund[]> {
  const all: ProviderRefund[] = []
  for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES); page++) {
    const reply = await provider().listRefunds({ from: new Date(since).toISOString(), page, perPage: PER_PAGE })
    pages = reply.pages
    all.push(...reply.refunds)
  }
  return all
}

/** A refund we did not order, unless it is one whose acceptance we have not stored yet. */
async function unheardOf({ id, transaction_id, amount }: ProviderRefund): Promise<Difference[]> {
  const [payment] = await select<{ reference: string; order_id: number | null; is_awaited: number }>(
    `SELECT a.reference, p.order_id,
    EXISTS (SELECT 1 FROM payment_refunds r WHERE r.payment_id = p.id AND r.provider_refund_id IS NULL
      AND r.amount = :amount) AS is_awaited
    FROM payments p JOIN payment_attempts a ON a.id = p.attempt_id WHERE p.provider_transaction_id = :transaction_id
    UNION ALL SELECT g.reference, NULL, EXISTS (SELECT 1 FROM gift_refunds r WHERE r.gift_purchase_id = g.id
      AND r.provider_refund_id IS NULL AND r.amount = :amount)
    FROM gift_purchases g WHERE g.provider_transaction_id = :transaction_id`,
    { amount, transaction_id },
  )
  if (payment?.is_awaited) return []
  await raiseException({
    code: 'PAYMENT_MISMATCH',
    once_key: `REFUND_UNHEARD ${id}`,
    order_id: payment?.order_id ?? null,
    detail: `The provider gave ${formatCedis(toCedis(amount))} back without a request from the shop. The ledger has no entry for it.`,
  })
  return [
    {
      kind: 'REFUND_UNHEARD',
      reference: payment?.reference ?? transaction_id ?? 'unknown',
      order_id: payment?.order_id ?? null,
      theirs: toCedis(amount),
      ours: null,
    },
  ]
}
