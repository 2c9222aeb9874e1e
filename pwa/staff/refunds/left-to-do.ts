import type { StaffRefund } from '#sync/protocol/shop/refund.ts'
import * as words from './refund-words.ts'

type Facts = Pick<
  StaffRefund,
  'action' | 'status_code' | 'money_status' | 'goods_status' | 'provider_status' | 'amount' | 'account_code'
> & { items: Pick<StaffRefund['items'][number], 'quantity' | 'disposition'>[] }

/** The remaining work of a return, in sentences; empty when it is done. */
export function leftToDo(refund: Facts): string[] {
  switch (refund.status_code) {
    case 'REQUESTED':
      return [words.decideIt]
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
      return amount < 0 ? words.collectDifference(-amount) : words.payItBack(amount)
    case 'PROCESSING':
      return provider_status === 'QUEUED' ? words.providerSilent : words.providerSends
    case 'NEEDS_ATTENTION':
      return provider_status === 'FAILED' ? words.providerFailed(amount) : words.providerNeedsDetails
  }
}

function goodsLeft({ action, goods_status, items }: Facts): string {
  if (goods_status !== 'AWAITED') return ''
  const missing = items
    .filter(({ disposition }) => disposition === null)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  const pieces = words.piecesOf(missing)
  return action === 'EXCHANGE' ? words.takeBackAndExchange(pieces) : words.takeBack(pieces)
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
