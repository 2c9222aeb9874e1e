import type Joi from 'joi'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '#api/auth/passwords.ts'
import { AppError } from '#api/errors.ts'
import { mostBytesFor } from '#api/http/body.ts'
import type { Route } from '#api/http/route.ts'
import { check } from '#api/http/validate.ts'
import { routes } from '#api/routes.ts'
import { maskCardNumbers } from '#sync/protocol/card-number.ts'
import { patience } from '#tests/support/patience.ts'
import type { Api } from '#tests/support/server/api.ts'
import { namesIn } from '#tests/support/hostile/hostile-input.ts'
import { headersOf } from '#tests/support/routes/matrix-callers.ts'
import { inWords, MOST_YARDSTICKS, yardsticksOf } from '#tests/support/runs/processor-time.ts'
import { REQUESTS } from '#tests/support/routes/requests.ts'
import { onStage, type Asked, type Stage } from '#tests/support/server/stage.ts'
import { textPlaces, withText, type Place, type TextPlace } from '#tests/support/routes/text-places.ts'
import { worstTexts } from '#tests/support/routes/worst-texts.ts'

/** What a web server takes of an address. */
const ADDRESS = 15_000
/** These may end the session, or the person, that the next request needs: somebody else asks each time. */
const ENDS = /logout|erase|token\/refresh|\/api\/account(\/sessions.*)?$/
/** A wrong password or code, or a second try after the first has begun another session. */
const ANSWERS_401 = /register|login|step-up|refresh/

let api: Api
let stage: Stage
onStage(here => {
  ;({ api, stage } = here)
})
beforeEach(() => {
  delete process.env.CHECK_REPLIES // it is the tests' own, and takes time
})

const slow: string[] = []
/** What answered as if the shop were to blame, or somebody had to wait, or nobody were signed in. */
const broken: string[] = []
beforeEach(() => {
  slow.length = 0
  broken.length = 0
})

/**
 * A password is hashed slowly on purpose. What a till sends is kept when it is refused, its id apart, and without
 * numbers of cards.
 */
let [hashing, masking] = [0, 0]
beforeAll(async () => {
  hashing = 2 * (await yardsticksOf(() => hashPassword('kente-and-denim')))
  masking = 2 * (await yardsticksOf(() => maskCardNumbers(textOf('digits in groups of one', TEXTS.commas!.length))))
})
const mostFor = (name: string, sent = '') =>
  MOST_YARDSTICKS + (sent.includes('"password') ? hashing : 0) + (name === 'POST /api/sync/push' ? masking : 0)

type Right = Asked & { headers: Record<string, string> }

async function requestOf({ name }: Route): Promise<Right> {
  const who = await headersOf(ENDS.test(name) ? 'customer' : 'SUPER_ADMINISTRATOR')
  const { headers, ...asked } = await REQUESTS[name]!(stage, who)
  return { ...asked, headers: { ...headers, ...who } }
}

async function send({ name, method }: Route, { path, headers, body }: Right, what: string): Promise<void> {
  const sent = method === 'GET' || body === undefined ? undefined : JSON.stringify(body)
  const most = mostFor(name, sent)
  const took = await yardsticksOf(async () => {
    const { status } = await api.send(method, path, { headers, body: sent })
    if (
      status >= 500 ||
      (status === 429 && !sent?.includes('"current_password')) ||
      (status === 401 && !ANSWERS_401.test(name))
    )
      broken.push(`${name}, ${what}: ${status}`)
  }, most)
  if (took > most) slow.push(`${name}, ${what}: ${inWords(took)}`)
}

const TEXTS = worstTexts(mostBytesFor(3))
const KINDS = Object.keys(TEXTS)
/** The same kinds of text, each of so many characters. */
const textOf = (kind: string, length: number) => `${TEXTS[kind]!.slice(0, length - 1)}x`
const fits = (rules: Joi.Schema, body: unknown): boolean => {
  try {
    check(rules, body)
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return false
  }
}

/** Enough to tell which of two texts takes longer. */
const TASTE = 20_000
const worst = new Map<string, string>()

/** The kind of text that takes longest to judge where this rule stands. Many routes have the same rules. */
async function worstFor(rules: Joi.Schema, right: unknown, { place, rule }: TextPlace): Promise<string> {
  const known = worst.get(rule)
  if (known) return known
  const took: [string, number][] = []
  for (const kind of KINDS)
    took.push([kind, await yardsticksOf(() => fits(rules, withText(right, place, textOf(kind, TASTE))))])
  const [kind] = took.sort(([, a], [, b]) => b - a)[0]!
  worst.set(rule, kind)
  return kind
}

/** As much of a text as there is room for in a body. */
function longest(kind: string, { access }: Route, right: unknown): string {
  const most = mostBytesFor(access) - Buffer.byteLength(JSON.stringify(right ?? {})) - 1_000
  const bytes = Buffer.byteLength(JSON.stringify(textOf(kind, TASTE))) / TASTE
  return textOf(kind, Math.floor(most / bytes))
}

/** The longest text of a kind that the rules take there; null where they take none. */
function longestTaken(rules: Joi.Schema, body: unknown, { place, kind }: { place: Place; kind: string }): unknown {
  for (const length of LENGTHS) {
    const other = withText(body, place, textOf(kind, length))
    if (fits(rules, other)) return other
  }
  return null
}
const LENGTHS = [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 255, 200, 160, 120, 100, 80, 60, 50, 40, 30, 20, 10]

/** The routes that read JSON, each with a right request. */
async function eachWithStrings(work: (route: Route, right: Right) => Promise<void>): Promise<void> {
  for (const route of routes) {
    if (!route.body || route.multipart || route.method === 'GET') continue
    const right = await requestOf(route)
    if (typeof right.body !== 'string') await work(route, right)
  }
}

test(
  'answers the worst text in every string of every body within the limit',
  { timeout: patience(720_000) },
  async () => {
    let sent = 0
    await eachWithStrings(async (route, right) => {
      for (const at of textPlaces(route.body!, right.body)) {
        const kind = await worstFor(route.body!, right.body, at)
        const body = withText(right.body, at.place, longest(kind, route, right.body)) as object
        await send(route, { ...right, body }, `${at.place.join('.')}, ${kind}`)
        sent += 1
      }
    })
    expect(sent).toBeGreaterThan(200)
    expect([slow, broken]).toEqual([[], []])
  },
)

test(
  'answers the longest texts that a route takes, in all of its strings at once, within the limit',
  { timeout: patience(720_000) },
  async () => {
    let filled = 0
    await eachWithStrings(async (route, right) => {
      let body: unknown = right.body
      for (const at of textPlaces(route.body!, right.body))
        for (const kind of [await worstFor(route.body!, right.body, at), 'spaces and words']) {
          const other = longestTaken(route.body!, body, { place: at.place, kind })
          if (other === null) continue
          body = other
          filled += 1
          break
        }
      if (body !== right.body) await send(route, { ...right, body: body as object }, 'all filled')
    })
    expect(filled).toBeGreaterThan(100)
    expect([slow, broken]).toEqual([[], []])
  },
)

test(
  'answers the worst texts in every parameter of an address within the limit',
  { timeout: patience(720_000) },
  async () => {
    let sent = 0
    const inAddress = (kind: string) =>
      encodeURIComponent(TEXTS[kind]!.slice(0, ADDRESS).replace(/\p{Surrogate}/gu, ''))
        .slice(0, ADDRESS)
        .replace(/%.?$/, '')
    for (const route of routes) {
      const right = await requestOf(route)
      const [address, query = ''] = right.path.split('?') as [string, string?]
      const asked = namesIn(route.query).map(name => `${address}?${query && `${query}&`}${name}=`)
      if (route.path.includes(':')) asked.push(address.slice(0, address.lastIndexOf('/') + 1))
      for (const start of asked) {
        const kind = KINDS[sent % KINDS.length]!
        await send(route, { ...right, path: `${start}${inAddress(kind)}` }, `${start}, ${kind}`)
        sent += 1
      }
    }
    expect(sent).toBeGreaterThan(400)
    expect([slow, broken]).toEqual([[], []])
  },
)
