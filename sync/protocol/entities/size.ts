import { defineEntity, type Row } from '../entity.ts'
import { MANAGEMENT, STAFF } from '../roles.ts'

/** A size that customers pick. Variations refer to its code, so the code never changes. */
export const size = defineEntity({
  name: 'size',
  plural: 'sizes',
  clearance: { read: STAFF, write: MANAGEMENT },
  fields: {
    code: {
      kind: 'text',
      label: 'Code',
      max: 20,
      pattern: /^[A-Z0-9][A-Z0-9 ./-]*$/,
      hint: 'Capital letters and digits, such as UK12',
      fixed: true,
    },
    name: { kind: 'text', label: 'Name', max: 60 },
  },
  list: ['id', 'code', 'name'],
})

export type Size = Row<typeof size>
