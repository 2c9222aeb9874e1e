/** What a receipt says, on the screen and on paper. Money in cedis. */
export interface ReceiptContent {
  shop: { name: string; contact: string[] }
  number: string
  /** Null until the server has given the sale its order. */
  order_id: number | null
  date: string
  lines: { name: string; detail: string; quantity: number; price: number; total: number }[]
  subtotal: number
  /** What delivery costs, in words; null where nothing is delivered. */
  delivery: string | null
  discount: number
  total: number
  tender: string
  tendered: number | null
  change: number | null
  reference: string | null
  payer: string
  payer_phone: string | null
  /** Null where nobody rang it up. */
  cashier: string | null
  note: string
}

/** The order's id is the file's name once it is known; before that the receipt number, which never changes. */
export const receiptFileName = ({ order_id, number }: Pick<ReceiptContent, 'order_id' | 'number'>) => `${order_id ?? number}.pdf`
