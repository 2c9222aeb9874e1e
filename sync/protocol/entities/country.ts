import { defineEntity, type Row } from '../entity.ts'
import { MANAGEMENT } from '../roles.ts'

/** A country the shop delivers in. Regions and addresses refer to its code, so the code never changes. */
export const country = defineEntity({
  name: 'country',
  plural: 'countries',
  clearance: { read: MANAGEMENT, write: MANAGEMENT },
  fields: {
    code: {
      kind: 'text',
      label: 'Code',
      max: 2,
      pattern: /^[A-Z]{2}$/,
      hint: 'ISO 3166-1, two capital letters, such as GH',
      fixed: true,
    },
    name: { kind: 'text', label: 'Name', max: 120 },
  },
  list: ['id', 'code', 'name'],
})

export type Country = Row<typeof country>
