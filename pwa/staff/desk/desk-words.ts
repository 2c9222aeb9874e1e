import { formatCount } from '#pwa/lib/format.ts'

/** The desk: its figures, its plots and the work that waits. */

export const highest = (label: string | undefined, most: string) => `The highest is ${label}: ${most}.`
export const allAreZero = 'All values are zero.'
export const plotLabel = (title: string, said: string) => `${title}. ${said} The table below has every value.`
export const valuesAsTable = 'Values as a table'

export const desk = 'Desk'
export const noConnection = 'No connection to the shop'
export const tillStillSells =
  'The desk’s figures need the internet. The till sells without it and keeps every sale on this device.'
export const openTill = 'Open the till'
export const todaysSales = 'Today’s sales'
export const tryAgain = 'Try again'
export const days = 'Days'
export const countCash = 'Count cash'
export const sales = 'Sales'
export const gross = 'Gross sales'
export const discounts = 'Discounts'
export const returns = 'Returns'
export const net = 'Net sales'
export const delivery = 'Delivery'
export const total = 'Total sales'
export const ordersOf = (orders: number) => `${formatCount(orders)} ${orders === 1 ? 'order' : 'orders'}`
export const soldPieces = 'Sold'
export const payments = 'Payments'
export const refunds = 'Refunds'
export const netPayments = 'Net payments'

export const goods = 'Products'
export const bestSellers = 'Best sellers'
export const product = 'Product'
export const onHand = 'On hand'
export const nothingWasSold = 'Nothing was sold.'
export const worstSellers = 'Worst sellers'
export const nothingSellsBadly = 'Everything for sale is new or sold out.'
export const sellThrough = 'Sell-through'
export const category = 'Category'
export const shareSold = 'Share sold'
export const thereAreNoGoods = 'No products yet.'
export const returnsByReason = 'Returns by reason'
export const reason = 'Reason'
export const amount = 'Amount'
export const noReturns = 'No returns.'
export const deleted = 'deleted'

export const notesFromTheTill = 'Notes from the till'
export const more = (total: number) => `${total} more.`
export const atTill = (tillCode: string) => `, till ${tillCode}`
export const markAsRead = 'Mark as read'

export const showTheFirst = (most: number) => `Show the first ${most}`
export const showAll = (count: number) => `Show all ${formatCount(count)}`

export const orders = 'Orders'
export const grossByDay = 'Gross sales by day'
export const day = 'Day'
export const grossByHour = 'Gross sales by hour'
export const hour = 'Hour'
export const byChannel = 'Sales by channel'
export const channel = 'Channel'
export const byAccount = 'Payments by account'
export const account = 'Account'
export const byCashier = 'Sales by cashier'
export const cashier = 'Cashier'
export const store = 'Store'
export const website = 'Website'

export const sizesOf = (name: string) => `Sizes of ${name}, share of pieces`
export const size = 'Size'

export const oddPayments = (n: number) => (n === 1 ? 'payment to check' : 'payments to check')
export const exceptions = (n: number) => (n === 1 ? 'sales exception' : 'sales exceptions')
export const refundsToDecide = (n: number) => (n === 1 ? 'return to review' : 'returns to review')
export const reviewsToCheck = (n: number) => (n === 1 ? 'review to check' : 'reviews to check')
export const lowStock = (n: number) => (n === 1 ? 'variant low in stock' : 'variants low in stock')
export const refundsToDo = (n: number) => `${n === 1 ? 'return' : 'returns'} to refund or receive`
export const lateOrders = (n: number, days: number) => `${n === 1 ? 'order' : 'orders'} older than ${days} days`
export const failedJobs = (n: number, days: number) => `${n === 1 ? 'job' : 'jobs'} failed in ${days} days`
export const waitingForYou = 'Waiting for you'
export const nothingIsWaiting = 'Nothing is waiting. All done.'

/** The shifts that were opened today. */
export const shiftsToday = 'Shifts today'
export const allShifts = 'All shifts of today'
export const shiftOf = (till: string, name: string | null) => (name === null ? till : `${till} · ${name}`)
export const openedBy = (name: string, at: string) => `Opened by ${name}, ${at}`
export const closedAt = (at: string) => `closed ${at}`
export const stillOpen = 'Open'
