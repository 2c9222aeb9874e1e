import { expect, test } from 'vitest'
import { routes } from '#api/routes.ts'
import { env } from '#api/env.ts'
import type { Api } from '#tests/support/server/api.ts'
import { REQUESTS } from '#tests/support/routes/requests.ts'
import { onStage, type Stage } from '#tests/support/server/stage.ts'

let api: Api
let stage: Stage
onStage(here => {
  ;({ api, stage } = here)
})

const SPELLINGS: Record<string, (path: string) => string> = {
  'in capitals': path => path.replace('/api/', '/API/'),
  'with a capital further on': path => path.replace(/^\/api\/(.)/, (_, first: string) => `/api/${first.toUpperCase()}`),
  'with a slash at its end': path => path.replace(/(?=\?|$)/, '/'),
  'with two slashes before it': path => `/${path}`,
  'in percent signs': path => path.replace('/api/', '/%61pi/'),
}

test.each(Object.entries(SPELLINGS))('answers no route that is spelt %s', async (_, spelt) => {
  for (const { name, method } of routes) {
    const { path } = await REQUESTS[name]!(stage)
    // Two slashes are no address for fetch: it takes what follows for a host.
    const asked = spelt(path)
    const { status, headers, body } = await api.send(method, asked.startsWith('//') ? `/.${asked}` : asked)
    expect([name, status, body.code, headers.get('cache-control')]).toEqual([name, 404, 'not_found', 'no-store'])
  }
})

test('describes itself once, for its own address', async () => {
  const headers = { host: 'other.test' }
  for (const path of ['/api/openapi.json', '/api/docs']) {
    const first = await api.send('GET', path, { headers })
    const etag = first.headers.get('etag')!
    expect([path, first.status, etag.length > 20]).toEqual([path, 200, true])
    // Without the second, fetch asks for no kept reply.
    const again = { 'if-none-match': etag, 'cache-control': 'max-age=0' }
    expect((await api.send('GET', path, { headers: again })).status).toBe(304)
  }
  const { body } = await api.send('GET', '/api/openapi.json', { headers })
  expect((body as unknown as { servers: { url: string }[] }).servers).toEqual([{ url: env.shopUrl }])
})
