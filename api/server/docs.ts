import { createHash } from 'node:crypto'
import type { Middleware } from 'koa'
import { env } from '#api/env.ts'
import { compressOnce } from '#api/http/compress-once.ts'
import { pagePolicy, setPolicy, styleHash } from '#api/server/headers.ts'
import { describeRoutes } from '#api/server/openapi.ts'
import type { Route } from '#api/http/route.ts'

/**
 * The API description for programs at /api/openapi.json and for people at /api/docs. Each is built once, when it is
 * first asked for: that takes 100 ms.
 */
export function serveDocs(routes: readonly Route[]): Middleware {
  const description = once(() => describeRoutes(routes, env.shopUrl))
  const texts: Record<string, () => Kept> = {
    '/api/openapi.json': once(() => kept('json', JSON.stringify(description()))),
    '/api/docs': once(() => kept('html', pageOf(description()))),
  }
  return (ctx, next) => {
    if (ctx.method !== 'GET' || !Object.hasOwn(texts, ctx.path)) return next()
    const { type, text, etag } = texts[ctx.path]!()
    ctx.set('Cache-Control', 'no-cache')
    if (type === 'html') setPolicy(ctx, POLICY)
    ctx.status = 200
    ctx.etag = etag
    if (ctx.fresh) {
      ctx.status = 304
      return
    }
    ctx.type = type
    ctx.body = compressOnce(ctx, text)
  }
}

interface Kept {
  type: 'json' | 'html'
  text: Buffer
  etag: string
}
const kept = (type: Kept['type'], text: string): Kept => ({
  type,
  text: Buffer.from(text),
  etag: createHash('sha256').update(text).digest('base64url').slice(0, 22),
})

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => (made ??= { value: make() }).value
}

const STYLE =
  'body{font:16px/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}summary{cursor:pointer;padding:.5rem 0}code{font-weight:600}pre{overflow:auto;background:#f2f0ea;padding:1rem;border-radius:4px}'
const POLICY = pagePolicy([styleHash(STYLE)])

const pageOf = ({ info, paths }: ReturnType<typeof describeRoutes>) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${info.title}</title>
<style>${STYLE}</style></head>
<body><h1>${info.title}</h1><p>${info.description}</p><p><a href="/api/openapi.json">openapi.json</a></p>
${Object.entries(paths)
  .flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => operationOf(method, path, operation)),
  )
  .join('\n')}
</body></html>`

const operationOf = (method: string, path: string, operation: object) =>
  `<details><summary><code>${method.toUpperCase()} ${escaped(path)}</code> ${escaped((operation as { summary: string }).summary)}</summary><pre>${escaped(JSON.stringify(operation, null, 2))}</pre></details>`

const escaped = (text: string) => text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
