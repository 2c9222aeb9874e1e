import { formatCedis } from '#sync/protocol/money.ts'
import type { GiftCard, GiftReason, GiftRefundStatus } from '#sync/protocol/staff/gift-card.ts'

export const title = 'Gift cards'
export const card = (end: string) => `Gift card …${end}`
export const kind = 'Kind'
export const KIND_WORDS: Record<GiftCard['kind'], string> = { GIFT_CARD: 'Gift card', STORE_CREDIT: 'Store credit' }
export const ending = 'Code ends in'
export const issuedFor = 'Issued for'
export const balance = 'Balance'
export const held = 'Held by unpaid orders and tills'
export const expires = 'Expires'
export const never = 'Never'
export const status = 'Status'
export const anyStatus = 'Any status'
export const STATUS_WORDS: Record<GiftCard['status_code'], string> = { ACTIVE: 'Active', VOID: 'Void' }
export const note = 'Note'
export const searchFor = 'End of the code, or note'
export const created = 'Issued on'
export const noneMatch = 'No gift cards match'
export const noneYet = 'No gift cards yet'
export const removeAFilter = 'Remove a filter to see more.'
export const appearHere = 'Cards that are sold or given away appear here.'

export const issue = 'Issue Gift Card'
export const amount = 'Amount'
export const inCedis = 'In cedis'
export const moneyWentTo = 'Payment method'
export const giveAway = 'None (free of charge)'
export const noteHint = 'For staff only, such as who bought it.'
export const codeOnce = 'Write this code down for the customer now. We cannot show it again.'
export const copy = 'Copy code'
export const copied = 'Code copied.'
export const issueAnother = 'Issue Another'
export const seeCard = 'See Card'
export const goBack = 'Go Back'

export const adjust = 'Adjust'
export const adjustHint = 'Positive puts money on the card, negative takes it off.'
export const voidCard = 'Void Card'
export const voidMeans = (sum: number) =>
  `The card can never be used again. We no longer owe the ${formatCedis(sum)} on it.`
export const refundTo = 'Refund to'
export const payBackHint = 'Only for a card that was paid for and never used.'
export const payBackOnlineHint =
  'The payment provider refunds the balance to the buyer. Other accounts refund only a card that was never used.'
export const byProvider = (sum: number) => `Payment provider: ${formatCedis(sum)} the way it was paid`
export const boughtOnline = 'Bought on the website'
export const refunded = 'Refunded by the provider'
export const REFUND_STATES: Record<GiftRefundStatus, string> = {
  QUEUED: 'waiting for the payment provider',
  SENT: 'on its way',
  PROCESSED: 'done',
  FAILED: 'failed; the card is valid again',
  NEEDS_ATTENTION: 'needs the buyer’s bank details, in the provider’s dashboard',
}
export const refundIs = (sum: number, status: GiftRefundStatus) => `${formatCedis(sum)}: ${REFUND_STATES[status]}`
export const nothingBack = 'No refund'
export const newCode = 'New Code'
export const newCodeMeans = 'For a lost card: it gets a new code, and the old one no longer works.'
export const heldByTills = 'Held by tills'
export const heldMeans = 'A till holds these amounts for a sale that has not arrived yet.'
export const since = 'Since'
export const cashier = 'Cashier'
export const until = 'Released automatically'
export const cartOpen = 'Cart is open'
export const checkedOut = 'Checkout was pressed'
export const free = 'Release'
export const freeThe = (sum: number) => `Release ${formatCedis(sum)}`
export const freeMeans = 'The amount can be spent again. If the till still needs it, the cashier scans the card again.'
export const freeFirmMeans =
  'Checkout was pressed, so the sale may still arrive. It then takes the amount again, if it is still on the card.'
export const reason = 'Reason'
export const cancel = 'Cancel'
export const history = 'Balance history'
export const when = 'When'
export const what = 'What'
export const orderNumber = (id: number) => `Order ${id}`
export const REASONS: Record<GiftReason, string> = {
  ISSUE: 'Issued',
  SPEND: 'Spent',
  RETURN: 'Refunded',
  ADJUST: 'Adjusted',
  VOID: 'Voided',
}
