import { formatCedis } from '#pwa/lib/format.ts'
import { RETURN_DAYS, type Refund } from '#sync/protocol/refund.ts'

export const REFUND_WORDS = {
  ask: 'Request a refund', within: `Within ${RETURN_DAYS} days of its completion you can send back what does not fit, is wrong or is defective.`,
  over: `The ${RETURN_DAYS} days in which an order can be sent back are over. Please contact us if something is wrong with it.`,
  send: 'Send request', change: 'Change request', sent: 'Your request has been sent. We look at it and write to you.',
  note: 'What is wrong with it, in your words', none: 'No refunds found.', ofOrder: 'What you asked to send back of this order',
} as const

type Facts = Pick<Refund, 'action' | 'status_code' | 'money_status' | 'goods_status' | 'provider_status' | 'amount'>

/** How far the money is, where there is some. */
export function moneyWords({ status_code, money_status, provider_status, amount }: Facts): string {
  if (status_code === 'REQUESTED' || status_code === 'REFUSED') return ''
  const sum = formatCedis(Math.abs(amount))
  switch (money_status) {
    case 'NONE': return ''
    case 'PENDING': return amount < 0 ? `The difference of ${sum} is to be paid when you get the new goods.` : `We pay ${sum} back to you.`
    case 'PROCESSING': return 'The money is on its way to you.'
    case 'NEEDS_ATTENTION': return 'The money could not be sent yet. We are on it, and contact you if we need anything.'
    case 'DONE':
      if (amount < 0) return `You have paid the difference of ${sum}.`
      return provider_status === 'PROCESSED' ? 'The money has been sent. Banks can take up to 10 working days to show it.' : `We have paid ${sum} back to you.`
  }
}

/** Where the goods are, once the shop takes them back. */
export function goodsWords({ action, status_code, goods_status }: Facts): string {
  if (status_code === 'REQUESTED' || status_code === 'REFUSED') return ''
  if (goods_status === 'BACK') return action === 'EXCHANGE' ? 'We have exchanged it.' : 'We have the goods.'
  if (goods_status === 'KEPT') return 'You may keep the goods.'
  return action === 'EXCHANGE' ? 'Bring the goods to the shop, or send them: what you want instead is kept for you.' : 'Bring the goods to the shop, or send them.'
}
