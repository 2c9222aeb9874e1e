import { describe, expect, test } from 'vitest'
import { addRules, asKept, rowReply, updateRules } from '#api/crud/rules.ts'
import { colour } from '#sync/protocol/entities/colour.ts'
import { country } from '#sync/protocol/entities/country.ts'
import { coupon } from '#sync/protocol/entities/coupon.ts'
import { deliveryZone } from '#sync/protocol/entities/delivery-zone.ts'
import { region } from '#sync/protocol/entities/region.ts'
import { setting } from '#sync/protocol/entities/setting.ts'
import { size } from '#sync/protocol/entities/size.ts'
import { defineEntity, type Input, type Shown } from '#sync/protocol/entity.ts'

const hat = defineEntity({
  name: 'hat',
  plural: 'hats',
  clearance: { read: 3, write: 4 },
  list: ['id', 'code'],
  fields: {
    code: { kind: 'text', label: 'Code', max: 6, fixed: true },
    note: { kind: 'text', label: 'Note', max: 20, optional: true },
    price: { kind: 'money', label: 'Price' },
    brims: { kind: 'count', label: 'Brims' },
    worn: { kind: 'count', label: 'Worn', kept: true },
    felt: { kind: 'flag', label: 'Felt', initial: 1 },
    shape: { kind: 'choice', label: 'Shape', of: ['ROUND', 'FLAT'] },
    sold_from: { kind: 'day', label: 'Sold from', optional: true },
    size_code: { kind: 'ref', label: 'Size', to: 'size' },
  },
})
const good: Input<typeof hat> = {
  code: 'H1',
  note: null,
  price: 12.5,
  brims: 1,
  felt: 1,
  shape: 'FLAT',
  sold_from: null,
  size_code: 'UK8',
}
const fails = (
  rules: {
    validate: (value: unknown, options: object) => { error?: { details: { path: (string | number)[] }[] } | undefined }
  },
  value: unknown,
) =>
  (rules.validate(value, { abortEarly: false, convert: false }).error?.details ?? []).map(({ path }) => path.join('.'))

describe('an entity', () => {
  test('accepts what its fields say', () => {
    expect(fails(addRules(hat), good)).toEqual([])
    expect(fails(addRules(hat), { ...good, note: '', felt: true, sold_from: '2026-02-28' })).toEqual([])
    const row: Shown<typeof hat> = { id: 1, ...good, worn: 0, size: { name: 'UK 8' } }
    expect(fails(rowReply(hat), { ...row, created_at: 'then', updated_at: 'now' })).toEqual([])
    expect(fails(rowReply(hat), { ...row, felt: true, size: null, created_at: 'then', updated_at: 'now' })).toEqual([
      'felt',
      'size',
    ])
  })

  test('stores a flag as 1 or 0, and an emptied optional text as null', () => {
    expect(asKept(hat, { ...good, felt: false, note: '' })).toEqual({ ...good, felt: 0, note: null })
    expect(asKept(hat, { felt: 1, note: 'warm' })).toEqual({ felt: 1, note: 'warm' })
  })

  test('has its initial and empty values by default', () => {
    const { note: _note, felt: _felt, sold_from: _sold_from, ...least } = good
    expect(addRules(hat).validate(least).value).toEqual(good)
    expect(updateRules(hat).validate({ code: 'H2' }).value).toEqual({ code: 'H2' })
  })

  test.each([
    ['price', 12.555],
    ['price', -1],
    ['price', '12'],
    ['brims', 1.5],
    ['brims', -1],
    ['felt', 'yes'],
    ['felt', 2],
    ['felt', '1'],
    ['felt', null],
    ['shape', 'TALL'],
    ['sold_from', '2026-02-30'],
    ['sold_from', 20260228],
    ['sold_from', ''],
    ['code', 'TOO-LONG'],
    ['code', null],
    ['note', 7],
    ['size_code', [1]],
  ])('refuses %s = %j', (field, value) => {
    expect(fails(addRules(hat), { ...good, [field]: value })).toEqual([field])
    expect(fails(updateRules(hat), { [field]: value })).toEqual([field])
  })

  test('requires every field that is not optional, and no other', () => {
    expect(fails(addRules(hat), { note: 'x' })).toEqual(['code', 'price', 'brims', 'shape', 'size_code'])
    expect(fails(addRules(hat), { ...good, id: 4, role_code: 'OWNER', worn: 9, size: { name: 'x' } })).toEqual([
      'id',
      'role_code',
      'worn',
      'size',
    ])
    expect(fails(updateRules(hat), { worn: 9 })).toEqual(['worn'])
    expect(fails(updateRules(hat), { updated_at: '2026-01-01T00:00:00.000Z' })).toEqual([])
    expect(fails(updateRules(hat), { updated_at: 'yesterday' })).toEqual(['updated_at'])
  })
})

test.each(['FF00', 'ff0000', '#FF0000', 'GG0000', ''])('refuses %j as a colour code', code =>
  expect(fails(addRules(colour), { code, name: 'x' })).toContain('code'),
)
test.each(['uk12', ' ', '-1', 'X'.repeat(21)])('%j is no size code', code =>
  expect(fails(addRules(size), { code, name: 'x' })).toContain('code'),
)
test.each(['gh', 'GHA', 'G', 'G1', ''])('refuses %j as a country code', code =>
  expect(fails(addRules(country), { code, name: 'x' })).toContain('code'),
)
test.each(['GH', 'GH-', 'gh-aa', 'GH-AAAA', ''])('refuses %j as a region code', code =>
  expect(fails(addRules(region), { country_code: 'GH', code, name: 'x' })).toContain('code'),
)
test.each(['-A', 'A B', 'A/B', '', 'Z'.repeat(41)])('%j is no code of a zone or a coupon', code => {
  expect(fails(addRules(deliveryZone), { region_code: 'GH-AH', name: 'x', code, cost: 1 })).toContain('code')
  expect(fails(addRules(coupon), { code, name: 'x', value: 1 })).toContain('code')
})
test.each(['1st', '', ' ', 'a;b', 'a'.repeat(61)])('%j is no name of a setting', name =>
  expect(fails(addRules(setting), { name, value: 'x' })).toContain('name'),
)
