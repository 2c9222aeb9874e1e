import { formidable } from 'formidable'
import { beforeEach, expect, test } from 'vitest'
import { mostBytesFor } from '#api/http/body.ts'
import type { Route } from '#api/http/route.ts'
import { routes } from '#api/routes.ts'
import { patience } from '#tests/support/patience.ts'
import type { Api } from '#tests/support/server/api.ts'
import { headersOf } from '#tests/support/routes/matrix-callers.ts'
import { inWords, MOST_YARDSTICKS, yardsticksOf } from '#tests/support/runs/processor-time.ts'
import { REQUESTS } from '#tests/support/routes/requests.ts'
import { onStage, type Stage } from '#tests/support/server/stage.ts'
import { FORM_TYPE, worstFileName, worstForms } from '#tests/support/routes/worst-forms.ts'

/** A form is read in pieces of 64 KB, with a turn for others after each. */
const PIECE = 60_000
/** These may end the session that the next request needs: somebody else asks each time. */
const ENDS = /logout|erase|token\/refresh|\/api\/account(\/sessions.*)?$/

let api: Api
let stage: Stage
onStage(here => {
  ;({ api, stage } = here)
})
beforeEach(() => {
  delete process.env.CHECK_REPLIES // it is the tests' own, and takes time
})

const slow: string[] = []
const broken: string[] = []
beforeEach(() => {
  slow.length = 0
  broken.length = 0
})

type Caller = { path: string; headers: Record<string, string> }

async function callerOf({ name }: Route): Promise<Caller> {
  const who = await headersOf(ENDS.test(name) ? 'customer' : 'SUPER_ADMINISTRATOR')
  const { headers, path } = await REQUESTS[name]!(stage, who)
  return { path, headers: { ...headers, ...who, 'content-type': FORM_TYPE } }
}

async function sendForms(route: Route, forms: Record<string, string>): Promise<void> {
  const { path, headers } = await callerOf(route)
  for (const [what, body] of Object.entries(forms)) {
    const took = await yardsticksOf(async () => {
      const { status } = await api.send(route.method, path, { headers, body })
      if (status >= 500) broken.push(`${route.name}, ${what}: ${status}`)
    }, MOST_YARDSTICKS)
    if (took > MOST_YARDSTICKS) slow.push(`${route.name}, ${what}: ${inWords(took)}`)
  }
}

// Before: a file name that does not end held the process for a minute a megabyte, and line ends that begin no boundary
// for 0.3 s every 64 KB. Any customer could send 12 MB of either.
test(
  'answers the worst forms within the limit on every route that takes one',
  { timeout: patience(720_000) },
  async () => {
    const taking = routes.filter(({ multipart }) => multipart)
    for (const route of taking) await sendForms(route, worstForms(PIECE))
    expect(taking.length).toBeGreaterThan(5)
    expect([slow, broken]).toEqual([[], []])
  },
)

test('answers a form within the limit on every route that takes none', { timeout: patience(720_000) }, async () => {
  const others = routes.filter(({ method, multipart }) => method !== 'GET' && !multipart)
  for (const route of others)
    await sendForms(route, { 'a form': worstForms(mostBytesFor(route.access) - 1_000)['a file of half line ends']! })
  expect(others.length).toBeGreaterThan(100)
  expect([slow, broken]).toEqual([[], []])
})

test(
  'control: the reader of forms takes longer than the limit for one file name by itself',
  { timeout: patience(180_000) },
  async () => {
    const { _getFileName: nameIn } = formidable() as unknown as { _getFileName: (header: string) => string | null }
    expect(await yardsticksOf(() => nameIn(worstFileName(PIECE)))).toBeGreaterThan(MOST_YARDSTICKS)
  },
)
