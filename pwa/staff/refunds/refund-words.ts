import { formatCedis } from '#sync/protocol/money.ts'
import { formatDate } from '#pwa/lib/format.ts'

/** Returns and refunds. */

export const decide = 'Decide'
export const refundAmount = 'Refund amount, GH₵'
export const amountHint = (reckoned: number) =>
  `${formatCedis(reckoned)} at the prices paid. You may lower it, with a reason.`
export const exchangeCostsMore = (amount: number) =>
  `The exchange costs more: the customer pays ${formatCedis(amount)}.`
export const messageToTheCustomer = 'Message to the customer'
export const approve = 'Approve'
export const refuse = 'Refuse'

export const nothingIsReturned = 'Customer Keeps Items'
export const callItOff = 'Cancel Return'
export const doTheyKeepIt = 'Does the customer keep the items?'
export const reallyCallOff = 'Cancel this return?'
export const keepingMeans =
  'Items not returned stay with the customer, and stock does not change. ' +
  'Items held for the exchange are handed over. This cannot be undone.'
export const cancel = 'Cancel'
export const keepIt = 'Keep it'
export const theyKeepIt = 'They keep it'
export const callingOffMeans =
  'Nothing is refunded and nothing is returned. Items held for the exchange go back on sale.'

export const otherGoods = 'Another product'
export const emptyMeans = (name: string) => `Empty: another size or colour of ${name}.`
export const exchangeFor = 'Exchange for'
export const noneInStock = 'None in stock'
export const choose = 'Choose'
export const asChosenBefore = 'Keep the current choice'
export const withLeft = (row: string, available: number) => `${row} (${available} left)`

export const markOne = 'Mark at least one line as received.'
export const goods = 'Items'
export const forGoods = (exchange: string) => `, for ${exchange}`
export const notHereYet = 'Not received'
export const takeBackHandOver = 'Receive and hand over'
export const goodsAreBack = 'Mark as received'

export const decideIt = 'Approve or refuse it. The customer gets your reply by email.'
export const collectDifference = (amount: number) =>
  `Collect the difference of ${formatCedis(amount)} before you hand over the new items.`
export const payItBack = (amount: number) => `Refund ${formatCedis(amount)}.`
export const providerSilent =
  'The payment provider has not answered yet. We ask again every minute. Nothing is sent twice.'
export const providerSends = 'The payment provider is sending the money. You have nothing left to do.'
export const providerFailed = (amount: number) =>
  `The payment provider could not send it, and the shop still has the money. Pay ${formatCedis(amount)} in another way.`
export const providerNeedsDetails =
  'The payment provider needs the bank details of the customer. Enter them in its dashboard. ' +
  'The shop is told when it is done.'
export const piecesOf = (missing: number) => (missing === 1 ? '1 piece' : `${missing} pieces`)
export const takeBackAndExchange = (pieces: string) => `Receive ${pieces}, and hand over the exchange.`
export const takeBack = (pieces: string) => `Receive ${pieces}: restock, or mark as damaged.`

export const money = 'Payment'
export const intoWhichAccount = 'Account'
export const refundTo = 'Refund to'
export const giftCardFirst =
  'A gift card paid part of this order. Its part is refunded to it first. The rest goes where you choose.'
export const asItWasPaid = 'Original payment method, through the payment provider'
export const partLeft = (name: string, left: number) => `${name} ${formatCedis(left)}`
export const backToParts = (parts: string) => `Original payment methods. Left to refund: ${parts}`
export const salesTill = 'The sale’s till, or none'
export const take = (amount: number) => `Collect ${formatCedis(amount)}`
export const storeCredit = 'Store credit'
export const creditByCode = 'The customer gets a code to spend like a gift card. It is shown once.'
export const creditByMail = 'The customer gets a code by email and spends it like a gift card.'
export const creditSent = 'The code is on its way to the customer.'
export const giveCredit = (amount: number) => `Give ${formatCedis(amount)} as store credit`
export const pay = (amount: number) => `Refund ${formatCedis(amount)}`

export const whichOrder = 'Which order?'
export const orderHint = "Order number, or the customer's phone, email or name."
export const noOrdersFound = 'No orders found.'
export const orders = 'Orders'
export const ofOrder = ({
  customerName,
  orderedAt,
  total,
  status,
}: {
  customerName: string
  orderedAt: string
  total: number
  status: string
}) => ` ${customerName}, ${formatDate(orderedAt)}, ${formatCedis(total)}, ${status}`

export const moneyMovedOn = (paidFrom: string | undefined) => `money moved on ${paidFrom}`
export const moneyMovedFromTo = (paidFrom = 'the first day', paidTo = 'today') =>
  `money moved from ${paidFrom} to ${paidTo}`
export const moneyMovedBy = (paidAccountCode: string) => `money moved by ${paidAccountCode}`
export const orderIsOfThe = (type: string) => `order is of the ${type}`
export const soldByOne = 'order was sold by one cashier'
export const onlyThose = (parts: readonly string[]) => `Only returns whose ${parts.join(', and whose ')}. `
export const showAll = 'Show all'

export const newRefund = 'New Refund'
export const goBack = 'Go Back'
export const order = 'Order '
export const orderFacts = (orderedAt: string, total: number, status: string) =>
  ` of ${formatDate(orderedAt)}, ${formatCedis(total)}, ${status}.`
export const nothingPaid = 'Nothing was paid for this order.'
export const nothingToRefund = 'There is nothing to refund.'
export const allReturned = 'All of this order is already being returned.'
export const seeThe = 'See the '
export const refundsOfOrder = (number: string) => `refunds of order ${number}`
export const returnsHint = 'What the customer is returning, and why. You decide in the next step.'

export const what = 'What'
export const reason = 'Reason'
export const note = 'Note'
export const orderHead = 'Order'
export const customer = 'Customer'
export const guest = 'Guest'
export const handedOver = 'Fulfilled'
export const paid = 'Paid'
export const differencesPaid = 'Differences paid'
export const paidInto = 'Payment method'
export const refundedOrPromised = 'Refunded or approved'
export const account = 'Account'
export const ourAnswer = 'Reply'
export const details = 'Details'
export const whatHappened = 'History'
export const photos = 'Photos'
export const photoAlt = (index: number, count: number) => `From the customer, ${index} of ${count}`

export const id = 'Number'
export const action = 'Action'
export const status = 'Status'
export const requested = 'Requested'
export const amount = 'Amount'
export const refunds = 'Refunds'
export const orderNumber = 'Order number'
export const everyStatus = 'All statuses'
export const everyAction = 'All actions'
export const everyReason = 'All reasons'
export const any = 'Any'
export const removeAFilter = 'Remove a filter to see more, or start one for a customer.'

export const approvedToDo = 'Approved, with something to do'
export const allExceptRefused = 'All except refused'

export const refundNumbered = (id: number) => `Refund #${id}`
export const refund = 'Refund'
export const toDo = 'To do'
export const moneyNeedsAttention = 'The refund needs attention.'
export const wasRefused = 'Nothing. It was refused or cancelled.'
export const allSettled = 'Nothing. Refund and items are settled.'
export const forAtPrice = (name: string, exchange: string, exchangePrice: number | null) =>
  `${name}, for ${exchange}${exchangePrice === null ? '' : ` at ${formatCedis(exchangePrice)}`}`
export const goodsStatus = 'Status'
export const price = 'Price'
export const quantity = 'Quantity'
export const lines = 'Lines'
export const moneyBefore = 'Payment '
export const goodsBefore = 'Items '
export const deliveryFee = 'Delivery fee'
export const atThePricesPaid = 'At the prices paid'
export const theCustomerPays = 'The customer pays'
export const goesBack = 'Refund'
export const awaited = 'Not received'
export const withTheCustomer = 'With the customer'
