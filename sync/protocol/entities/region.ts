import { defineEntity, type Shown } from '../entity.ts'
import { MANAGEMENT } from '../roles.ts'

/** A region of a country. Zones, orders and addresses refer to its code, so the code never changes. */
export const region = defineEntity({
  name: 'region',
  plural: 'regions',
  clearance: { read: MANAGEMENT, write: MANAGEMENT },
  fields: {
    country_code: { kind: 'ref', label: 'Country', to: 'country' },
    code: {
      kind: 'text',
      label: 'Code',
      max: 6,
      pattern: /^[A-Z]{2}-[A-Z0-9]{1,3}$/,
      hint: 'ISO 3166-2, such as GH-AA',
      fixed: true,
    },
    name: { kind: 'text', label: 'Name', max: 120 },
  },
  list: ['id', 'country_code', 'name'],
})

export type Region = Shown<typeof region>
