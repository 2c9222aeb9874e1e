/** The words of a receipt, on the screen and on paper, from top to bottom. */

export const receipt = 'Receipt'
export const receiptOf = (number: string) => `Receipt ${number}`
export const voided = 'VOID'
export const copy = (count: number) => `COPY ${count}`
export const date = 'Date'

export const subtotal = 'Sub-total'
export const delivery = 'Delivery'
export const discount = 'Discount'
export const total = 'TOTAL'
export const includedTax = (name: string, per_cent: number) => `Includes ${name} ${per_cent} %`
export const paidBy = 'Paid by'
export const paidPart = (name: string) => `Paid by ${name}`
export const giftCard = (end: string) => (end ? `Gift card …${end}` : 'Gift card')
export const leftOnCard = 'Card balance'
export const tendered = 'Tendered'
export const change = 'Change'
export const reference = 'Reference'
export const remainsPaid = 'Net paid'

export const payer = 'Payer'
export const phone = 'Phone'
export const cashier = 'Cashier'

export const pageOf = (number: string, page: number, pages: number) => `${number} · page ${page} of ${pages}`
