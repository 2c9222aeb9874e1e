import type { Network, WalletTry } from '#sync/protocol/shop/wallet.ts'

export const howToPay = 'How would you like to pay?'
export const card = 'Card'
export const onDelivery = 'Pay on delivery'
export const hints: Record<Network | 'card' | 'delivery', string> = {
  mtn: 'Approve on your phone',
  vod: 'Approve with a voucher code',
  atl: 'Approve on your phone',
  card: 'Visa or Mastercard',
  delivery: 'Cash or MoMo to the rider',
}
export const onDeliveryMore = (sum: string) => `Pay ${sum} when your order is handed over. We start preparing it now.`
export const depositFirst = (deposit: string, rest: string) =>
  `Pay ${deposit} now and ${rest} when your order is handed over.`
export const payDeposit = (deposit: string) => `Pay a deposit of ${deposit}`
export const choosing = 'One moment …'
export const depositChosen = (deposit: string, rest: string) =>
  `You pay a deposit of ${deposit} now, and ${rest} on delivery.`
export const payWhole = 'Pay the whole order now'
export const orderOnDelivery = 'Order and pay on delivery'
export const ordering = 'Ordering …'
export const youPay = (sum: string) => `You pay ${sum} on delivery.`
export const number = (wallet: string) => `${wallet} number`
export const numberHint = 'The number that pays. It can be someone else’s.'
export const pay = (sum: string) => `Pay ${sum}`
export const asking = 'Sending the request …'
export const sending = 'Sending the code …'

export const approve = 'Approve the payment on your phone'
export const asked = (sum: string, phone: string) => `We sent a request for ${sum} to ${phone}. Enter your PIN there.`
export const timeLeft = 'left to approve'
export const minutesLeft = (minutes: number) => `${minutes} min left to approve`
export const mayLeave = 'This page updates by itself. You can close it and come back.'
/** Where a payer finds a prompt that did not show. */
export const noPrompt: Partial<Record<Network, string>> = {
  mtn: 'No message? Dial *170#, choose My Wallet, then My Approvals.',
}
export const otherWay = 'Pay another way'
export const stillOpen = (phone: string) =>
  `The request to ${phone} is still open. Approve only one: if you pay twice, we refund the second payment.`
export const offline = 'No connection. We check again when you are back online.'

export const codeNeeded = 'Enter the code from your network'
export const codeHint: Record<Network, string> = {
  vod: 'Dial *110# on the phone that pays, generate a voucher, and enter its code here.',
  mtn: 'MTN sends a code to the phone that pays. Enter it here.',
  atl: 'AT sends a code to the phone that pays. Enter it here.',
}
export const code = 'Code'
export const sendCode = 'Send code'

export const late = 'We did not get your approval in time'
export const lateMore =
  'If you approved it, wait a moment: this page updates by itself. If not, try again or pay another way.'
export const tryAgain = 'Try again'

export const failed = (wallet: string) => `${wallet} did not complete the payment`
export const mismatch = 'We received a payment that does not match this order'
export const mismatchMore =
  'Please do not pay again. We are checking it, and refund it if it was not for this order. Contact us if you have questions.'

export const failedMore = 'You were not charged. Try again, or choose another number or payment method.'
export const reason = ({ reason: why }: WalletTry) => (why ? `The network says: ${why}` : '')
