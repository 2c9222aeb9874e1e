import { defineEntity, type Row } from '../entity.ts'
import { MANAGEMENT } from '../roles.ts'

/** A code for a discount on one order. Only orders count its uses; its categories are in a table of their own. */
export const coupon = defineEntity({
  name: 'coupon',
  plural: 'coupons',
  clearance: { read: MANAGEMENT, write: MANAGEMENT },
  fields: {
    code: {
      kind: 'text',
      label: 'Code',
      max: 40,
      pattern: /^[A-Za-z0-9][A-Za-z0-9_-]*$/,
      hint: 'Letters, digits, - and _. Capitals do not matter',
    },
    name: { kind: 'text', label: 'Name', max: 120 },
    description: { kind: 'text', label: 'Description', max: 1000, as: 'area', optional: true },
    type: { kind: 'choice', label: 'Type', of: ['percentage', 'amount'], initial: 'percentage' },
    value: {
      kind: 'money',
      label: 'Value',
      hint: 'Per cent off the products it applies to, or an amount in cedis',
      limit: { when: 'type', is: 'percentage', most: 100 },
    },
    minimum_subtotal: {
      kind: 'money',
      label: 'Minimum subtotal',
      hint: 'Of the whole order, in cedis. Empty: no minimum',
      optional: true,
    },
    max_usage: { kind: 'count', label: 'Maximum uses', hint: 'Empty or 0: unlimited', optional: true },
    max_per_customer: {
      kind: 'count',
      label: 'Maximum uses per customer',
      hint: 'Recognised by account or phone. Empty or 0: unlimited',
      optional: true,
    },
    current_usage: { kind: 'count', label: 'Uses so far', kept: true },
    free_delivery: { kind: 'flag', label: 'Free delivery', initial: 1 },
    starts_on: { kind: 'day', label: 'Valid from', hint: 'Empty: immediately', optional: true },
    expires_on: { kind: 'day', label: 'Valid until', hint: 'Empty: no expiry', optional: true },
    shown: {
      kind: 'flag',
      label: 'Shown to customers',
      hint: 'Customers see it in their account. Otherwise you give them the code',
      initial: 1,
    },
    status_code: { kind: 'choice', label: 'Status', of: ['ACTIVE', 'INACTIVE'], initial: 'ACTIVE' },
  },
  list: ['id', 'code', 'type', 'value', 'current_usage', 'max_usage', 'status_code'],
})

export type Coupon = Row<typeof coupon>
/**
 * A coupon at checkout. `category_ids`: the categories it applies to, including those below them; empty if it applies
 * to everything.
 */
export type CheckoutCoupon = Coupon & { category_ids: number[] }
/** A coupon as staff see it, with the categories they chose. */
export type StaffCoupon = Coupon & {
  categories: { id: number; name: string }[]
  created_at: string
  updated_at: string
}
/** A use of a coupon. `user` is null for a guest. Amounts in cedis. */
export interface CouponUse {
  id: number
  order_id: number
  number: string
  status_code: string
  user: { id: number; name: string } | null
  customer_name: string | null
  customer_phone: string | null
  discount: number
  total: number
  created_at: string
}
