import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { select } from '#api/db/database.ts'
import { log } from '#api/http/log.ts'
import { routes } from '#api/routes.ts'
import type { Api, Reply } from '#tests/support/server/api.ts'
import { CARDS } from '#tests/support/people/cards.ts'
import { aMutation, aPush, aSale } from '#tests/support/server/factories.ts'
import { linesOfLog } from '#tests/support/server/log-lines.ts'
import { headersOf } from '#tests/support/routes/matrix-callers.ts'
import { REQUESTS } from '#tests/support/routes/requests.ts'
import { onStage, type Stage } from '#tests/support/server/stage.ts'

/** For the control: nobody recognises a card any more. */
const careless = vi.hoisted(() => ({ now: false }))
vi.mock(import('#sync/protocol/card-number.ts'), async original => {
  const real = await original()
  return {
    ...real,
    hasCardNumber: (text: string) => !careless.now && real.hasCardNumber(text),
    maskCardNumbers: (text: string) => (careless.now ? text : real.maskCardNumbers(text)),
  }
})

let api: Api
let stage: Stage
let owner: Record<string, string>
onStage(here => {
  ;({ api, stage } = here)
})
const lines = linesOfLog()
beforeEach(async () => {
  owner = await headersOf('SUPER_ADMINISTRATOR')
})
afterEach(() => {
  careless.now = false
})

const CARD = CARDS.Visa
const WRITTEN = [CARD, '4084 0840 8408 4081', 'Charge 4084-0840-8408-4081']
const hasCard = (text: string) => text.replace(/[ -]/g, '').includes(CARD)

/** Where in the shop's books that card stands: 'table.column'. */
async function found(): Promise<string[]> {
  const columns = await select<{
    table: string
    column: string
  }>(`SELECT table_name AS \`table\`, column_name AS \`column\` FROM information_schema.columns
    WHERE table_schema = DATABASE() AND data_type IN ('char', 'varchar', 'tinytext', 'text', 'mediumtext', 'longtext',
    'json')`)
  const places: string[] = []
  for (const { table, column } of columns) {
    const [row] = await select<{ n: number }>(
      `SELECT COUNT(*) AS n FROM \`${table}\` WHERE REPLACE(REPLACE(\`${column}\`, ' ', ''), '-', '') LIKE '%${CARD}%'`,
    )
    if (row!.n > 0) places.push(`${table}.${column}`)
  }
  return places
}

interface Described {
  type?: string
  keys?: Record<string, Described>
  items?: Described[]
}

/** A body as often as it has texts, each time with the card in another one of them. */
function withCard(body: unknown, { type, keys, items }: Described, text: string): unknown[] {
  if (type === 'string' || type === 'any') return [text]
  if (type === 'array')
    return (items ?? []).flatMap(item => withCard((body as unknown[] | undefined)?.[0], item, text)).map(item => [item])
  const object = (body ?? {}) as Record<string, unknown>
  return Object.entries(keys ?? {}).flatMap(([name, rule]) =>
    withCard(object[name], rule, text).map(value => ({ ...object, [name]: value })),
  )
}

const echoes = (name: string, reply: Reply) => (hasCard(reply.text) ? [`${name}: ${reply.text}`] : [])
const takeText = routes.filter(
  ({ method, body }) => method !== 'GET' && body && withCard({}, body.describe() as Described, CARD).length > 0,
)

describe('a card number', () => {
  test('is neither stored nor repeated by any route, in any text', async () => {
    expect(takeText.length).toBeGreaterThan(35)
    const wrong: string[] = []
    let sent = 0
    for (const { name, method, body: rules } of takeText) {
      const { path, body } = await REQUESTS[name]!(stage, owner)
      for (const changed of withCard(body, rules!.describe() as Described, WRITTEN[sent % WRITTEN.length]!)) {
        sent += 1
        const reply = await api.send(method, path, { body: changed, headers: owner })
        if (reply.status >= 500) wrong.push(`${name}: ${reply.status}`)
        wrong.push(...echoes(name, reply))
      }
    }
    expect(sent).toBeGreaterThan(100)
    expect(wrong).toEqual([])
    expect(await found()).toEqual([])
  })

  test('is refused beside the field with advice', async () => {
    const guest = await headersOf('guest')
    const { path, body } = await REQUESTS['POST /api/orders']!(stage, guest)
    const reply = await api.send('POST', path, {
      headers: guest,
      body: { ...body, shipping_additional_details: `My card is ${WRITTEN[1]}` },
    })
    expect([reply.status, Object.keys(reply.body.errors!)]).toEqual([422, ['shipping_additional_details']])
    expect(reply.body.errors!.shipping_additional_details![0]).toMatch(/bank card number\. Please remove it/)
  })

  test('does not stop a sale at the till: the sale is booked without it', async () => {
    const sale = () =>
      aSale({
        lines: [{ product_variation_id: stage.variation, quantity: 1, price: 10 }],
        reference: `Visa ${CARD}`,
        customer_name: CARD,
        customer_phone: WRITTEN[1]!,
      })
    const [first, second] = [sale(), sale()]
    for (const again of [false, true]) {
      const reply = await api.send('POST', '/api/sync/push', { headers: owner, body: aPush(first, second) })
      expect([
        again,
        (reply.body as unknown as { verdicts: { status: string }[] }).verdicts.map(({ status }) => status),
      ]).toEqual([again, ['accepted', 'accepted']])
    }
    expect(
      await select('SELECT reference, customer_name, customer_phone FROM orders WHERE sale_id = ?', [first.id]),
    ).toEqual([{ reference: 'Visa •••• 4081', customer_name: '•••• 4081', customer_phone: '•••• 4081' }])
    expect(await found()).toEqual([])
  })

  test('is removed from sales that could not be booked, too', async () => {
    const broken = aSale({ lines: [], reference: CARD, number: CARD })
    const mutations = [
      aMutation(broken, { seq: 1 }),
      { ...aMutation(aSale(), { seq: 2 }), id: CARD },
      { ...aMutation(aSale(), { seq: 3 }), payload: { note: WRITTEN[1], card: Number(CARD) } },
    ]
    const before = (await select('SELECT 1 FROM sync_quarantine')).length
    expect((await api.send('POST', '/api/sync/push', { headers: owner, body: { ...aPush(), mutations } })).status).toBe(
      200,
    )
    expect(await select('SELECT 1 FROM sync_quarantine')).toHaveLength(before + 3)
    expect(await found()).toEqual([])
  })

  test('finds nothing in a search and is not logged', async () => {
    for (const { name, path, query } of routes.filter(({ method, query }) => method === 'GET' && query)) {
      const { path: asked } = await REQUESTS[name]!(stage, owner)
      const names = Object.entries((query!.describe() as Described).keys ?? {})
        .filter(([, { type }]) => type === 'string')
        .map(([key]) => key)
      for (const key of names)
        expect([
          path,
          key,
          (await api.send('GET', `${asked.split('?')[0]}?${key}=${CARD}`, { headers: owner })).status < 500,
        ]).toEqual([path, key, true])
    }
    await api.send('POST', '/api/guest', {
      headers: { 'X-Request-Id': CARD, 'Idempotency-Key': CARD, 'User-Agent': CARD },
      body: {},
    })
    await api.send('GET', `/api/orders/track/${CARD}`)
    expect(await found()).toEqual([])
  })

  test('appears in no line of the log', () => {
    expect(lines.length).toBeGreaterThan(150)
    expect(lines.filter(hasCard)).toEqual([])
  })
})

test('control: is stored, and found, when nothing recognises it', async () => {
  careless.now = true
  const customer = await headersOf('customer')
  expect((await api.send('PATCH', '/api/account', { headers: customer, body: { name: WRITTEN[1] } })).status).toBe(200)
  await api.send('POST', '/api/sync/push', {
    headers: owner,
    body: aPush(
      aSale({ lines: [{ product_variation_id: stage.variation, quantity: 1, price: 10 }], reference: CARD }),
      aSale({ lines: [], reference: CARD }),
    ),
  })
  expect(await found()).toEqual(expect.arrayContaining(['orders.reference', 'sync_quarantine.mutation', 'users.name']))
  log.info({ request_id: CARD }, 'request')
  expect(lines.filter(hasCard)).toHaveLength(1)
})
