import { sumCedis } from '#sync/protocol/money.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'

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
  /** Money that moved since: what went back, below 0, and differences that were paid. The words say which. */
  since: { words: string; amount: number }[]
  payer: string
  payer_phone: string | null
  /** Null where nobody rang it up. */
  cashier: string | null
  note: string
}

/** What is left of what was paid, once all that moved since is counted. */
export const remainsPaid = ({ total, since }: Pick<ReceiptContent, 'total' | 'since'>) =>
  sumCedis([total, ...since.map(({ amount }) => amount)])

/** What stands below the shop's name: how to reach it, and who sells in the words of the register. */
export const contactLines = ({
  address,
  phones,
  email,
  seller,
}: Pick<ShopInfo, 'address' | 'phones' | 'email'> & {
  seller: Pick<ShopInfo['seller'], 'legal_name' | 'registration_number'>
}): string[] =>
  [address, phones.map(formatPhone).join(' · '), email, seller.legal_name, seller.registration_number].filter(Boolean)

/** The order's id is the file's name once it is known; before that the receipt number, which never changes. */
export const receiptFileName = ({ order_id, number }: Pick<ReceiptContent, 'order_id' | 'number'>) =>
  `${order_id ?? number}.pdf`
