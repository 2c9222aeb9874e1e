import { createHash, createHmac } from 'node:crypto'
import Koa from 'koa'
import { koaBody } from 'koa-body'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { keepEvent, settleEvents, type PaymentEvent } from '#api/payments/payment-events.ts'
import { NoAnswer } from '#api/payments/provider-errors.ts'
import { isSignature } from '#api/payments/signature.ts'
import { type Api, startApi } from '#tests/support/server/api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
beforeEach(() => execute('DELETE FROM payment_events'))
afterAll(() => api.stop())

const PATH = '/api/payments/paystack/webhook'
const sign = (body: string | Buffer, secret = env.payments!.secretKey) =>
  createHmac('sha512', secret).update(body).digest('hex')
const kept = () =>
  select<{ digest: string; event: string; reference: string | null; body: Buffer }>(
    'SELECT digest, event, reference, body FROM payment_events',
  )
const deliver = (body: string, signature: string | null = sign(body), headers: Record<string, string> = {}) =>
  api.send('POST', PATH, {
    body,
    headers: { ...(signature !== null && { 'x-paystack-signature': signature }), ...headers },
  })

/** As Paystack might write it, and JSON.stringify would not. */
const EVENT =
  '{ "event" : "charge.success", "data":{"reference":"7-1700000000000","amount":5000.0,"name":"Am\\u0061"} }'

describe('a webhook', () => {
  test('is kept byte by byte, with its name and reference', async () => {
    expect((await deliver(EVENT)).status).toBe(200)
    const [row, ...others] = await kept()
    expect(others).toEqual([])
    expect(row).toEqual({
      digest: createHash('sha256').update(EVENT).digest('hex'),
      event: 'charge.success',
      reference: '7-1700000000000',
      body: Buffer.from(EVENT),
    })
  })

  test('is kept once and answered with 200 when it comes a hundred times at once', async () => {
    const replies = await Promise.all(Array.from({ length: 100 }, () => deliver(EVENT)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await kept()).toHaveLength(1)
  })

  test.each<[what: string, signature: string | null]>([
    ['no signature', null],
    ['an empty one', ''],
    ['a short one', sign(EVENT).slice(1)],
    ['a wrong one', sign(EVENT, 'sk_test_other')],
    ["another body's", sign('{}')],
    ['that of the body written again', sign(JSON.stringify(JSON.parse(EVENT)))],
  ])('with %s is a 401 and leaves nothing', async (_, signature) => {
    const reply = await deliver(EVENT, signature)
    expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated'])
    expect(await kept()).toEqual([])
  })

  test('of an unknown reference, event or shape is kept and answered with 200', async () => {
    for (const body of [
      '{"event":"charge.success","data":{"reference":"nobody"}}',
      '{"event":"subscription.create","data":{}}',
      '[]',
      'null',
      'no json',
      `{"event":"${'x'.repeat(200)}","data":null}`,
      '{"event":7,"data":{"reference":{}}}',
    ])
      expect((await deliver(body)).status).toBe(200)
    expect(await kept()).toHaveLength(7)
  })

  test('is read as bytes whatever its type; more than 1 MB is refused', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16'])
      expect((await deliver(EVENT, sign(EVENT), { 'content-type': type })).status).toBe(200)
    expect((await deliver('x'.repeat(1_048_577))).status).toBe(413)
  })

  test('may come from another site, unlike any other write', async () => {
    const foreign = { origin: 'https://paystack.example', 'sec-fetch-site': 'cross-site' }
    expect((await deliver(EVENT, sign(EVENT), foreign)).status).toBe(200)
    expect((await api.send('POST', '/api/guest', { body: {}, headers: foreign })).status).toBe(403)
  })

  test('is not accepted when no payments are configured', async () => {
    const { payments } = env
    const signature = sign(EVENT)
    env.payments = null
    expect((await deliver(EVENT, signature)).status).toBe(401)
    env.payments = payments
  })
})

describe('a kept webhook', () => {
  test('is handed on once, in order, when it names a payment', async () => {
    for (const body of [
      '{"event":"charge.success","data":{"reference":"1-1"}}',
      '{"event":"refund.processed","data":{"transaction_reference":"1-1"}}',
      '{"event":"charge.success","data":{"reference":"2-1"}}',
      '{"event":"subscription.create","data":{}}',
    ])
      await keepEvent(Buffer.from(body))
    const events: PaymentEvent[] = []
    for (let runs = 0; runs < 2; runs++) await settleEvents(async event => void events.push(event))
    expect(events).toEqual([
      { event: 'charge.success', reference: '1-1' },
      { event: 'refund.processed', reference: '1-1' },
      { event: 'charge.success', reference: '2-1' },
    ])
  })

  test('waits when it fails, and holds up no other', async () => {
    for (const n of [1, 2]) await keepEvent(Buffer.from(`{"event":"charge.success","data":{"reference":"${n}-1"}}`))
    const references: string[] = []
    await settleEvents(async ({ reference }) => {
      if (reference === '1-1') throw new Error('not reached')
      references.push(reference)
    })
    await settleEvents(async ({ reference }) => void references.push(reference))
    expect(references).toEqual(['2-1', '1-1'])
  })
})

test('ends the round when the provider is silent, and the least tried comes first in the next', async () => {
  for (const n of [1, 2, 3]) await keepEvent(Buffer.from(`{"event":"charge.success","data":{"reference":"${n}-1"}}`))
  const asked: string[] = []
  for (let rounds = 0; rounds < 4; rounds++)
    await settleEvents(async ({ reference }) => {
      asked.push(reference)
      throw new NoAnswer('No reply in time.')
    })
  expect(asked).toEqual(['1-1', '2-1', '3-1', '1-1'])
})

test('control: fails as genuine and passes as forged when the signature covers parsed JSON', async () => {
  const app = new Koa().use(koaBody()).use(ctx => {
    ctx.status = isSignature(
      Buffer.from(JSON.stringify(ctx.request.body)),
      ctx.get('x-paystack-signature'),
      env.payments!.secretKey,
    )
      ? 200
      : 401
  })
  const server = createServer(app.callback()).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const post = async (signature: string) =>
    (
      await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
        body: EVENT,
      })
    ).status
  expect([await post(sign(EVENT)), await post(sign(JSON.stringify(JSON.parse(EVENT))))]).toEqual([401, 200])
  server.close()
})
