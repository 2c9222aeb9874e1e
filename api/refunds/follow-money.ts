import { addEntries, raiseBalances, type Entry } from '#api/ledger/ledger.ts'
import { execute } from '#api/db/database.ts'
import { moneyEntry } from '#api/refunds/pay-refund.ts'
import { lockRefund } from '#api/refunds/lock-refund.ts'
import { noteRefund } from '#api/refunds/refund-events.ts'
import { completeIfThrough } from '#api/refunds/step-refund.ts'
import { sumCedis } from '#sync/protocol/money.ts'
import type { MoneyStatus, RefundEventCode } from '#sync/protocol/shop/refund.ts'

/** The provider's progress with a refund, in the words of payment_refunds. */
export type ProviderStatus = 'SENT' | 'PROCESSED' | 'FAILED' | 'NEEDS_ATTENTION'

const MEANS_FOR_MONEY = {
  SENT: ['PROCESSING', 'MONEY_SENT'],
  PROCESSED: ['DONE', 'MONEY_DONE'],
  FAILED: ['NEEDS_ATTENTION', 'MONEY_STUCK'],
  NEEDS_ATTENTION: ['NEEDS_ATTENTION', 'MONEY_STUCK'],
} as const satisfies Record<ProviderStatus, readonly [MoneyStatus, RefundEventCode]>

/** Locks the return that a provider's refund belongs to. Call before writing anything of the provider's. */
export const holdReturn = async (refund_id: number): Promise<void> => {
  await lockRefund(refund_id)
}

/**
 * Updates a return from the provider's status, in the transaction that stores it. The ledger has the money from when
 * the provider accepts the refund; a reversing entry follows if it fails. Repeating it changes nothing.
 */
export async function followMoney({
  payment_refund_id,
  refund_id,
  status,
}: {
  payment_refund_id: number
  refund_id: number
  status: ProviderStatus
}): Promise<void> {
  const { order_id, money_status, ...refund } = await lockRefund(refund_id)
  const amount = sumCedis([refund.amount, -refund.to_card])
  const [money, code] = MEANS_FOR_MONEY[status]
  const isOut = status !== 'FAILED'
  const turned = await execute(
    'UPDATE payment_refunds SET booked = :now WHERE id = :payment_refund_id AND booked <> :now',
    { now: isOut ? 1 : 0, payment_refund_id },
  )
  if (money_status !== money || turned > 0)
    await noteRefund({ refund_id, code, detail: status === 'FAILED' ? 'The provider could not make the refund.' : '' })
  await execute('UPDATE refunds SET money_status = ? WHERE id = ?', [money, refund_id])
  await completeIfThrough({ ...refund, order_id }, null)
  const out = moneyEntry({ id: refund_id, order_id, amount, account_code: 'PAYSTACK', user_id: null })
  const entries: Entry[] =
    turned === 0
      ? []
      : [isOut ? out : { ...out, amount, description: `${out.description}: not carried out by the provider` }]
  await addEntries(entries)
  await raiseBalances(entries)
}
