import { formatCount } from '#pwa/lib/format.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import type { TenderKind } from '#sync/protocol/tender/tender.ts'

/** The till's cart: its lines, totals and payment, and why it cannot be sold. */

export const cart = 'Cart'
export const sale = 'Sale'
export const reset = 'Reset'
export const empty = 'The cart is empty'
export const howToBegin = 'Scan an item, or find it and press Add.'
export const subtotal = (count: number) => `Sub-total · ${formatCount(count)} ${count === 1 ? 'item' : 'items'}`
export const totalLabel = 'TOTAL'
export const deviceFull = 'This device is full. The open cart would be lost on reload. Finished sales are safe.'
export const checkout = 'Checkout'
export const checkoutKey = 'F9'
export const emptyTitle = 'Empty this cart?'
export const emptied = (count: number, total: number) =>
  `${formatCount(count)} ${count === 1 ? 'item' : 'items'} for ${formatCedis(total)} will be removed. Finished sales do not change.`
export const keepIt = 'Keep it'
export const emptyTheCart = 'Empty the cart'

export const park = 'Park'
export const parkTitle = 'Park this sale'
export const parkName = 'Name'
export const parkHint = 'To find it again: the customer’s name, or what they are wearing.'
export const isParkedNow = 'The sale is parked. The till is free for the next customer.'
export const parkedButton = (count: number) => `Parked (${formatCount(count)})`
export const parkedTitle = 'Parked sales'
export const parkedNone = 'No sale is parked on this device.'
export const parkedAt = (at: string) => `Parked ${at}`
export const parkedItems = (count: number, total: number) =>
  `${formatCount(count)} ${count === 1 ? 'item' : 'items'} · ${formatCedis(total)}`
export const resume = 'Resume'
export const resumeOf = (name: string) => `Resume ${name}`
export const openIsParked = 'The open sale is parked first.'
export const deleteOf = (name: string) => `Delete ${name}`
export const deleteParked = 'Delete'
export const deleteSure = (name: string) => `Delete “${name}”? Put its items back on the shelf.`
export const parkedGone = 'This sale is open in another tab, or is finished.'
export const parkedFull = 'This device is full, so the sale cannot be parked. It is still open.'
export const cancel = 'Cancel'

export const pricesChanged = 'Prices have changed since these items were added.'
export const newPrices = 'Use the new prices'
export const priceNow = (now: number) => `now ${formatCedis(now)}`
export const shelfSays = (left: number) => `only ${left} in stock`
export const noneInStock = 'out of stock'
export const oneLess = (name: string, detail: string) => `One less ${name} ${detail}`
export const quantityOf = (name: string, detail: string) => `Quantity of ${name} ${detail}`
export const oneMore = (name: string, detail: string) => `One more ${name} ${detail}`
export const remove = (name: string, detail: string) => `Remove ${name} ${detail}`

export const repriced =
  'Prices have changed. The cart now has the new prices. Check the total, then press Checkout again.'
export const addFirst = 'The cart is empty. Add an item first.'
export const tenderGone = 'This payment method is no longer offered. Choose another.'
export const cashNoNumber = 'Enter the cash received as a number, such as 200 or 149.50.'
export const cashTooLow = 'The cash received is less than the total.'
export const unsaved =
  'We couldn’t save the sale on this device, so nothing was sold. The cart is unchanged. Press Checkout again.'

export const payment = 'Payment'
export const payBy = (name: string, note: string) => `Payment: ${[name, note].filter(Boolean).join(', ')}`
export const backToItems = 'Back to items'
export const paymentAccount = 'Payment account'
export const reference = 'Reference'
export const optional = 'optional'
/** Where the reference of a payment is found, by kind of tender. */
export const referenceFrom: Record<TenderKind, string> = {
  CASH: '',
  MOBILE_MONEY: 'From the customer’s message',
  CARD: 'From the terminal’s slip',
  OTHER: 'Required',
}
export const referenceAbsent = 'Enter the reference of this payment.'
export const referenceMissing = 'Enter the reference from the customer’s mobile money message.'
export const referenceWrong = 'A mobile money reference has 6 to 30 letters and digits.'
export const referenceUsed = (number: string, date: string) => `${number} of ${date} already has this reference.`
export const customer = 'Customer'
export const customerIfGiven = 'Customer (optional)'
export const customerName = 'Name'
export const customerPhone = 'Phone'
export const phoneWrong = 'Enter a valid phone number, such as 024 123 4567, or leave it empty.'
export const cashReceived = 'Cash received'
export const notAnAmount = 'Enter a valid amount'
export const short = (missing: number) => `${formatCedis(missing)} short`
export const change = 'Change'
export const changeOf = (cash: string) => `Change from ${cash}`
export const quickAmounts = 'Quick amounts'
export const exact = 'Exact'

export const split = 'Split payment'
export const splitPayment = 'Payment in parts'
export const onePayment = 'Pay in one'
export const splitInto = (count: number) => (count === 1 ? 'Split · 1 part' : `Split · ${formatCount(count)} parts`)
export const parts = 'Parts'
export const leftToPay = 'Left to pay'
export const nothingLeft = 'Nothing is left to pay.'
export const partsAreOver = (over: number) => `${formatCedis(over)} more than the total`
export const partAmount = 'Amount of this part'
export const addPart = 'Add this part'
export const partShown = (name: string, amount: number) => `${name}, ${formatCedis(amount)}`
export const removePart = (part: string) => `Remove ${part}`
export const allThatIsLeft = 'All'
export const partNoNumber = 'Enter the amount as a number, such as 50 or 49.50.'
export const partNothing = 'Enter an amount above 0.'
export const partTooMuch = (left: number) => `Only cash gives change: at most ${formatCedis(left)} here.`
export const lastPart = 'This is the last part: it has to pay all that is left.'
export const referenceTwice = 'Another part of this payment has this reference.'
export const partsMissing = (left: number) => `${formatCedis(left)} is left to pay. Add another part.`
export const partsOver = (over: number) =>
  `The parts come to ${formatCedis(over)} more than the total. Remove one and add it again.`

export const giftCard = 'Gift card'
export const cardCode = 'Gift card code'
export const scanCard = 'Scan the card, or type its code.'
export const applyCard = 'Use card'
export const checkingCard = 'Checking…'
export const cardsNeedNetwork = 'Gift cards need a connection. Use another payment method.'
export const cardPays = (end: string, amount: string) => `Gift card …${end} pays ${amount}.`
export const cardLeft = (left: string) => `${left} left on the card.`
export const restToPay = (rest: string) => `${rest} left to pay.`
export const takeCardOff = 'Remove card'
export const cardUnused = 'No gift card was used. Scan the card, or choose another payment method.'
export const cardPaysLess = 'The gift card pays less now. Check what is left to pay, then press Checkout again.'
export const cardNotReached =
  'No connection, so the gift card was not charged and nothing was sold. Press Checkout again, or remove the card.'
