import { describe, expect, test } from 'vitest'
import { addRules, rowReply, updateRules } from '#api/crud/rules.ts'
import { colour } from '#sync/protocol/entities/colour.ts'
import { size } from '#sync/protocol/entities/size.ts'
import { defineEntity, type Input, type Row } from '#sync/protocol/entity.ts'

const hat = defineEntity({
  name: 'hat', plural: 'hats', clearance: { read: 3, write: 4 }, list: ['id', 'code'],
  fields: {
    code: { kind: 'text', label: 'Code', max: 6, fixed: true },
    note: { kind: 'text', label: 'Note', max: 20, optional: true },
    price: { kind: 'money', label: 'Price' },
    brims: { kind: 'count', label: 'Brims' },
    felt: { kind: 'flag', label: 'Felt' },
    shape: { kind: 'choice', label: 'Shape', of: ['ROUND', 'FLAT'] },
    size_code: { kind: 'ref', label: 'Size', to: 'size' },
  },
})
const good: Input<typeof hat> = { code: 'H1', note: null, price: 12.5, brims: 1, felt: true, shape: 'FLAT', size_code: 'UK8' }
const fails = (rules: { validate: (value: unknown, options: object) => { error?: { details: { path: (string | number)[] }[] } | undefined } }, value: unknown) =>
  (rules.validate(value, { abortEarly: false, convert: false }).error?.details ?? []).map(({ path }) => path.join('.'))

describe('an entity', () => {
  test('takes what its fields say', () => {
    expect(fails(addRules(hat), good)).toEqual([])
    const row: Row<typeof hat> = { id: 1, ...good }
    expect(fails(rowReply(hat), { ...row, created_at: 'then', updated_at: 'now' })).toEqual([])
  })

  test.each([
    ['price', 12.555], ['price', -1], ['price', '12'], ['brims', 1.5], ['brims', -1], ['felt', 'yes'], ['felt', 1], ['shape', 'TALL'], ['code', 'TOO-LONG'], ['code', null], ['note', 7], ['size_code', [1]],
  ])('refuses %s = %j', (field, value) => {
    expect(fails(addRules(hat), { ...good, [field]: value })).toEqual([field])
    expect(fails(updateRules(hat), { [field]: value })).toEqual([field])
  })

  test('wants every field that is not optional, and no other', () => {
    expect(fails(addRules(hat), { note: 'x' })).toEqual(['code', 'price', 'brims', 'felt', 'shape', 'size_code'])
    expect(fails(addRules(hat), { ...good, id: 4, role_code: 'OWNER' })).toEqual(['id', 'role_code'])
    expect(fails(updateRules(hat), { updated_at: '2026-01-01T00:00:00.000Z' })).toEqual([])
    expect(fails(updateRules(hat), { updated_at: 'yesterday' })).toEqual(['updated_at'])
  })
})

test.each(['FF00', 'ff0000', '#FF0000', 'GG0000', ''])('%j is no colour code', code => expect(fails(addRules(colour), { code, name: 'x' })).toContain('code'))
test.each(['uk12', ' ', '-1', 'X'.repeat(21)])('%j is no size code', code => expect(fails(addRules(size), { code, name: 'x' })).toContain('code'))
