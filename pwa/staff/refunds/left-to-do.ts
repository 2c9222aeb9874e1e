import { formatCedis } from '#sync/protocol/money.ts'
import type { StaffRefund } from '#sync/protocol/shop/refund.ts'

type Facts = Pick<
  StaffRefund,
  'action' | 'status_code' | 'money_status' | 'goods_status' | 'provider_status' | 'amount' | 'account_code'
> & { items: Pick<StaffRefund['items'][number], 'quantity' | 'disposition'>[] }

/** What is still to be done of a return, in sentences; nothing where it is through. */
export function leftToDo(refund: Facts): string[] {
  switch (refund.status_code) {
    case 'REQUESTED':
      return ['Approve or refuse it. The customer gets your answer by email.']
    case 'REFUSED':
      return []
    case 'APPROVED':
      return [moneyLeft(refund), goodsLeft(refund)].filter(Boolean)
    case 'COMPLETED':
      return [moneyLeft(refund)].filter(Boolean)
  }
}

function moneyLeft({ money_status, provider_status, amount }: Facts): string {
  switch (money_status) {
    case 'NONE':
    case 'DONE':
      return ''
    case 'PENDING':
      return amount < 0
        ? `Collect the difference of ${formatCedis(-amount)} before you hand over the new items.`
        : `Pay ${formatCedis(amount)} back.`
    case 'PROCESSING':
      return provider_status === 'QUEUED'
        ? 'The payment provider has not answered yet. We ask again every minute. Nothing is sent twice.'
        : 'The payment provider is sending the money. You have nothing left to do.'
    case 'NEEDS_ATTENTION':
      return provider_status === 'FAILED'
        ? `The payment provider could not send it, and the shop still has the money. Pay ${formatCedis(amount)} in another way.`
        : 'The payment provider needs the bank details of the customer. Enter them in its dashboard. The shop is told when it is done.'
  }
}

function goodsLeft({ action, goods_status, items }: Facts): string {
  if (goods_status !== 'AWAITED') return ''
  const missing = items
    .filter(({ disposition }) => disposition === null)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  const pieces = missing === 1 ? '1 piece' : `${missing} pieces`
  return action === 'EXCHANGE'
    ? `Take ${pieces} back, and hand over what is held for it.`
    : `Take ${pieces} back: to the shelf, or away where damaged.`
}

/** Whether staff can pay it now. */
export const isPayable = ({ status_code, money_status, provider_status }: Facts) =>
  (status_code === 'APPROVED' || status_code === 'COMPLETED') &&
  (money_status === 'PENDING' || (money_status === 'NEEDS_ATTENTION' && provider_status === 'FAILED'))

export const areGoodsAwaited = ({ status_code, goods_status }: Facts) =>
  status_code === 'APPROVED' && goods_status === 'AWAITED'

/** While neither money nor goods have moved. */
export const canCallOff = ({ status_code, money_status, items }: Facts) =>
  status_code === 'APPROVED' &&
  (money_status === 'NONE' || money_status === 'PENDING') &&
  items.every(({ disposition }) => disposition === null)
