import { defineEntity, type Row } from '../entity.ts'
import { MANAGEMENT } from '../roles.ts'

/** A part of a region with one delivery fee. Orders and addresses refer to its code, so the code never changes. */
export const deliveryZone = defineEntity({
  name: 'delivery_zone',
  plural: 'delivery_zones',
  clearance: { read: MANAGEMENT, write: MANAGEMENT },
  fields: {
    region_code: { kind: 'ref', label: 'Region', to: 'region' },
    name: { kind: 'text', label: 'Name', max: 120 },
    code: {
      kind: 'text',
      label: 'Code',
      max: 40,
      pattern: /^[A-Za-z0-9][A-Za-z0-9_-]*$/,
      hint: 'Letters, digits, - and _, such as KUMASI-CENTRAL',
      fixed: true,
    },
    locations: { kind: 'text', label: 'Locations', max: 2000, as: 'area', optional: true },
    cost: { kind: 'money', label: 'Cost' },
  },
  list: ['id', 'region_code', 'name', 'cost'],
})

/** A zone as checkout shows it. */
export type DeliveryZone = Row<typeof deliveryZone>
