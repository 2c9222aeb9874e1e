import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { routes } from '#api/routes.ts'
import { type Api, type Reply, startApi } from '#tests/support/server/api.ts'
import { headersOf } from '#tests/support/routes/matrix-callers.ts'
import { REQUESTS } from '#tests/support/routes/requests.ts'
import { brokenRules, count } from '#tests/support/server/shop.ts'
import { openStage, type Stage } from '#tests/support/server/stage.ts'

let api: Api
let stage: Stage
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  stage = await openStage(api)
})
afterAll(() => api.stop())

/** What a browser might send for money or a quantity, as it goes over the wire. */
const VALUES = ['0', '-1', '0.5', '1e309', 'NaN', '"1"', '[1]', '{}', '9007199254740992', '"0"', 'true'] as const
type Value = (typeof VALUES)[number]

const AMOUNT =
  /(price|total|discount|fee|amount|cost|value|counted|remains|tendered|quantity|usage|per_customer|reorder_level|sku_\d+)$/
const PIECES = /(quantity|usage|per_customer|reorder_level|sku_\d+)$/

/**
 * What a shop may mean: nothing of it, where it can be none; half a cedi, but no half piece; less than nothing where
 * something is taken away.
 */
const MAY_MEAN: Partial<Record<Value, (route: string, name: string) => boolean>> = {
  '0': (_, name) => !/(quantity|^amount)$/.test(name),
  '0.5': (_, name) => !PIECES.test(name),
  '-1': (route, name) =>
    [
      'POST /api/staff/transactions amount',
      'POST /api/staff/stock/adjustments quantity',
      'POST /api/staff/stock/counts/:id/scans quantity',
      'POST /api/staff/products/bulk value',
      'POST /api/staff/gift-cards/:id/adjust amount',
    ].includes(`${route} ${name}`),
}

interface Described {
  type?: string
  keys?: Record<string, Described>
  items?: Described[]
}
type Place = readonly (string | number)[]

/** Where amounts stand in a body as it is sent, and where its rules would take one. Of a list the first is enough. */
function placesIn(body: unknown, { type, keys = {}, items }: Described, at: Place = []): Place[] {
  if (type === 'number' || typeof body === 'number') return AMOUNT.test(String(at.at(-1))) ? [at] : []
  if (type === 'array' || Array.isArray(body))
    return placesIn((body as unknown[] | undefined)?.[0], items?.[0] ?? {}, [...at, 0])
  if (body !== undefined && (body === null || typeof body !== 'object')) return []
  const known = (body ?? {}) as Record<string, unknown>
  return [...new Set([...Object.keys(known), ...Object.keys(keys)])].flatMap(name =>
    placesIn(known[name], keys[name] ?? {}, [...at, name]),
  )
}

const HERE = 'what stands here'

/** The body as text, with this value at that place. */
function withValue(body: object, place: Place, value: Value): string {
  const put = (held: unknown, [name, ...rest]: Place): unknown => {
    if (name === undefined) return HERE
    if (typeof name === 'number')
      return [put((held as unknown[] | undefined)?.[name], rest), ...((held as unknown[] | undefined)?.slice(1) ?? [])]
    return { ...(held as object), [name]: put((held as Record<string, unknown> | undefined)?.[name], rest) }
  }
  return JSON.stringify(put(body, place)).replace(`"${HERE}"`, value)
}

const isPush = (name: string) => name === 'POST /api/sync/push'
const writes = routes.filter(
  ({ method, multipart, name, body }) =>
    method !== 'GET' &&
    !multipart &&
    name !== 'POST /api/payments/paystack/webhook' &&
    JSON.stringify(body?.describe() ?? {}).includes('"number"'),
)
/** Prices that are the shop's own: what these say of them is compared, and never stored. */
const PRICED = ['POST /api/orders', 'POST /api/staff/orders', 'POST /api/sync/push']

/** Whether it was taken: as a success, or, of a till's sale, as one that is booked. */
function isTaken(name: string, { status, body }: Reply): boolean {
  if (!isPush(name) || status !== 200) return status < 300
  return (body as unknown as { verdicts: { status: string }[] }).verdicts.some(verdict => verdict.status === 'accepted')
}

let sent = 0

/** Sends every value in every place of this route, and tells what came of it that must not. */
async function wrongOf(name: string): Promise<string[]> {
  const { method, body: rules } = writes.find(route => route.name === name)!
  const described = (rules?.describe() ?? {}) as Described
  const ask = async () => {
    const owner = await headersOf('SUPER_ADMINISTRATOR')
    return { owner, ...(await REQUESTS[name]!(stage, owner)) }
  }
  const wrong: string[] = []
  for (const place of placesIn((await ask()).body, described))
    for (const value of VALUES) {
      const { owner, path, body = {} } = await ask()
      sent += 1
      const reply = await api.send(method, path, { headers: owner, body: withValue(body, place, value) })
      const said = `${place.join('.')} ${value}: ${reply.status} ${reply.text.slice(0, 120)}`
      if (reply.status >= 500) wrong.push(said)
      if (!isTaken(name, reply)) {
        if (!isPush(name) && ![400, 409, 422].includes(reply.status)) wrong.push(said)
        continue
      }
      if (PRICED.includes(name) ? !isRight(place, value) : !MAY_MEAN[value]?.(name, String(place.at(-1))))
        wrong.push(said)
      stage = await openStage(api)
    }
  return wrong
}

/**
 * Nothing off, and nothing to be delivered, is what the shop itself comes to; that no cash was handed over, or half a
 * cedi, is for the till to say.
 */
const isRight = (place: Place, value: Value) =>
  (value === '0' && /^(discount|shipping_fee)$/.test(String(place[0]))) ||
  (value === '0' && place.at(-1) === 'discount') ||
  (['0', '0.5'].includes(value) && place.at(-1) === 'tendered')

describe.each(writes.map(({ name }) => name))('%s', name => {
  test('takes only a plain amount or quantity', async () => {
    expect(await wrongOf(name)).toEqual([])
    expect([
      await count('order_items', 'price <> 10'),
      await count('orders', 'subtotal % 10 <> 0 OR total <> subtotal - discount + shipping_fee'),
      await brokenRules(),
    ]).toEqual([0, 0, []])
  })
})

test('takes only plain ones from a form too', async () => {
  const wrong: string[] = []
  for (const field of ['retail_price', 'discount'])
    for (const text of [
      '-1',
      '1e309',
      'NaN',
      'Infinity',
      '"1"',
      '[1]',
      '{}',
      '9007199254740992',
      '0x10',
      '1,5',
      '0.005',
    ]) {
      const owner = await headersOf('SUPER_ADMINISTRATOR')
      const { path, body } = await REQUESTS['POST /api/staff/products']!(stage, owner)
      ;(body as FormData).set(field, text)
      sent += 1
      const { status } = await api.send('POST', path, { headers: owner, body })
      if (status !== 422) wrong.push(`${field} ${text}: ${status}`)
    }
  expect(wrong).toEqual([])
})

test('made five hundred tries', () => {
  console.info(`${sent} amounts and quantities sent`)
  expect(sent).toBeGreaterThanOrEqual(500)
})
