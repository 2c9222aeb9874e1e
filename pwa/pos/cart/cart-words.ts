import { formatCount } from '#pwa/lib/format.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import type { Tender } from '#sync/protocol/sale.ts'

/** The till's cart: its lines, totals and payment, and why it cannot be sold. */

export const cart = 'Cart'
export const sale = 'Sale'
export const reset = 'Reset'
export const empty = 'The cart is empty'
export const howToBegin = 'Scan an item, or find it and press Add.'
export const subtotal = (count: number) => `Sub-total · ${formatCount(count)} ${count === 1 ? 'item' : 'items'}`
export const totalLabel = 'TOTAL'
export const deviceFull = 'This device is full: the open cart would not survive a reload. Finished sales are safe.'
export const checkout = 'Checkout'
export const checkoutKey = 'F9'
export const emptyTitle = 'Empty this cart?'
export const emptied = (count: number, total: number) =>
  `${formatCount(count)} ${count === 1 ? 'item' : 'items'} for ${formatCedis(total)} will be taken out. Finished sales are not touched.`
export const keepIt = 'Keep it'
export const emptyTheCart = 'Empty the cart'

export const pricesChanged = 'Prices have changed since these were added.'
export const newPrices = 'Use the new prices'
export const priceNow = (now: number) => `now ${formatCedis(now)}`
export const shelfSays = (left: number) => `shelf says ${left}`
export const noneInStock = 'none in stock'
export const oneLess = (name: string, detail: string) => `One less ${name} ${detail}`
export const quantityOf = (name: string, detail: string) => `Quantity of ${name} ${detail}`
export const oneMore = (name: string, detail: string) => `One more ${name} ${detail}`
export const remove = (name: string, detail: string) => `Remove ${name} ${detail}`

export const repriced =
  'Prices have changed since these were added. The new prices are in the cart now: check the total, then press Checkout again.'
export const addFirst = 'The cart is empty. Add an item first.'
export const cashNoNumber = 'Enter the cash received as a number, such as 200 or 149.50.'
export const cashTooLow = 'The cash received is less than the total.'
export const unsaved =
  'We couldn’t save the sale on this device, so nothing was sold. The cart is unchanged. Press Checkout again.'

export const payment = 'Payment'
export const paymentAccount = 'Payment account'
export const reference = 'Reference'
export const optional = 'optional'
export const customer = 'Customer'
export const noCustomer = '(optional)'
export const customerName = 'Name'
export const customerPhone = 'Phone'
export const cashReceived = 'Cash received'
export const notAnAmount = 'Not an amount'
export const short = (missing: number) => `${formatCedis(missing)} short`
export const change = 'Change'
export const quickAmounts = 'Quick amounts'
export const exact = 'Exact'

export const tenders: Record<Tender, string> = { CASH: 'Cash', MTN_MOBILE_MONEY: 'MTN MoMo', BANK: 'POS / Bank' }
