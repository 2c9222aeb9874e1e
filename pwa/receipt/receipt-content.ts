import { sumCedis } from '#sync/protocol/money.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'
import type { IncludedTax } from '#sync/protocol/shop/taxes.ts'

/** The content of a receipt, on the screen and on paper. Money in cedis. */
export interface ReceiptContent {
  shop: { name: string; contact: string[] }
  number: string
  /** For the file's name only. Null until the server has given the sale its order. */
  order_id: number | null
  /** 0 on the first print, then the number of the copy. */
  copy: number
  /** When it was voided, in words; null if it stands. */
  voided: string | null
  date: string
  lines: { name: string; detail: string; quantity: number; price: number; total: number }[]
  subtotal: number
  /** The delivery fee, in words; null if nothing is delivered. */
  delivery: string | null
  discount: number
  total: number
  /** Within the total, on the day of the sale; empty if the shop is not registered for them. */
  taxes: IncludedTax[]
  tender: string
  /** The parts of a payment in several ways; absent where there was one. */
  parts?: { name: string; amount: number; reference: string | null }[]
  /** What a gift card paid beside it, or all of it; `left`: what was then on the card, null if unknown. */
  card: { code_end: string; amount: number; left: number | null } | null
  tendered: number | null
  change: number | null
  reference: string | null
  /** Money that moved since: refunds, below 0, and differences paid. `words` name them. */
  since: { words: string; amount: number }[]
  payer: string
  payer_phone: string | null
  /** Null for a website order. */
  cashier: string | null
  note: string
}

/** The amount still paid after everything that moved since. */
export const remainsPaid = ({ total, since }: Pick<ReceiptContent, 'total' | 'since'>) =>
  sumCedis([total, ...since.map(({ amount }) => amount)])

/** The lines below the shop's name: its contact details, and the seller as in the companies register. */
export const contactLines = ({
  address,
  phones,
  email,
  seller,
}: Pick<ShopInfo, 'address' | 'phones' | 'email'> & {
  seller: Pick<ShopInfo['seller'], 'legal_name' | 'registration_number'>
}): string[] =>
  [
    address,
    phones.map(formatPhone).join(' · '),
    email,
    seller.legal_name,
    isPlaceholder(seller.registration_number) ? '' : seller.registration_number,
  ].filter(Boolean)

/** Whether nobody has entered the number yet: a new shop's settings hold one of zeros. */
const isPlaceholder = (registration_number: string) => !/[1-9]/.test(registration_number)

/** The file name holds the order id once it is known; before that the receipt number, which never changes. */
export const receiptFileName = ({ order_id, number }: Pick<ReceiptContent, 'order_id' | 'number'>) =>
  `${order_id ?? number}.pdf`
