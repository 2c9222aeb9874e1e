import type { Middleware } from 'koa'
import { pagePolicy, setPolicy, styleHash } from '#api/server/headers.ts'
import { describeRoutes } from '#api/server/openapi.ts'
import { ownOrigin } from '#api/server/origin.ts'
import type { Route } from '#api/http/route.ts'

/** The API description for programs at /api/openapi.json and for people at /api/docs. */
export function serveDocs(routes: readonly Route[]): Middleware {
  return (ctx, next) => {
    if (ctx.method !== 'GET') return next()
    if (ctx.path === '/api/openapi.json') {
      ctx.set('Cache-Control', 'no-cache')
      ctx.body = describeRoutes(routes, ownOrigin(ctx))
      return
    }
    if (ctx.path !== '/api/docs') return next()
    ctx.set('Cache-Control', 'no-cache')
    ctx.type = 'html'
    setPolicy(ctx, POLICY)
    ctx.body = pageOf(describeRoutes(routes, ownOrigin(ctx)))
  }
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
