/** What somebody who pays for another person may know. */
export interface PayRequest {
  /** 'OVER': the order can no longer be paid. */
  state: 'OPEN' | 'PAID' | 'OVER'
  /** Only while it can be paid. */
  order: {
    /** Of the person who ordered. */
    first_name: string
    items: { name: string; size: string; colour: string | null; quantity: number }[]
    total: number
    reserved_until: string | null
  } | null
}
