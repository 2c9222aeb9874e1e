import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as failures from '#api/errors.ts'
import { admit } from '#api/http/access.ts'
import { canonical } from '#sync/protocol/canonical.ts'
import { saleRecord } from '#api/sales/sale-kind.ts'
import { contentOf } from '#api/sync/content.ts'
import { UUID } from '#sync/protocol/mutation.ts'
import { clearanceOf, GRANTABLE, isStaff, MANAGEMENT, ROLES, STAFF, type RoleCode } from '#sync/protocol/roles.ts'
import { bySizeCode } from '#sync/protocol/size-order.ts'
import { aSale } from '#tests/support/server/factories.ts'

test("a role's id is its clearance, and staff can give only roles below management", () => {
  expect(Object.fromEntries(Object.entries(ROLES).map(([code, { id }]) => [code, id]))).toEqual({
    CUSTOMER: 1,
    MANAGER: 3,
    ADMINISTRATOR: 4,
    SUPER_ADMINISTRATOR: 5,
  })
  for (const role of GRANTABLE) expect(clearanceOf(role)).toBeLessThan(MANAGEMENT)
  expect((Object.keys(ROLES) as RoleCode[]).filter(role_code => isStaff({ role_code }))).toEqual([
    'MANAGER',
    'ADMINISTRATOR',
    'SUPER_ADMINISTRATOR',
  ])
  expect([isStaff(null), STAFF]).toEqual([false, 3])
})

test('tells nobody, a guest and a customer apart', () => {
  const guest = { id: 'g', user: null }
  expect(admit(null, 'public')).toBeNull()
  expect(() => admit(null, 'session')).toThrow(expect.objectContaining({ status: 401 }))
  expect(admit(guest, 'session')).toBe(guest)
  for (const access of ['customer', 3, 4] as const)
    expect(() => admit(guest, access)).toThrow(expect.objectContaining({ status: 403 }))
})

test("accepts a lower-case UUID of version 4 or 7 as a sale's id", () => {
  for (let i = 0; i < 100; i++) expect(crypto.randomUUID()).toMatch(UUID)
  expect('0190a5f0-7c1e-7abc-8def-0123456789ab').toMatch(UUID)
  for (const wrong of [
    '6F1C2A9E-0000-4000-8000-000000000001',
    '6f1c2a9e-0000-1000-8000-000000000001',
    '6f1c2a9e-0000-4000-c000-000000000001',
    '6f1c2a9e00004000800000000000001',
    '6f1c2a9e-0000-4000-8000-000000000001\n',
    '',
  ])
    expect(wrong).not.toMatch(UUID)
})

/** No reply of the server has this code. */
const SAID_BY_THE_PAGE = 'session_rests'

test('gives every failure a sentence and a known code', () => {
  const codes = new Set(
    [...readFileSync('sync/protocol/errors.ts', 'utf8').matchAll(/'(\w+)'/g)].map(([, code]) => code),
  )
  const made = [
    failures.malformed(),
    failures.unauthenticated(),
    failures.forbidden(),
    failures.notFound('Till'),
    failures.wrongMethod(),
    failures.conflict('No.'),
    failures.tillRevoked(),
    failures.tooLarge('No.'),
    failures.wrongType(),
    failures.csrf(),
    failures.invalid({}),
    failures.keyReused(),
    failures.unknownVariation([1]),
    failures.oldProtocol(),
    failures.tooMany(9),
    failures.internal(),
    failures.unavailable(),
    failures.notCompleted(),
    failures.grantEnded(),
    failures.deviceUnknown(),
    failures.unproved('No.'),
    failures.paymentsUnavailable(),
    failures.providerSilent(),
    failures.stale({}),
    failures.stepUp({ methods: [], challenge: '', rp_id: '', passkeys: [] }),
    failures.secondFactorRequired(),
    failures.secondPerson('No.'),
    failures.staleTotal({ subtotal: 1, shipping_fee: 0, discount: 0, total: 1 }),
  ]
  for (const { body, status, retryAfter } of made) {
    expect(codes).toContain(body.code)
    expect(body.message).toMatch(/^[A-Z].*\.$/)
    expect([body.code, retryAfter !== null]).toEqual([body.code, status === 429 || status === 503])
  }
  expect(new Set(made.map(({ body }) => body.code))).toEqual(
    new Set([...codes].filter(code => code !== SAID_BY_THE_PAGE)),
  )
})

/** The same value, its members in another order. */
const turned = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(turned)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([name, member]) => [name, turned(member)]),
        )
      : value

const read = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('writes two spellings of a value as one text that can be read back', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(canonical(turned(value))).toBe(canonical(value))
      expect(JSON.parse(canonical(value))).toEqual(read(value))
    }),
    { numRuns: 2_000 },
  )
})

test('gives a sale the same content in any spelling, and another for each changed fact', () => {
  const sale = aSale({
    occurred_at: '2026-01-09T14:03:22.120Z',
    tendered: 20,
    lines: [{ product_variation_id: 1, quantity: 1, price: 10 }],
  })
  const content = contentOf(saleRecord, sale)
  for (const same of [
    { occurred_at: '2026-01-09T15:03:22.12+01:00' },
    { customer_name: 'Esi' },
    { customer_phone: '+233244123456' },
    { reference: '' },
    { reference: null },
  ])
    expect([same, contentOf(saleRecord, { ...sale, ...same })]).toEqual([same, content])
  const others = [
    { number: 'T1-9' },
    { till_code: 'T9' },
    { teller_id: 8 },
    { occurred_at: '2026-01-09T14:03:22.121Z' },
    { account_code: 'BANK' },
    { tendered: 20.01 },
    { reference: 'R' },
    { lines: [{ product_variation_id: 1, quantity: 2, price: 10 }] },
    { lines: [{ product_variation_id: 1, quantity: 1, price: 10.01 }] },
    { discount: 0.01 },
    { total: 10.01 },
    { id: crypto.randomUUID() },
  ]
  expect(new Set([content, ...others.map(other => contentOf(saleRecord, { ...sale, ...other }))]).size).toBe(
    others.length + 1,
  )
})

test('keeps the fingerprint of a sale from the first tills', () => {
  const sale = {
    id: '0b0f6a0e-6c1e-4d53-9d53-3f1f2a0c7a11',
    number: 'T1-000007',
    till_code: 'T1',
    teller_id: 7,
    occurred_at: '2026-11-21T09:30:00.000Z',
    account_code: 'CASH',
    tendered: 200,
    reference: '',
    lines: [{ product_variation_id: 41, quantity: 2, price: 74.9 }],
    discount: 0,
    total: 149.8,
  }
  expect(contentOf(saleRecord, sale)).toBe('5749e7f743c7014d91923e8d01e3f0a708627314b411dea937ab4d27091307ee')
})

test('orders sizes as on a rail, letters before numbers', () => {
  const rail = ['XXS', 'S', 'L', 'XL', '3XL', '6', '10', '28', 'ONE', 'UK6', 'UK10']
  fc.assert(
    fc.property(fc.shuffledSubarray(rail, { minLength: rail.length }), codes => {
      expect(codes.sort(bySizeCode)).toEqual(rail)
    }),
  )
})
