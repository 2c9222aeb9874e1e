import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { paystack, type Paystack } from '#api/payments/paystack.ts'
import { createSandbox } from '#api/sandbox/create-sandbox.ts'
import { SANDBOX_PATH, type Sandbox } from '#api/sandbox/sandbox.ts'

export interface Heard {
  signature: string
  body: Buffer
  event: string
  data: Record<string, unknown>
}
export interface Reply {
  status: number
  body: { status: boolean; message: string; code?: string; data: Record<string, unknown> }
}

export const SECRET = 'sk_test_demo'
export const PUBLIC = 'pk_test_demo'
export const GOOD = { number: '4084 0840 8408 4081', expiry: '12/30', cvv: '408' }

export interface RunningSandbox {
  sandbox: Sandbox
  client: Paystack
  base: string
  /** The webhooks that reached the merchant, and the merchant's next answer. */
  heard: Heard[]
  answerWith: (status: number) => void
  /** A call with the secret key, or another key. */
  call: (...call: [method: string, path: string, body?: object | string, key?: string | null]) => Promise<Reply>
  /** Moves its clock forward, in ms. */
  later: (ms: number) => void
  stop: () => void
}

/**
 * The sandbox on its own port, with the shop's own client and a merchant that receives its webhooks, unless another is
 * named.
 */
export async function startSandbox({ secretKey = SECRET, webhookUrl = '' } = {}): Promise<RunningSandbox> {
  let ahead = 0
  let status = 200
  const heard: Heard[] = []
  const merchant = createServer((request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const body = Buffer.concat(chunks)
        heard.push({
          signature: String(request.headers['x-paystack-signature']),
          body,
          ...(JSON.parse(body.toString()) as Pick<Heard, 'event' | 'data'>),
        })
        response.writeHead(status).end()
      })
  }).listen(0, '127.0.0.1')
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await Promise.all(
    [merchant, server].map(each => each.unref().listening || new Promise(resolve => each.once('listening', resolve))),
  )
  const portOf = (each: typeof server) => (each.address() as AddressInfo).port
  const origin = `http://127.0.0.1:${portOf(server)}`
  const sandbox = createSandbox({
    origin,
    secretKey,
    publicKey: PUBLIC,
    webhookUrl: webhookUrl || `http://127.0.0.1:${portOf(merchant)}/hook`,
    now: () => Date.now() + ahead,
  })
  const answer = sandbox.app.callback()
  const base = origin + SANDBOX_PATH
  return {
    sandbox,
    base,
    heard,
    client: paystack({ apiUrl: base, secretKey }, { timeout: 2_500, pause: 5 }),
    answerWith: next => {
      status = next
    },
    later: ms => {
      ahead += ms
    },
    async call(...[method, path, body, key = secretKey]) {
      const sent = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body)
      const headers = {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(sent !== null && { 'content-type': 'application/json' }),
      }
      const request: RequestInit = { method, headers, body: sent }
      const reply = await fetch(base + path, request)
      return { status: reply.status, body: (await reply.json()) as Reply['body'] }
    },
    stop() {
      for (const each of [server, merchant]) {
        each.close()
        each.closeAllConnections()
      }
    },
  }
}

let made = 0
/** An unpaid payment: 50 cedis for order 7 by default. */
export async function aPayment(
  { client }: Pick<RunningSandbox, 'client'>,
  overrides: { amount?: number; reference?: string } = {},
) {
  made += 1
  return client.initialize({
    email: 'order-7@shop.test',
    amount: 5000,
    reference: `7-${Date.now()}${made}`,
    metadata: { order_id: '7' },
    ...overrides,
  })
}
