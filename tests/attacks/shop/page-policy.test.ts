import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { env } from '#api/env.ts'
import { log } from '#api/http/log.ts'
import { moveStyles } from '#api/web/move-styles.ts'
import { type Api, startApi } from '#tests/support/server/api.ts'

let api: Api
beforeAll(async () => {
  env.trustProxy = 1
  api = await startApi()
  env.trustProxy = 0
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => api.stop())

const policyOf = async (path: string) =>
  (await api.send('GET', path)).headers.get('content-security-policy')!.split(';')

// Before: style-src 'self' 'unsafe-inline', and nothing about texts that become scripts.
test.each(['/api/shop', '/api/docs', '/healthz', '/nowhere'])('%s takes no style or script from a text', async path => {
  const policy = await policyOf(path)
  expect(policy.join()).not.toContain('unsafe')
  expect(policy).toEqual(
    expect.arrayContaining([
      "require-trusted-types-for 'script'",
      'trusted-types default',
      'report-uri /api/csp-reports',
    ]),
  )
})

test('the description of the API brings the hash of its own style', async () => {
  const reply = await api.send('GET', '/api/docs')
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(reply.text) ?? []
  expect(reply.headers.get('content-security-policy')).toContain(
    `style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  )
  expect(reply.text).not.toMatch(/ style="/)
})

test('styles of drawn elements become rules, the same one once', () => {
  expect(
    moveStyles(
      '<b style="color:#fff;width:20px"></b><i style="background:url(&quot;/a.webp&quot;)"></i><u style="color:#fff;width:20px">style=&quot;x&quot;</u>',
    ),
  ).toEqual({
    html: '<b data-style="0"></b><i></i><u data-style="0">style=&quot;x&quot;</u>',
    rules: '[data-style="0"]:not(#_){color:#fff;width:20px}',
  })
})

test.each(['red}body{display:none', 'red&lt;/style&gt;&lt;script&gt;', 'red\\', '&quot;', 'red;@import x'])(
  'a colour that was typed as %s makes no rule',
  colour => {
    expect(moveStyles(`<b style="color:${colour}"></b>`)).toEqual({ html: '<b></b>', rules: '' })
  },
)

const report = (body: unknown, from = '203.0.113.5') =>
  api.send('POST', '/api/csp-reports', {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/csp-report', 'x-forwarded-for': from, 'sec-fetch-site': 'cross-site' },
  })

// Before: there was nowhere to tell of it. One that takes everything would be a way to fill the log.
test('reports are kept short, without what may be secret, and only some a minute', async () => {
  const lines: unknown[] = []
  vi.spyOn(log, 'warn').mockImplementation((line: unknown) => {
    lines.push(line)
  })
  const sent = {
    'csp-report': {
      'document-uri': 'https://jeans.example/orders/track/secret-token?code=secret',
      'effective-directive': `style-src-elem${'x'.repeat(5_000)}`,
      'blocked-uri': 'https://elsewhere.test/skim.js?to=secret',
      'script-sample': 'secret',
    },
  }
  expect((await report(sent)).status).toBe(204)
  expect(lines).toEqual([
    {
      directive: expect.stringMatching(/^style-src-elemx{186}$/),
      page: 'https://jeans.example/orders/track/…',
      blocked: 'https://elsewhere.test/skim.js',
    },
  ])
  expect(JSON.stringify(lines)).not.toContain('secret')
  for (const odd of [
    '',
    'no json',
    'null',
    '[]',
    '{"csp-report":null}',
    '{"csp-report":7}',
    '{"csp-report":{"blocked-uri":{"toString":7}}}',
  ])
    expect((await report(odd, '203.0.113.6')).status).toBe(204)
  expect((await report('x'.repeat(9_000), '203.0.113.7')).status).toBe(413)
  const flood = await Promise.all(Array.from({ length: 300 }, () => report(sent, '203.0.113.8')))
  expect(flood.filter(({ status }) => status === 204)).toHaveLength(10)
  const fromAll = await Promise.all(Array.from({ length: 300 }, (_, n) => report(sent, `198.51.100.${n % 250}`)))
  expect(fromAll.filter(({ status }) => status === 204).length).toBeLessThanOrEqual(100)
  expect(
    fromAll.filter(({ status }) => status === 429).every(({ headers }) => Number(headers.get('retry-after')) > 0),
  ).toBe(true)
  expect(lines.length).toBeLessThanOrEqual(102)
})
