import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { judge } from '#api/payments/judge.ts'
import { domainOf, paystack } from '#api/payments/paystack.ts'
import { NoAnswer, PaymentDeclined, ProviderUnreachable } from '#api/payments/provider-errors.ts'
import { calm, type Chaos } from '#api/sandbox/chaos.ts'
import { freePort } from '#tests/support/server/server.ts'
import { aPayment, GOOD, type RunningSandbox, SECRET, startSandbox } from '#tests/support/shop/sandbox.ts'

let run: RunningSandbox
beforeAll(async () => {
  run = await startSandbox()
})
beforeEach(() => {
  run.sandbox.chaos = calm()
})
afterAll(async () => {
  await run.sandbox.idle()
  run.stop()
})

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

const REFUND = { transaction: '7-1', amount: 100 }
const REQUEST = { email: 'order-7@shop.test', amount: 5000, reference: '7-1', metadata: { order_id: '7' } }

/** A provider that answers as told, the client that asks it, and how often it was asked. */
async function provider(listener: RequestListener, timeout = 3_000) {
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    listener(request, response)
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise(resolve => server.once('listening', resolve))
  return {
    client: paystack(
      { apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, secretKey: SECRET },
      { timeout, pause: 2 },
    ),
    asked: () => asked,
  }
}
const answering = (status: number, body: string) =>
  provider((_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body))

describe('failures on the way', () => {
  test.each<
    [
      what: string,
      listener: RequestListener,
      kind: typeof NoAnswer | typeof ProviderUnreachable | typeof PaymentDeclined,
    ]
  >([
    ['a fault of theirs', (_, response) => response.writeHead(500).end('{"status":false,"message":"x"}'), NoAnswer],
    ['a page of a proxy', (_, response) => response.writeHead(200).end('<html>'), NoAnswer],
    ['a broken page', (_, response) => response.writeHead(200).end('{"status":tr'), NoAnswer],
    ['an empty page', (_, response) => response.writeHead(204).end(), NoAnswer],
    ['another address', (_, response) => response.writeHead(302, { location: '/x' }).end(), NoAnswer],
    ['silence', () => {}, NoAnswer],
    [
      'a reply that breaks off',
      (_, response) => void response.writeHead(200, { 'content-length': '100' }).write('{', () => response.destroy()),
      NoAnswer,
    ],
    ['a connection that breaks', request => request.socket.destroy(), NoAnswer],
    [
      'a success without what was promised',
      (_, response) => response.end('{"status":true,"message":"ok","data":{}}'),
      NoAnswer,
    ],
    [
      'a key that is refused',
      (_, response) => response.writeHead(401).end('{"status":false,"message":"Invalid key"}'),
      ProviderUnreachable,
    ],
    [
      'too many questions',
      (_, response) => response.writeHead(429).end('{"status":false,"message":"x"}'),
      ProviderUnreachable,
    ],
    [
      'a no',
      (_, response) =>
        response.writeHead(400).end('{"status":false,"message":"Invalid Amount Sent","code":"invalid_params"}'),
      PaymentDeclined,
    ],
  ])('%s', async (_, listener, kind) => {
    const { client, asked } = await provider(listener, _ === 'silence' ? 300 : 3_000)
    await expect(client.refund(REFUND)).rejects.toBeInstanceOf(kind)
    await expect(client.initialize(REQUEST)).rejects.toBeInstanceOf(kind)
    expect(asked()).toBe(2)
    await expect(client.verify('7-1')).rejects.toBeInstanceOf(kind)
    expect(asked()).toBe(kind === PaymentDeclined || _.startsWith('a success') ? 3 : 5)
  })

  test('an unreachable provider', async () => {
    const client = paystack({ apiUrl: `http://127.0.0.1:${await freePort()}`, secretKey: SECRET }, { pause: 2 })
    await expect(client.refund(REFUND)).rejects.toBeInstanceOf(ProviderUnreachable)
  })

  test("a refusal in the provider's own words", async () => {
    await expect(
      (
        await answering(
          400,
          '{"status":false,"message":"Duplicate Transaction Reference","code":"duplicate_reference"}',
        )
      ).client.initialize(REQUEST),
    ).rejects.toMatchObject({ status: 400, code: 'duplicate_reference', message: 'Duplicate Transaction Reference' })
  })

  test.each([
    [400, '{"status":false,"message":"Transaction reference not found.","code":"transaction_not_found"}'],
    [404, '{"status":false,"message":"Transaction reference not found"}'],
  ])('an unknown reference, answered with %i', async (status, body) => {
    expect(await (await answering(status, body)).client.verify('7-1')).toBeNull()
  })

  test('keeps 64-bit ids and amounts as text', async () => {
    const { client } = await answering(
      200,
      '{"status":true,"message":"x","data":{"id":18446744073709551615,"amount":"5000","currency":"GHS","status":"pending","transaction":9007199254740993,"note":"12345678901234567890 \\" 1"}}',
    )
    expect(await client.fetchRefund('1')).toEqual({
      id: '18446744073709551615',
      transaction_id: '9007199254740993',
      amount: 5000,
      currency: 'GHS',
      status: 'pending',
    })
  })
})

describe('what the sandbox does, through the same client', () => {
  const ATTEMPT = { amount: 5000, order_id: 7, domain: domainOf(SECRET) }
  const judged = async (chaos: Partial<Chaos>) => {
    const { access_code, reference } = await aPayment(run)
    await run.call('POST', `/checkout/${access_code}/pay`, GOOD, null)
    run.sandbox.chaos = { ...calm(), ...chaos }
    return judge(await run.client.verify(reference), { ...ATTEMPT, reference }).verdict
  }

  test.each<[what: string, patch: Record<string, unknown>, verdict: string]>([
    ['nothing unusual', {}, 'success'],
    ['the fee on top', { amount: 5098 }, 'success'],
    ['a pesewa short', { amount: 4999 }, 'mismatch'],
    ['naira', { currency: 'NGN' }, 'mismatch'],
    ['live money', { domain: 'live' }, 'mismatch'],
    ['another reference', { reference: '7-X' }, 'mismatch'],
    ['metadata of nothing', { metadata: '' }, 'success'],
    ['metadata of 0', { metadata: 0 }, 'success'],
    ['metadata of words', { metadata: 'seven' }, 'success'],
    ['another order', { metadata: { order_id: '8' } }, 'mismatch'],
    ['on its way back', { status: 'reversal-pending' }, 'pending'],
    ['given back', { status: 'reversed' }, 'failed'],
    ['an id that is too long for a number', { id: '18446744073709551615' }, 'success'],
  ])('%s', async (_, patch, verdict) => {
    expect(await judged({ patch })).toBe(verdict)
  })

  test.each(['500', '429', 'silent'] as const)('%s twice is survived by a read', async verify => {
    expect(await judged({ verify, verifies: 2 })).toBe('success')
  })

  test('finds a success that shows only at the third look', async () => {
    const { access_code, reference } = await aPayment(run)
    await run.call('POST', `/checkout/${access_code}/pay`, GOOD, null)
    run.sandbox.chaos = { ...calm(), verify: 'abandoned', verifies: 2 }
    const verdicts = []
    for (let look = 0; look < 3; look++)
      verdicts.push(judge(await run.client.verify(reference), { ...ATTEMPT, reference }).verdict)
    expect(verdicts).toEqual(['pending', 'pending', 'success'])
  })

  test('treats an unpaid and an unknown one as pending', async () => {
    const { reference } = await aPayment(run)
    expect(judge(await run.client.verify(reference), { ...ATTEMPT, reference }).verdict).toBe('pending')
    expect(await run.client.verify('nobody')).toBeNull()
  })

  test("treats a live key's money as live", async () => {
    const live = await startSandbox({ secretKey: 'sk_live_x' })
    const { access_code, reference } = await aPayment(live)
    await live.call('POST', `/checkout/${access_code}/pay`, GOOD, null)
    expect((await live.client.verify(reference))!.domain).toBe(domainOf('sk_live_x'))
    await live.sandbox.idle()
    live.stop()
  })
})
