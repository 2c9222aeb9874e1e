/** Titles of the ledger's screens. */

export const accounts = 'Accounts'
export const paymentMethods = 'Payment methods'
export const newPaymentMethod = 'New payment method'
export const paymentMethod = 'Payment method'
export const recordTransaction = 'Record Transaction'
