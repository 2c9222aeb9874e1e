/** A teller reverses the last sale of their till: it stays on record, and its goods and money go back. */
export const SALE_VOID = 'sale.void'

export const VOID_REASONS = {
  WRONG_ITEM: 'Wrong item or quantity',
  WRONG_PRICE: 'Wrong price or discount',
  WRONG_TENDER: 'Wrong payment method',
  CHANGED_MIND: 'Customer changed their mind',
  RUNG_UP_TWICE: 'Rung up twice',
} as const
export type VoidReason = keyof typeof VOID_REASONS

export interface SaleVoid {
  /** Minted when the form opens: the id of the void and of its mutation. */
  id: string
  shop_id: number
  till_code: string
  teller_id: number
  occurred_at: string
  /** The sale that is voided, which may not have arrived yet, and its receipt number. */
  sale_id: string
  number: string
  reason: VoidReason
}
