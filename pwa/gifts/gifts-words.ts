/** Buying a gift card, and the page of one that was bought. */

export const buy = 'Buy a gift card'
export const explain = 'We email the code to the person you choose. They use it here or in the shop.'
export const amount = 'Amount'
export const other = 'Other amount'
export const own = 'Amount in cedis'
export const bounds = (least: string, most: string) => `From ${least} to ${most}`
export const yourName = 'Your name'
export const yourEmail = 'Your email'
export const receiptGoes = 'We send your receipt here.'
export const theirName = 'Their name'
export const theirEmail = 'Their email'
export const codeGoes = 'We send the code here. Check the address carefully.'
export const message = 'Message'
export const sendOn = 'Send on'
export const atOnce = 'Leave empty to send it now.'
export const toPayment = 'Continue to payment'

export const title = 'Your gift card'
export const theCard = 'This gift card'
export const unpaid = (sum: string) => `Your gift card for ${sum} is waiting for payment.`
export const pay = (sum: string) => `Pay ${sum}`
export const opening = 'Opening the payment …'
export const asking = 'Checking your payment …'
export const closed = 'You closed the payment. Try again.'
export const notYet = 'We have not received your payment yet. This page updates by itself.'
export const paid = (sum: string) => `Thank you. Your gift card for ${sum} is paid.`
export const sent = (email: string) => `We have sent the code to ${email}.`
export const willSend = (email: string, day: string) => `We send the code to ${email} on ${day}.`
export const sending = (email: string) => `We are sending the code to ${email}.`
export const lost = 'If it does not arrive, contact us. We can issue a new code.'
export const shopOn = 'Continue shopping'
