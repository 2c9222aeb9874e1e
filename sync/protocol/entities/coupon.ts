import { defineEntity, type Row } from '../entity.ts'

/** A code that makes one order cheaper. Its uses are counted by orders alone. */
export const coupon = defineEntity({
  name: 'coupon',
  plural: 'coupons',
  clearance: { read: 4, write: 4 },
  fields: {
    code: { kind: 'text', label: 'Code', max: 40, pattern: /^[A-Za-z0-9][A-Za-z0-9_-]*$/, hint: 'Letters, digits, - and _; capitals and small letters are the same' },
    name: { kind: 'text', label: 'Name', max: 120 },
    description: { kind: 'text', label: 'Description', max: 1000, as: 'area', optional: true },
    type: { kind: 'choice', label: 'Type', of: ['percentage', 'amount'], initial: 'percentage' },
    value: { kind: 'money', label: 'Value', hint: 'Per cent of the subtotal, or cedis', limit: { when: 'type', is: 'percentage', most: 100 } },
    max_usage: { kind: 'count', label: 'Most uses', hint: 'Empty or 0: as often as anybody likes', optional: true },
    current_usage: { kind: 'count', label: 'Uses so far', kept: true },
    free_delivery: { kind: 'flag', label: 'Free delivery', initial: 1 },
    expires_on: { kind: 'day', label: 'Last day', hint: 'Empty: until it is made inactive', optional: true },
    status_code: { kind: 'choice', label: 'Status', of: ['ACTIVE', 'INACTIVE'], initial: 'ACTIVE' },
  },
  list: ['id', 'code', 'type', 'value', 'current_usage', 'max_usage', 'status_code'],
})

export type Coupon = Row<typeof coupon>
