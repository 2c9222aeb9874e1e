import Joi from 'joi'
import { expect, test } from 'vitest'
import { AppError } from '#api/errors.ts'
import { mostBytesFor } from '#api/http/body.ts'
import { readQuery } from '#api/http/query.ts'
import type { Route } from '#api/http/route.ts'
import { check, checkQuery } from '#api/http/validate.ts'
import { routes } from '#api/routes.ts'
import { hasCardNumber } from '#sync/protocol/card-number.ts'
import type { Health } from '#sync/protocol/staff/health.ts'
import { patience } from '#tests/support/patience.ts'
import type { Api } from '#tests/support/server/api.ts'
import { everyOther, namesIn } from '#tests/support/hostile/hostile-input.ts'
import { headersOf } from '#tests/support/routes/matrix-callers.ts'
import { inWords, MOST_YARDSTICKS, yardsticksOf } from '#tests/support/runs/processor-time.ts'
import { REQUESTS } from '#tests/support/routes/requests.ts'
import { onStage, type Stage } from '#tests/support/server/stage.ts'
import { worstBodies, worstTexts } from '#tests/support/routes/worst-texts.ts'

let api: Api
let stage: Stage
let owner: Record<string, string>
onStage(here => {
  ;({ api, stage, owner } = here)
})

/** Judges data by a route's rules, whatever they say to it. */
function judge(work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

const slow: string[] = []
async function time(name: string, work: () => unknown): Promise<void> {
  const took = await yardsticksOf(work, MOST_YARDSTICKS)
  if (took > MOST_YARDSTICKS) slow.push(`${name}: ${inWords(took)}`)
}

// Before: digits in groups of one held the process for 10 to 26 s, because the search for cards grew with the square of
// the text.
test('looks for cards in the longest text that a route takes within the limit', async () => {
  slow.length = 0
  for (const [what, text] of Object.entries(worstTexts(500_000))) await time(what, () => hasCardNumber(text))
  expect(slow).toEqual([])
})

interface Placed {
  name: string
  rules: Joi.Schema
  bodies: unknown[]
}

/** A route's body as often as it has members, however deep, each time with the text in another one. */
async function placesIn({ name, body, access }: Route): Promise<(text: string) => Placed | null> {
  const right = body
    ? (await REQUESTS[name]!(stage, access === 'customer' ? await headersOf('customer') : owner)).body
    : undefined
  return text =>
    !body || right instanceof FormData || right === undefined
      ? null
      : { name, rules: body, bodies: [...everyOther(right, text)] }
}

// Before: a name of 0.96 MB was looked through for cards although it was longer than a name may be, and each of 500,000
// wrong items got words of its own.
test(
  'judges the worst text in every member of every body and in every parameter within the limit',
  { timeout: patience(720_000) },
  async () => {
    slow.length = 0
    let judged = 0
    for (const route of routes) {
      const place = await placesIn(route)
      const texts = worstTexts(mostBytesFor(route.access) - 1_000)
      for (const [what, text] of Object.entries(texts)) {
        const placed = place(text)
        for (const [at, body] of placed?.bodies.entries() ?? []) {
          judged += 1
          await time(`${route.name}, member ${at}, ${what}`, () => judge(() => check(placed!.rules, body)))
        }
        for (const name of namesIn(route.query)) {
          judged += 1
          const search = `${name}=${encodeURIComponent(text.slice(0, 15_000).replace(/\p{Surrogate}/gu, ''))}`.slice(
            0,
            15_000,
          )
          await time(`${route.name}, parameter ${name}, ${what}`, () =>
            judge(() => checkQuery(route.query!, readQuery(search, route.query!))),
          )
        }
      }
    }
    expect(judged).toBeGreaterThan(2_000)
    expect(slow).toEqual([])
  },
)

// Before: Joi ran every rule of a text although it was too long, and checked each of the items although they were too
// many.
test('looks at a length before any other rule, in whichever order they were written', () => {
  let looked = 0
  const look = (value: unknown) => {
    looked += 1
    return value
  }
  const name = Joi.string().custom(look).max(20)
  const rules = Joi.object({
    name,
    either: Joi.alternatives(Joi.number(), name),
    lines: Joi.array().items(Joi.object({ name })),
    counts: Joi.array().items(Joi.number().custom(look)).max(3),
  })
  const long = 'x'.repeat(21)
  for (const data of [
    { name: long },
    { either: long },
    { lines: [{ name: long }] },
    { counts: Array.from({ length: 2_000 }, (_, i) => i) },
  ]) {
    expect(() => check(rules, data)).toThrow(AppError)
    expect([Object.keys(data), looked]).toEqual([Object.keys(data), 0])
  }
  check(rules, { name: 'short', either: 'short', counts: [1, 2, 3] })
  expect(looked).toBe(5)
})

const PATHS = [
  '/api/register',
  '/api/login',
  '/api/forgot-password',
  '/api/orders',
  '/api/cart',
  '/api/account/addresses',
  '/api/sync/push',
  '/api/staff/orders',
  '/api/staff/products',
  '/api/staff/products/bulk',
  '/api/staff/stock/receipts',
  '/api/staff/transactions',
]

// Before: 100,000 lists in one another ended in 500 where a body's fingerprint was taken, and 100,000 unknown names
// held the process for seconds.
test.each(PATHS)('answers the worst bodies within the limit: %s', async path => {
  slow.length = 0
  const { access } = routes.find(route => route.name === `POST ${path}`)!
  const bodies = Object.entries({
    ...worstBodies(mostBytesFor(access) - 1_000),
    'beyond the limit': JSON.stringify({ name: 'x'.repeat(mostBytesFor(access)) }),
  })
  const statuses = new Set<number>()
  for (const [what, body] of bodies)
    await time(`${path}, ${what}`, async () =>
      statuses.add((await api.send('POST', path, { headers: owner, body })).status),
    )
  expect(slow).toEqual([])
  expect([...statuses].filter(status => ![400, 413, 422, 426, 429].includes(status))).toEqual([])
})

test('takes no more than 16 KB from who is not staff, and says so', async () => {
  const reply = await api.send('POST', '/api/login', { body: { email: 'a@shop.test', password: 'x'.repeat(17_000) } })
  expect(reply).toMatchObject({ status: 413, body: { code: 'too_large', message: 'Send at most 16 KB.' } })
})

test('health tells for how long requests waited for the processor', async () => {
  const waited = async () => {
    const { body } = await api.send('GET', '/api/staff/health', { headers: owner })
    return (body.health as unknown as Health).checks.find(({ name }) => name === 'Response time')!
  }
  await waited()
  for (const until = performance.now() + 700; performance.now() < until;);
  const { state, words } = await waited()
  expect(state).not.toBe('ok')
  expect(Number(/at most (\d+) ms/.exec(words)![1])).toBeGreaterThan(600)
})

// Before: a limit of tries was counted after the rules, so what the rules refused was judged without end.
test('judges only so many wrong bodies a minute for a stranger', { timeout: patience(180_000) }, async () => {
  const statuses: number[] = []
  for (let i = 0; i < 13; i++)
    statuses.push(
      ...(await Promise.all(
        Array.from(
          { length: 50 },
          async () => (await api.send('POST', '/api/login', { body: { email: 'nobody' } })).status,
        ),
      )),
    )
  expect(statuses[0]).toBe(422)
  expect(statuses.at(-1)).toBe(429)
})
