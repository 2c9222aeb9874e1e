import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PushReply } from '#sync/protocol/mutation.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aMutation, aPush, aSale } from '#tests/support/server/factories.ts'
import { aVariation, count, openShop } from '#tests/support/server/shop.ts'

let api: Api
let token: string
let jeans: number
beforeAll(async () => {
  api = await startApi()
  await openShop()
  jeans = await aVariation()
  token = (await aUser('MANAGER')).token
})
afterAll(() => api.stop())

const sale = (overrides = {}) =>
  aSale({ lines: [{ product_variation_id: jeans, quantity: 1, price: 10 }], ...overrides })
const push = (body: unknown, headers = {}) => api.send('POST', '/api/sync/push', { token, body, headers })

test('refuses a malformed request as a whole and does nothing', async () => {
  const refusals: [unknown, number, string, Record<string, string>?][] = [
    ['{"protocol": 1,', 400, 'malformed'],
    [{ ...aPush(...Array.from({ length: 51 }, () => sale())) }, 413, 'too_large'],
    [{ ...aPush(sale()), padding: 'x'.repeat(1_100_000) }, 413, 'too_large'],
    [JSON.stringify(aPush(sale())), 415, 'wrong_type', { 'content-type': 'text/plain' }],
    [{ ...aPush(sale()), role: 'ADMINISTRATOR' }, 422, 'validation'],
    [{ ...aPush(), mutations: [{ ...aMutation(sale()), attempts: 3 }] }, 422, 'validation'],
    [{ ...aPush(), mutations: [{ kind: 'sale.record' }] }, 422, 'validation'],
    [{ ...aPush(sale()), device_id: 'tablet' }, 422, 'validation'],
    ['[]', 422, 'validation'],
    ['{"protocol":1,"device_id":"x","mutations":' + '['.repeat(100_000) + ']'.repeat(100_000) + '}', 422, 'validation'],
    [{ ...aPush(sale()), protocol: 3 }, 426, 'protocol'],
    [{ ...aPush(sale()), protocol: 2 }, 422, 'validation'],
    [{ ...aPush(sale()), protocol: 0 }, 426, 'protocol'],
  ]
  for (const [body, status, code, headers] of refusals)
    expect(await push(body, headers)).toMatchObject({ status, body: { code, message: expect.any(String) } })
  expect((await count('orders')) + (await count('sync_quarantine'))).toBe(0)
})

test('answers an empty push with no verdicts and the time', async () => {
  expect(await push(aPush())).toMatchObject({
    status: 200,
    body: { verdicts: [], server_time: expect.stringMatching(/Z$/) },
  })
})

test('rejects what cannot be booked under its own id, with an error per field', async () => {
  const good = sale()
  const cases: [object, string][] = [
    [{ quantity: 0 }, 'lines.0.quantity'],
    [{ quantity: -1 }, 'lines.0.quantity'],
    [{ quantity: '1' }, 'lines.0.quantity'],
    [{ quantity: 1.5 }, 'lines.0.quantity'],
    [{ quantity: Infinity }, 'lines.0.quantity'],
    [{ quantity: [1] }, 'lines.0.quantity'],
    [{ quantity: 2 ** 53 }, 'lines.0.quantity'],
    [{ price: 9.999 }, 'lines.0.price'],
    [{ price: -1 }, 'lines.0.price'],
    [{ price: '10' }, 'lines.0.price'],
    [{ price: 1e12 }, 'lines.0.price'],
  ]
  const broken = [
    ...cases.map(([change, field]) => [
      aMutation(sale({ lines: [{ ...good.lines[0], ...change }], total: 10 })),
      field,
    ]),
    [aMutation(sale({ total: 9.99 })), 'total'],
    [aMutation(sale({ discount: 11, total: -1 })), 'total'],
    [aMutation(sale({ teller_id: 999 })), 'teller_id'],
    [aMutation(sale({ account_code: 'cash' })), 'account_code'],
    [aMutation(sale({ occurred_at: '9999-01-01T00:00:00Z' })), 'occurred_at'],
    [aMutation(sale({ occurred_at: '2026-01-09T14:03:22' })), 'occurred_at'],
    [aMutation(sale({ role: 'x' })), 'role'],
    [aMutation(sale({ lines: [], total: 0 })), 'lines'],
    [{ ...aMutation(good), kind: 'sale.delete' }, 'kind'],
    [{ ...aMutation(sale()), seq: 0 }, 'seq'],
    [{ ...aMutation(sale()), seq: 1.5 }, 'seq'],
    [{ ...aMutation(sale()), occurred_at: 'yesterday' }, 'occurred_at'],
    [{ ...aMutation(good), id: 'no uuid' }, 'id'],
    [{ ...aMutation(good), id: crypto.randomUUID() }, 'id'],
    [{ ...aMutation(good), id: crypto.randomUUID().toUpperCase() }, 'id'],
    [{ ...aMutation(sale()), payload: null }, 'id'],
  ] as [{ id: string }, string][]
  const { status, body } = await push({ ...aPush(), mutations: broken.map(([mutation]) => mutation) })
  const { verdicts } = body as unknown as PushReply
  expect(status).toBe(200)
  expect(
    verdicts.map(verdict => [verdict.id, verdict.status === 'rejected' && Object.keys(verdict.error.errors ?? {})[0]]),
  ).toEqual(broken.map(([{ id }, field]) => [id, field]))
  expect(await count('sync_quarantine')).toBe(broken.length)
  expect(await count('orders')).toBe(0)
})
