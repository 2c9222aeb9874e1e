import { drawerOf } from '#api/ledger/drawer.ts'
import { findAccount } from '#api/ledger/find-account.ts'
import type { Entry } from '#api/ledger/ledger.ts'
import { execute, selectOne } from '#api/db/database.ts'
import { conflict, invalid } from '#api/errors.ts'
import { returnPaid } from '#api/mail/return-letters.ts'
import { writeToCustomer } from '#api/orders/write-to-customer.ts'
import type { LockedRefund } from '#api/refunds/lock-refund.ts'
import { noteRefund } from '#api/refunds/refund-events.ts'
import { refuseSamePerson } from '#api/refunds/second-person.ts'
import { stepRefund } from '#api/refunds/step-refund.ts'
import { toPesewas } from '#sync/protocol/money.ts'
import { LEAST_BY_PROVIDER } from '#sync/protocol/shop/refund.ts'

/**
 * Queues a refund with the provider, in the surrounding transaction; `amount` in pesewas. Returns its id in
 * payment_refunds.
 */
export type QueueRefund = (refund: {
  payment_id: number
  amount: number
  reason: string
  refund_id: number
}) => Promise<number>

export interface Payout {
  /** The account that pays; without one the money goes back the way it came. */
  account_code?: string | null | undefined
  /** The till whose drawer it moves in. */
  till_id?: number | null | undefined
  user_id: number
  queueRefund: QueueRefund
}

/**
 * Pays an approved refund, or takes the difference of an exchange, once. @throws 409 if it is paid or another person
 * must pay it, 422 for an account that cannot pay it
 */
export const payRefund = (id: number, payout: Payout): Promise<void> =>
  stepRefund(id, { action: 'pay', user_id: payout.user_id }, refund => pay(refund, payout))

/**
 * The same for a locked refund. Returns the ledger entry; a provider's refund is entered once the provider accepts it.
 */
export async function pay(
  refund: LockedRefund,
  { account_code, till_id, user_id, queueRefund }: Payout,
): Promise<readonly Entry[]> {
  const { id, order_id, amount } = refund
  await refuseSamePerson(refund, amount, user_id)
  const way = await wayOf(refund, account_code)
  const till = way.payment_id ? null : await drawerOf(till_id)
  const claimed = await execute(
    `UPDATE refunds SET money_status = ?, account_code = ?
      WHERE id = ? AND status_code IN ('APPROVED', 'COMPLETED') AND (money_status = 'PENDING'
    OR money_status = 'NEEDS_ATTENTION' AND NOT EXISTS (SELECT 1 FROM payment_refunds p
      WHERE p.refund_id = refunds.id AND p.status_code <> 'FAILED'))`,
    [way.payment_id ? 'PROCESSING' : 'DONE', way.account_code, id],
  )
  if (claimed === 0)
    throw conflict(refund.status_code === 'REQUESTED' ? 'This is not approved yet.' : 'There is nothing left to pay.')
  if (way.payment_id) {
    await queueRefund({ payment_id: way.payment_id, amount: toPesewas(amount), reason: `Return ${id}`, refund_id: id })
    await noteRefund({ refund_id: id, code: 'MONEY_ORDERED', user_id })
    return []
  }
  if (amount < 0) await execute('UPDATE orders SET collected = collected + ? WHERE id = ?', [-amount, order_id])
  await noteRefund({
    refund_id: id,
    code: 'MONEY_DONE',
    detail: [way.account_code, till?.name].filter(Boolean).join(', '),
    user_id,
  })
  if (amount > 0)
    await writeToCustomer(order_id, `return-${id}-paid`, (order, around) =>
      returnPaid(order, around, { amount, account: way.name }),
    )
  return [
    { ...moneyEntry({ id, order_id, amount, account_code: way.account_code, user_id }), till_id: till?.id ?? null },
  ]
}

/** Whether staff must still pay it: not while the provider has it and waits for the customer's bank. */
export const isUnpaid = ({ money_status, provider_status }: Pick<LockedRefund, 'money_status' | 'provider_status'>) =>
  money_status === 'PENDING' || (money_status === 'NEEDS_ATTENTION' && provider_status === 'FAILED')

/**
 * The ledger entry of a refund's money: a debit for money to the customer, a credit for a difference. `amount` in
 * cedis.
 */
export const moneyEntry = ({
  id,
  order_id,
  amount,
  account_code,
  user_id,
}: {
  id: number
  order_id: number
  amount: number
  account_code: string
  user_id: number | null
}): Entry => ({
  account_code,
  type_code: 'REFUND',
  order_id,
  refund_id: id,
  user_id,
  amount: -amount,
  description: amount < 0 ? `Difference of exchange ${id}` : `Return ${id} of order ${order_id}`,
})

interface Way {
  account_code: string
  name: string
  payment_id: number | null
}

/** An order's payment by the provider. `left`: what has not gone back, in cedis. */
const CAME = `SELECT o.account_code, p.id AS payment_id,
  p.amount / 100 - COALESCE((SELECT SUM(q.amount) FROM payment_refunds q
    WHERE q.payment_id = p.id AND q.status_code <> 'FAILED'), 0) / 100 AS \`left\`
  FROM orders o LEFT JOIN payments p ON p.order_id = o.id AND p.status_code = 'APPLIED' WHERE o.id = ?`

async function wayOf({ order_id, amount }: LockedRefund, wanted: string | null | undefined): Promise<Way> {
  const came = (await selectOne<{ account_code: string | null; payment_id: number | null; left: number }>(CAME, [
    order_id,
  ]))!
  const code = wanted || (amount < 0 && came.account_code === 'PAYSTACK' ? null : came.account_code)
  const account = code ? await findAccount(code) : null
  if (!code || !account) throw invalid({ account_code: ['Please choose an account.'] })
  if (account.at_till) return { account_code: code, name: account.name, payment_id: null }
  if (code !== 'PAYSTACK' || !came.payment_id || amount < 0)
    throw invalid({ account_code: ['You cannot book this account by hand in this direction.'] })
  if (amount < LEAST_BY_PROVIDER)
    throw invalid({
      account_code: [
        `The payment provider gives back ${LEAST_BY_PROVIDER.toFixed(2)} at least. Please choose an account.`,
      ],
    })
  if (toPesewas(amount) > toPesewas(came.left))
    throw invalid({
      account_code: [
        `Only ${came.left.toFixed(2)} is left of what came through the payment provider. Please choose an account.`,
      ],
    })
  return { account_code: code, name: account.name, payment_id: came.payment_id }
}
