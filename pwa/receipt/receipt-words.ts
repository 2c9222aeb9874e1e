/** The words of a receipt, on the screen and on paper, from top to bottom. */

export const receipt = 'Receipt'
export const receiptOf = (number: string) => `Receipt ${number}`
export const order = 'Order'
export const date = 'Date'

export const subtotal = 'Sub-total'
export const delivery = 'Delivery'
export const discount = 'Discount'
export const total = 'TOTAL'
export const paidBy = 'Paid by'
export const tendered = 'Tendered'
export const change = 'Change'
export const reference = 'Reference'
export const remainsPaid = 'Remains paid'

export const payer = 'Payer'
export const phone = 'Phone'
export const cashier = 'Cashier'

export const pageOf = (number: string, page: number, pages: number) => `${number} · page ${page} of ${pages}`
