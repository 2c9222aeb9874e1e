import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { select } from '#api/db/database.ts'
import type { Mutation, PushReply, PushRequest, Verdict } from '#sync/protocol/mutation.ts'
import { saleTotals } from '#sync/protocol/pricing.ts'
import type { Sale } from '#sync/protocol/sale.ts'
import { patience } from '#tests/support/patience.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { seed } from '#tests/support/till/fleet.ts'
import { seeded } from '#tests/support/server/network.ts'
import { aVariation, checkBooks, openShop } from '#tests/support/server/shop.ts'
import { isFull } from '#tests/support/runs/sizes.ts'

const [CHANGES, SPELLINGS] = isFull ? [2000, 500] : [200, 50]
const AT_ONCE = 50
console.log(`seed ${seed}`)

let api: Api
let token: string
let random: () => number
let sold: PushRequest
let first: Map<string, Verdict>

const below = (most: number) => Math.floor(random() * most)
const oneOf = <T>(values: readonly T[]): T => values[below(values.length)]!
const push = async (body: PushRequest | string) =>
  ((await api.send('POST', '/api/sync/push', { token, body })).body as unknown as PushReply).verdicts

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  await openShop()
  token = (await aUser('MANAGER')).token
  random = seeded(seed)
  const goods = [await aVariation(9000), await aVariation(9000), await aVariation(9000)]
  sold = aPush(
    ...Array.from({ length: 20 }, () =>
      aSale({
        lines: goods
          .slice(0, 1 + below(3))
          .map(product_variation_id => ({ product_variation_id, quantity: 1 + below(4), price: 74.9 })),
        discount: below(2) * 2.5,
        tendered: 900,
        reference: oneOf([null, 'MM-1']),
        occurred_at: '2026-01-09T14:03:22.120Z',
      }),
    ),
  )
  first = new Map((await push(sold)).map(verdict => [verdict.id, verdict]))
})

/** What else a sale may say, one business field at a time. */
const CHANGE: Record<string, (sale: Sale) => Partial<Sale>> = {
  id: () => ({ id: crypto.randomUUID() }),
  number: ({ number }) => ({ number: `${number}-${below(1e6)}` }),
  till_code: () => ({ till_code: `T${2 + below(90)}` }),
  teller_id: () => ({ teller_id: 8 + below(1e6) }),
  occurred_at: ({ occurred_at }) => ({ occurred_at: new Date(Date.parse(occurred_at) + 1 + below(1e9)).toISOString() }),
  account_code: () => ({ account_code: oneOf(['BANK', 'MTN_MOBILE_MONEY', 'PAYSTACK', 'cash']) }),
  tendered: () => ({ tendered: oneOf([null, 900.01, 901 + below(1000)]) }),
  reference: () => ({ reference: `MM-${2 + below(1e6)}` }),
  quantity: ({ lines }) => ({
    lines: lines.map((line, i) => (i === 0 ? { ...line, quantity: line.quantity + 1 + below(5) } : line)),
  }),
  price: ({ lines }) => ({ lines: lines.map((line, i) => (i === 0 ? { ...line, price: 74.91 + below(100) } : line)) }),
  goods: ({ lines }) => ({
    lines: lines.map((line, i) =>
      i === 0 ? { ...line, product_variation_id: line.product_variation_id + 1 + below(5) } : line,
    ),
  }),
  'a line more': ({ lines }) => ({ lines: [...lines, lines[0]!] }),
  'no lines': () => ({ lines: [] }),
  discount: ({ discount }) => ({ discount: discount + 0.01 + below(2) }),
  total: ({ total }) => ({ total: total + 0.01 }),
  'a member that is unknown': () => ({ role: 'OWNER' }) as Partial<Sale>,
}

function changed({ payload, ...mutation }: Mutation, field: string): Mutation {
  const change = CHANGE[field]!(payload)
  const other = { ...payload, ...change }
  return {
    ...mutation,
    payload: 'total' in change ? other : { ...other, total: saleTotals(other.lines, other.discount).total },
  }
}

/** All that was booked, by table. */
const booked = () =>
  Promise.all(
    [
      'orders',
      'order_items',
      'transactions',
      'stock_movements',
      'product_variations',
      'accounts',
      'sync_verdicts',
      'tills',
    ].map(async table => [table, JSON.stringify(await select(`SELECT * FROM ${table}`))]),
  )

test(
  `makes each of ${CHANGES} other contents under a taken id a conflict, and changes no booked row`,
  { timeout: patience(1_800_000) },
  async () => {
    expect([...first.values()].map(({ status }) => status)).toEqual(Array(20).fill('accepted'))
    const before = await booked()
    const fields = Object.keys(CHANGE)
    for (let sent = 0; sent < CHANGES; sent += AT_ONCE) {
      const mutations = Array.from({ length: AT_ONCE }, (_, i) =>
        changed(oneOf(sold.mutations), fields[(sent + i) % fields.length]!),
      )
      const verdicts = await push({ ...sold, mutations })
      expect(verdicts.map(({ status, ...rest }) => [status, 'error' in rest && rest.error.code])).toEqual(
        mutations.map(() => ['rejected', 'conflict']),
      )
    }
    expect(await booked()).toEqual(before)
    await checkBooks()
    expect(await push(sold)).toEqual([...first.values()])
  },
)

/** The same facts in other words. */
function respelt({ payload, ...mutation }: Mutation): string {
  const { reference, tendered, discount, ...rest } = payload
  const words = {
    ...rest,
    tendered,
    discount,
    ...(reference ? { reference } : oneOf([{}, { reference: null }, { reference: '' }])),
    ...oneOf([{}, { customer_name: 'Somebody' }, { customer_phone: null }]),
    occurred_at: oneOf([
      '2026-01-09T14:03:22.120Z',
      '2026-01-09T14:03:22.12Z',
      '2026-01-09T15:03:22.120+01:00',
      '2026-01-09T08:33:22.12-05:30',
    ]),
  }
  const members = Object.entries(words)
    .map(entry => ({ entry, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry)
  const text = JSON.stringify(
    { ...oneOf([mutation, { ...mutation, seq: 1 + below(1e6) }]), payload: Object.fromEntries(members) },
    null,
    below(4),
  )
  return text
    .replaceAll(/\b74\.9\b/g, () => oneOf(['74.9', '74.90', '74.900', '7.49e1']))
    .replaceAll(/("tendered":\s*)900\b/g, (_, name: string) => name + oneOf(['900', '900.0', '9e2']))
}

test(
  `gives ${SPELLINGS} other spellings of the same content the first verdict`,
  { timeout: patience(1_800_000) },
  async () => {
    const before = await booked()
    for (let sent = 0; sent < SPELLINGS; sent += AT_ONCE) {
      const again = Array.from({ length: AT_ONCE }, () => oneOf(sold.mutations))
      const verdicts = await push(
        `{"device_id":"${sold.device_id}", "mutations": [${again.map(respelt).join(',\n')}],\t"protocol": 1}`,
      )
      expect(verdicts).toEqual(again.map(({ id }) => first.get(id)))
    }
    expect(await booked()).toEqual(before)
  },
)
