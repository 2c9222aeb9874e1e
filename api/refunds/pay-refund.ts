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
import { giveBackToCard, owedToCard } from '#api/stored-value/holds.ts'
import { GIFT_CARDS } from '#api/stored-value/stored-values.ts'
import { partsLeft } from '#api/sales/sale-parts.ts'
import { formatCedis, sumCedis, toPesewas } from '#sync/protocol/money.ts'
import { partsBack, type PartBack } from '#sync/protocol/shifts/parts-back.ts'
import { LEAST_BY_PROVIDER } from '#sync/protocol/shop/refund.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'

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
  const card = amount > 0 && refund.to_card === 0 ? await owedToCard(order_id, amount) : null
  const rest = sumCedis([amount, -refund.to_card, -(card?.amount ?? 0)])
  const way: Way =
    rest === 0 && card
      ? { account_code: GIFT_CARDS, name: `Gift card ending in ${card.code_end}`, payment_id: null }
      : await wayOf(refund, rest, account_code)
  const till = way.payment_id ? null : await drawerOf(till_id)
  const claimed = await execute(
    `UPDATE refunds SET money_status = ?, account_code = ?, to_card = to_card + ?
      WHERE id = ? AND status_code IN ('APPROVED', 'COMPLETED') AND (money_status = 'PENDING'
    OR money_status = 'NEEDS_ATTENTION' AND NOT EXISTS (SELECT 1 FROM payment_refunds p
      WHERE p.refund_id = refunds.id AND p.status_code <> 'FAILED'))`,
    [way.payment_id ? 'PROCESSING' : 'DONE', way.account_code, card?.amount ?? 0, id],
  )
  if (claimed === 0)
    throw conflict(refund.status_code === 'REQUESTED' ? 'This is not approved yet.' : 'There is nothing left to pay.')
  const toCard: Entry[] = card
    ? [moneyEntry({ id, order_id, amount: card.amount, account_code: GIFT_CARDS, user_id })]
    : []
  if (card) await giveBackToCard(card, { order_id, refund_id: id, user_id })
  if (way.payment_id) {
    await queueRefund({ payment_id: way.payment_id, amount: toPesewas(rest), reason: `Return ${id}`, refund_id: id })
    await noteRefund({ refund_id: id, code: 'MONEY_ORDERED', detail: wordsOf(card), user_id })
    return toCard
  }
  if (amount < 0) await execute('UPDATE orders SET collected = collected + ? WHERE id = ?', [-amount, order_id])
  await noteRefund({
    refund_id: id,
    code: 'MONEY_DONE',
    detail: [wordsOf(rest === 0 ? null : card), detailOf(way), till?.name].filter(Boolean).join(', '),
    user_id,
  })
  if (amount > 0)
    await writeToCustomer(order_id, `return-${id}-paid`, (order, around) =>
      returnPaid(order, around, {
        amount,
        account: [wordsOf(rest === 0 ? null : card), way.name].filter(Boolean).join(', '),
      }),
    )
  return [
    ...toCard,
    ...(rest === 0
      ? []
      : (way.spread ?? [{ account_code: way.account_code!, amount: rest }]).map(part => ({
          ...moneyEntry({ id, order_id, ...part, user_id }),
          till_id: way.spread && part.account_code !== CASH ? null : (till?.id ?? null),
        }))),
  ]
}

/** What went back to a gift card beside the rest, in words; '' for nothing. */
const wordsOf = (card: Back | null) =>
  card ? `${formatCedis(card.amount)} to the gift card ending in ${card.code_end}` : ''
type Back = NonNullable<Awaited<ReturnType<typeof owedToCard>>>

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
  /** Null where it goes to several. */
  account_code: string | null
  name: string
  payment_id: number | null
  /** What goes to which account, of a payment that came in parts. */
  spread?: readonly PartBack[]
}

const detailOf = ({ account_code, spread }: Way) =>
  spread ? spread.map(part => `${part.account_code} ${formatCedis(part.amount)}`).join(', ') : account_code

/** An order's payment by the provider. `left`: what has not gone back, in cedis. */
const CAME = `SELECT o.account_code, p.id AS payment_id,
  p.amount / 100 - COALESCE((SELECT SUM(q.amount) FROM payment_refunds q
    WHERE q.payment_id = p.id AND q.status_code <> 'FAILED'), 0) / 100 AS \`left\`
  FROM orders o LEFT JOIN payments p ON p.order_id = o.id AND p.status_code = 'APPLIED' WHERE o.id = ?`

/** `amount`: what is left to pay or to take beside the gift card. */
async function wayOf({ order_id }: LockedRefund, amount: number, wanted: string | null | undefined): Promise<Way> {
  const came = (await selectOne<{ account_code: string | null; payment_id: number | null; left: number }>(CAME, [
    order_id,
  ]))!
  const parts = wanted || amount < 0 ? [] : await partsLeft(order_id)
  if (parts.length > 0)
    return spreadOver(partsBack(amount, { account_code: came.account_code!, card: 0, short: 0, parts }))
  const code = wanted || (amount < 0 && came.account_code === 'PAYSTACK' ? null : came.account_code)
  const account = code ? await findAccount(code) : null
  if (!code || !account) throw invalid({ account_code: ['Please choose an account.'] })
  if (account.at_till) return { account_code: code, name: account.name, payment_id: null }
  if (code !== 'PAYSTACK' || !came.payment_id || amount < 0)
    throw invalid({ account_code: ['You cannot book this account by hand in this direction.'] })
  if (amount < LEAST_BY_PROVIDER)
    throw invalid({
      account_code: [
        `The payment provider refunds at least ${formatCedis(LEAST_BY_PROVIDER)}. Please choose an account.`,
      ],
    })
  if (toPesewas(amount) > toPesewas(came.left))
    throw invalid({
      account_code: [`Only ${formatCedis(came.left)} of the online payment is left. Please choose an account.`],
    })
  return { account_code: code, name: account.name, payment_id: came.payment_id }
}

/** The way back to the parts that a payment came in. @throws 422 if staff cannot book one of them by hand */
async function spreadOver(spread: readonly PartBack[]): Promise<Way> {
  const accounts = await Promise.all(spread.map(({ account_code }) => findAccount(account_code)))
  if (accounts.some(account => !account?.at_till)) throw invalid({ account_code: ['Please choose an account.'] })
  const name = spread.map(({ amount }, i) => `${accounts[i]!.name} ${formatCedis(amount)}`).join(', ')
  const [only] = spread
  return spread.length === 1
    ? { account_code: only!.account_code, name: accounts[0]!.name, payment_id: null }
    : { account_code: null, name, payment_id: null, spread }
}
