import { defineEntity, type Row } from '../entity.ts'
import { MANAGEMENT } from '../roles.ts'

/** A setting of the shop that staff may change. The code finds it by name. */
export const setting = defineEntity({
  name: 'setting',
  plural: 'settings',
  clearance: { read: MANAGEMENT, write: MANAGEMENT },
  fields: {
    name: {
      kind: 'text',
      label: 'Name',
      max: 60,
      pattern: /^[A-Za-z][A-Za-z0-9_. -]*$/,
      hint: 'Letters, digits, _ . and -, such as shop_name',
    },
    value: { kind: 'text', label: 'Value', max: 5000, as: 'area', optional: true },
  },
  list: ['id', 'name', 'value'],
})

export type Setting = Row<typeof setting>
