import { formatCedis } from '#sync/protocol/money.ts'
import { formatCount, formatDate } from '#pwa/lib/format.ts'
import type { OrderType } from '#sync/protocol/shop/order.ts'

export const TYPE_WORDS: Record<OrderType, string> = { STORE: 'Store', WEBSITE: 'Website' }

/** Orders: their list, steps, notes and printouts. */

export const enterAReason = 'Enter a reason.'
export const cancellingMeans =
  'We check with the payment provider first. If it is paid, it is not cancelled. Otherwise its items go back on sale.'
export const reasonTheCustomerSees = 'Reason (the customer sees it)'
export const keepIt = 'Keep it'
export const cancelOrder = 'Cancel Order'

export const enterReasonPaid = 'Enter how you know that it was paid.'
export const askingProvider = 'Checking with the payment provider …'
export const confirmOnlySeen = (total: number) =>
  `Confirm only money you have seen: ${formatCedis(total)} is booked to the account, ` +
  'and we tell the customer that it is paid.'
export const collect = (due: number) => `Collect ${formatCedis(due)}`
export const dueOnDelivery = 'Due on delivery'
export const byGiftCard = 'Gift card'
export const deposit = 'Deposit'
export const depositGoesBack = (deposit: number) => `The deposit of ${formatCedis(deposit)} goes back to the customer.`
export const keepDeposit = (deposit: number) =>
  `Keep the deposit of ${formatCedis(deposit)}: the order was sent, and the customer did not take it.`
export const reallyCollect = (number: string) => `Was order ${number} paid?`
export const collectOnlySeen = (due: number) =>
  `Enter only money you have: ${formatCedis(due)} is booked to the account. Then the order can be completed.`
export const accountWithTheMoney = 'Payment method'
export const reason = 'Reason'
export const reasonHint = 'For example, who paid and the transfer number.'
export const goBack = 'Go Back'
export const manuallyConfirmPayment = 'Manually Confirm Payment'

export const downloadExport = 'Download Export'
export const preparingOf = (done: number, total: number) => `Preparing ${formatCount(done)} of ${formatCount(total)} …`
export const preparing = 'Preparing …'
export const prepareExport = 'Prepare Export'
export const progressUnread = (message: string) => `We couldn’t load the export’s progress: ${message}`
export const exportFailed = 'We couldn’t create the export: '

export const sold = (days: string) => `sold ${days}`
export const soldInHour = (soldHour: number) => `sold between ${soldHour}:00 and ${soldHour}:59`
export const soldOrRefunded = (days: string) => `sold or refunded ${days}`
export const soldWithProduct = (product: string) => `sold with ${product}`
export const soldWithCategory = (category: string) => `sold with products of ${category}`
export const soldInSize = (sizeCode: string) => `sold in size ${sizeCode}`
export const paidIntoAccount = (accountCode: string) => `paid into ${accountCode}`
export const freeOfCharge = 'free of charge'
export const oneProduct = 'one product'
export const oneCategory = 'one category'
export const oneCashier = 'one cashier'
export const soldBy = (teller: string) => `sold by ${teller}`
export const soldAtTill = (tillCode: string) => `sold at till ${tillCode}`
export const lateSince = (days: number) => `placed more than ${days} days ago and is not completed`
export const onlyThose = (parts: readonly string[]) => `Only what was ${parts.join(', ')}. `
export const showAll = 'Show all'
export const on = (day: string) => `on ${day}`
export const fromTo = (from = 'the first day', to = 'today') => `from ${from} to ${to}`

export const note = 'Note'
export const noteNow = (note: unknown) =>
  `${note ? `The note now says: “${String(note)}”` : 'The note is now empty.'} Save again to replace it with yours.`
export const forStaffOnly = 'For staff only'
export const saveNote = 'Save note'

export const type = 'Type'
export const rungUp = 'Sold'
export const placed = 'Placed'
export const arrived = 'Arrived'
export const tillsClock = 'Till’s clock'
export const voided = 'Voided'
export const till = 'Till'
export const cashier = 'Cashier'
export const customer = 'Customer'
export const guest = 'Guest'
export const email = 'Email'
export const customersAccount = 'Customer’s account'
export const phone = 'Phone'
export const paidInto = 'Payment method'
export const partOf = (name: string, { amount, reference }: { amount: number; reference: string | null }) =>
  [`${name} ${formatCedis(amount)}`, reference].filter(Boolean).join(', ')
export const tendered = 'Tendered'
export const change = 'Change'
export const reference = 'Reference'
export const delivery = 'Delivery'
export const address = 'Address'
export const area = 'Area'
export const coupon = 'Coupon'
export const cancelledBecause = 'Cancelled because'
export const notes = 'Notes'
export const details = 'Details'

export const numberOrCustomer = 'Number or customer'
export const status = 'Status'
export const everyStatus = 'All statuses'
export const everyType = 'All types'
export const deliveryMethod = 'Delivery method'
export const everyMethod = 'All methods'
export const customerOrCashier = 'Customer or cashier'

export const number = 'Number'
export const when = 'Date'
export const total = 'Total'
export const orders = 'Orders'
export const pickList = 'Pick list'
export const newOrder = 'New Order'
export const noOrdersFound = 'No orders found.'
export const showEveryStatus = 'Show all statuses'
export const noneInProgress = 'No orders in progress. Till sales are completed at once.'
export const removeAFilter = 'Remove a filter to see more.'

export const returnHead = 'Return'
export const requested = 'Requested'
export const pieces = 'Pieces'
export const amount = 'Amount'
export const returns = 'Returns'

export const markAsReady = 'Mark as Ready To Ship or Deliver'
export const markAsCompleted = 'Mark as Completed'
export const nextStep = 'Next step'
export const packingSlip = 'Packing slip'
export const newRefund = 'New Refund'
export const reallyCancel = (number: string) => `Cancel order ${number}?`
export const wasItPaid = (number: string) => `Was order ${number} paid?`

export const order = 'Order'
export const payment = 'Payment'
export const account = 'Account'
export const letter = 'Email'
export const stock = 'Stock'
export const staff = 'Staff'
export const exception = 'Exception'
export const timeline = 'Timeline'
export const by = (name: string) => ` by ${name}`

export const orderNumbered = (number: string) => `Order ${number}`
export const product = 'Product'
export const price = 'Price'
export const quantity = 'Quantity'
export const lineTotal = 'Line total'
export const lines = 'Lines'
export const subTotal = 'Sub-total'
export const deliveryFee = 'Delivery fee'
export const discount = 'Discount'

export const print = 'Print'
export const goesTo = 'For'
export const riderFacts = (name: string, phone: string) => `Rider: ${name}, ${phone}`
export const packed = 'Packed'
export const goods = 'Product'
export const size = 'Size'
export const colour = 'Colour'
export const sku = 'SKU'
export const piecesInAll = (pieces: number) => `${pieces} ${pieces === 1 ? 'piece' : 'pieces'}. `

export const nothingToPick = 'Nothing to pick.'
export const allIsPicked = 'Every paid order is ready. New paid orders appear here.'
export const piecesForOrders = (pieces: number, orders: number, at: number) =>
  `${formatCount(pieces)} ${pieces === 1 ? 'piece' : 'pieces'} for ` +
  `${formatCount(orders)} ${orders === 1 ? 'order' : 'orders'}, ${formatDate(at)}`
export const picked = 'Picked'
export const onlySoMany = (onHand: number) => ` only ${onHand} on hand`

export const printReceipt = 'Print Receipt'
export const downloadPdf = 'Download PDF'

export const rider = 'Rider'
export const feePaid = (fee: number) => `, ${formatCedis(fee)} paid to the rider`
export const name = 'Name'
export const riderHint = 'Clear it to choose another rider.'
export const agreedFee = 'Agreed fee in GH₵'
export const feeHint = 'The customer pays the rider. It is not part of the total.'
export const saveRider = 'Save rider'
