import { afterEach, expect, test } from 'vitest'
import { db } from '#api/db/database.ts'
import { log } from '#api/http/log.ts'
import type { Api } from '#tests/support/server/api.ts'
import { cookiesOf } from '#tests/support/people/cookies.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { linesOfLog } from '#tests/support/server/log-lines.ts'
import { headersOf } from '#tests/support/routes/matrix-callers.ts'
import { REQUESTS } from '#tests/support/routes/requests.ts'
import { onStage, type Stage } from '#tests/support/server/stage.ts'

let api: Api
let stage: Stage
onStage(here => {
  ;({ api, stage } = here)
})
const lines = linesOfLog()
afterEach(async () => {
  lines.length = 0
  await db.query('DROP TRIGGER IF EXISTS fault')
})

const PERSON = {
  name: 'Akosua Darko-Mensima',
  email: 'akosua.darko@shop.test',
  phone: '+233244987654',
  password: 'kente-and-denim-77',
  password_confirmation: 'kente-and-denim-77',
}
const SAID = [PERSON.name, 'akosua', 'Akosua', '244987654', PERSON.password, 'Efua Buyer', '0201112223', 'MOMO-REF-991']
const secretsIn = (text: string, others: readonly string[] = []) =>
  [...SAID, ...others].filter(secret => secret !== '' && text.includes(secret))

/** A morning at the shop in which people sign in, buy, err and break things. Gives the tokens that were made. */
async function aMorning(): Promise<string[]> {
  const tokens: string[] = []
  const keep = (reply: Awaited<ReturnType<typeof api.send>>) => {
    tokens.push(
      (reply.body as unknown as { token?: string }).token ?? '',
      ...[...cookiesOf(reply).values()].map(({ value }) => value),
    )
    return reply
  }
  const headers = await headersOf('SUPER_ADMINISTRATOR')
  const jeans = { product_variation_id: stage.variation, quantity: 1, price: 10 }
  keep(await api.send('POST', '/api/register', { body: PERSON }))
  keep(await api.send('POST', '/api/register', { body: PERSON }))
  keep(await api.send('POST', '/api/login', { body: { email: PERSON.email, password: PERSON.password } }))
  keep(await api.send('POST', '/api/login', { body: { email: PERSON.email, password: `${PERSON.password}x` } }))
  for (let i = 0; i < 6; i++)
    await api.send('POST', '/api/login', { body: { email: `akosua${i % 2}@shop.test`, password: 'wrong' } })
  const guest = keep(await api.send('POST', '/api/guest', { body: {} }))
  keep(
    await api.send('POST', '/api/token/refresh', {
      headers: { cookie: `refresh=${cookiesOf(guest).get('refresh')!.value}` },
    }),
  )
  await api.send('GET', `/api/staff/users?search=${PERSON.email}`, { headers })
  await api.send('GET', `/api/nowhere/${PERSON.email}?password=${PERSON.password}`, { headers })
  await api.send('POST', '/api/login', { body: `{"email":"${PERSON.email}","password":"${PERSON.password}"` })
  await api.send('GET', '/api/staff/orders', { token: `${tokens[0]}x` })
  const sales = Array.from({ length: 40 }, () =>
    aSale({ lines: [jeans], customer_name: 'Efua Buyer', customer_phone: '0201112223', reference: 'MOMO-REF-991' }),
  )
  await api.send('POST', '/api/sync/push', { headers, body: aPush(...sales) })
  await api.send('POST', '/api/sync/push', { headers, body: aPush(aSale({ lines: [], customer_name: 'Efua Buyer' })) })
  for (const name of Object.keys(REQUESTS)) {
    const { path, body } = await REQUESTS[name]!(stage)
    const { authorization = '', cookie = '' } = await headersOf('SUPER_ADMINISTRATOR')
    tokens.push(authorization.slice('Bearer '.length), cookie.slice('refresh='.length))
    keep(
      await api.send(name.split(' ')[0]!, path, {
        body,
        headers: { authorization, cookie, 'Idempotency-Key': `key-of-akosua-${name.length}` },
      }),
    )
  }
  return tokens.filter(token => token !== '')
}

/** The shop breaks while it holds a person's data; the database quotes them in its message, on a line of its own. */
async function aFault() {
  await db.query(
    "CREATE TRIGGER fault BEFORE INSERT ON users FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'Row\\n akosua.darko@shop.test Akosua Darko-Mensima'",
  )
  const reply = await api.send('POST', '/api/register', { body: { ...PERSON, email: 'akosua.2@shop.test' } })
  expect(reply.status).toBe(500)
}

test("a morning's log names nobody and holds no token, password or cookie", async () => {
  const tokens = await aMorning()
  await aFault()
  expect(tokens.length).toBeGreaterThan(50)
  expect(lines.length).toBeGreaterThan(50)
  expect(secretsIn(lines.join(''), tokens)).toEqual([])
  expect(lines.join('')).not.toMatch(/[\w.]+@\w+\.test|Bearer |eyJ|argon2|"password/)
})

test('each request leaves one line: id, route pattern, status and time', async () => {
  const reply = await api.send('GET', `/api/staff/users/${stage.somebody.id}`, {
    headers: await headersOf('ADMINISTRATOR'),
  })
  expect(lines.map(line => JSON.parse(line) as object)).toEqual([
    {
      level: 30,
      time: expect.any(String),
      msg: 'request',
      request_id: reply.headers.get('x-request-id'),
      method: 'GET',
      route: '/api/staff/users/:id',
      status: 200,
      ms: expect.any(Number),
    },
  ])
})

test('an error leaves a stack under the id the client got', async () => {
  await aFault()
  const [line] = lines
    .map(text => JSON.parse(text) as { msg: string; request_id: string; error: { name: string; stack: string } })
    .filter(({ msg }) => msg === 'request failed')
  expect(line).toMatchObject({
    route: '/api/register',
    error: { name: 'DatabaseError', stack: expect.stringMatching(/database\.ts[^]*register/) },
  })
})

test("control: a request's body in the log is noticed", () => {
  log.info({ body: PERSON }, 'request')
  expect(secretsIn(lines.join(''))).toContain(PERSON.email.split('.')[0])
})
