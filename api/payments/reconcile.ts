import { insertRow, select, selectOne, sqlTime } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { log } from '#api/http/log.ts'
import { confirm } from '#api/payments/confirm.ts'
import { isSilence, provider } from '#api/payments/provider.ts'
import type { ProviderTransaction } from '#api/payments/read-reply.ts'
import { reconcileRefunds } from '#api/payments/reconcile-refunds.ts'
import { toCedis } from '#sync/protocol/money.ts'
import type { Difference } from '#sync/protocol/staff/reconciliation.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const USUAL_DAYS = 2
const PER_PAGE = 100
const MOST_PAGES = 200

/**
 * Goes through everything the provider took and gave back in the last days (two by default) for payments the shop does
 * not know, and settles each; records how the two lists differ. Returns how many were unknown, which should be none.
 * Call outside any transaction.
 * @throws NoAnswer, ProviderUnreachable, which it also records
 */
export async function reconcile(
  ask: typeof confirm = confirm,
  user_id: number | null = null,
  days = USUAL_DAYS,
): Promise<number> {
  if (!env.payments) return 0
  const began = Date.now()
  const since = began - days * DAY_MS
  const [found, refunds, listed]: [Difference[], Difference[], Set<string>] = [[], [], new Set()]
  const write = (differences: Difference[], error: string | null) =>
    insertRow('reconciliations', {
      since: sqlTime(since),
      listed: listed.size,
      differences: JSON.stringify(differences),
      error: error?.slice(0, 255) ?? null,
      user_id,
    })
  try {
    for (let page = 1, pages = 1; page <= Math.min(pages, MOST_PAGES); page++) {
      const reply = await provider().list({
        status: 'success',
        from: new Date(since).toISOString(),
        page,
        perPage: PER_PAGE,
      })
      pages = reply.pages
      for (const { id } of reply.transactions) listed.add(id)
      found.push(...(await otherAmounts(reply.transactions)))
      for (const transaction of await unheardOf(reply.transactions)) {
        log.warn({ reference: transaction.reference }, 'a payment that the shop had not heard of')
        await ask(transaction.reference).catch((error: unknown) => {
          if (!isSilence(error)) throw error
        })
        found.push({
          kind: 'UNHEARD',
          reference: transaction.reference,
          order_id: await orderOf(transaction),
          theirs: toCedis(transaction.amount),
          ours: null,
        })
      }
    }
    refunds.push(...(await reconcileRefunds(since)))
  } catch (error) {
    if (isSilence(error)) await write(found, error.message)
    throw error
  }
  const missing = await notListed(listed, { since, began })
  // A refunded payment is no longer a success: report its refund as the difference, not both.
  await write(
    [
      ...found,
      ...missing.filter(({ reference }) => !refunds.some(refund => refund.reference === reference)),
      ...refunds,
    ],
    null,
  )
  return found.filter(({ kind }) => kind === 'UNHEARD').length
}

interface Ours {
  id: string
  amount: number
  reference: string
  order_id: number
}

const SELECT_OURS =
  'SELECT p.provider_transaction_id AS id, p.amount, a.reference, p.order_id FROM payments p JOIN payment_attempts a ON a.id = p.attempt_id'

/** Payments neither taken nor reported to staff. */
async function unheardOf(transactions: readonly ProviderTransaction[]): Promise<ProviderTransaction[]> {
  if (transactions.length === 0) return []
  const taken = await select<{ id: string }>(
    `SELECT provider_transaction_id AS id FROM payments WHERE provider_transaction_id IN (:ids)
    UNION ALL SELECT provider_transaction_id FROM gift_purchases WHERE provider_transaction_id IN (:ids)`,
    { ids: transactions.map(({ id }) => id) },
  )
  const keys = transactions.flatMap(({ reference }) => [
    `UNKNOWN_PAYMENT ${reference}`,
    `PAYMENT_MISMATCH ${reference}`,
  ])
  const told = await select<{ once_key: string }>('SELECT once_key FROM exceptions WHERE once_key IN (?)', [keys])
  return transactions.filter(
    ({ id, reference }) =>
      !taken.some(row => row.id === id) && !told.some(({ once_key }) => once_key.endsWith(` ${reference}`)),
  )
}

/** The order a payment was started for, if the shop knows it. */
const orderOf = async ({ reference }: ProviderTransaction) =>
  (await selectOne<{ order_id: number }>('SELECT order_id FROM payment_attempts WHERE reference = ?', [reference]))
    ?.order_id ?? null

async function otherAmounts(transactions: readonly ProviderTransaction[]): Promise<Difference[]> {
  if (transactions.length === 0) return []
  const ours = await select<Ours>(`${SELECT_OURS} WHERE p.provider_transaction_id IN (?)`, [
    transactions.map(({ id }) => id),
  ])
  return ours.flatMap((payment): Difference[] => {
    const theirs = transactions.find(({ id }) => id === payment.id)!.amount
    return theirs === payment.amount
      ? []
      : [
          {
            kind: 'OTHER_AMOUNT',
            reference: payment.reference,
            order_id: payment.order_id,
            theirs: toCedis(theirs),
            ours: toCedis(payment.amount),
          },
        ]
  })
}

/**
 * Our payments that the provider should have listed. Leaves out those started before its list begins, those that
 * arrived while it was read, and those going back, which it lists as reversed.
 */
async function notListed(
  listed: ReadonlySet<string>,
  { since, began }: { since: number; began: number },
): Promise<Difference[]> {
  const ours = await select<Ours>(
    `${SELECT_OURS} WHERE p.paid_at BETWEEN ? AND ?
      AND NOT EXISTS (SELECT 1 FROM payment_refunds r WHERE r.payment_id = p.id AND r.status_code <> 'FAILED')`,
    [sqlTime(since + DAY_MS), sqlTime(began - HOUR_MS / 6)],
  )
  return ours
    .filter(({ id }) => !listed.has(id))
    .map(({ reference, order_id, amount }) => ({
      kind: 'NOT_LISTED',
      reference,
      order_id,
      theirs: null,
      ours: toCedis(amount),
    }))
}
