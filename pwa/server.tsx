import { QueryClient, QueryClientProvider, type Query } from '@tanstack/react-query'
import { createStore, Provider } from 'jotai'
import { renderToString } from 'react-dom/server'
import { matchRoutes, UNSAFE_createMemoryHistory as createMemoryHistory, type RouteObject } from 'react-router-dom'
import type { EndpointName } from '#sync/protocol/endpoints.ts'
import type { Asker, Drawing, Read } from '#sync/protocol/shop/drawing.ts'
import { loadParts, partsIn } from './lib/drawn-part.tsx'
import { screenOf } from './lib/lazy-screen.ts'
import { Routed } from './lib/routed.tsx'
import { createRouter, type Router } from './lib/router.ts'
import { takeForSomebody } from './session/session.ts'
import { betterTitle, type RouteHandle } from './browser/title.ts'
import { later, routes as first } from './routes.tsx'
import { ScreenError } from './shell/screen-error.tsx'

const ORIGIN = 'http://shop'
const MISSING = '/404'

type Key = [name: EndpointName, params: object | null, query: object | null]

/** The server draws every address. */
const further = await Promise.all(later.map(async ({ needs, fetch }) => ({ needs, routes: await fetch() })))

/**
 * Draws a page without knowing the visitor. Screens state their needs as queries: draws them, reads their queries, and
 * draws again until no query is left.
 */
export async function draw(address: string, asker: Asker): Promise<Drawing> {
  const { pathname } = new URL(ORIGIN + address)
  const shown = shownAt(pathname)
  const {
    title = null,
    description = null,
    status = 200,
    ...handle
  } = (shown.findLast(route => route.handle !== undefined)?.handle ?? {}) as Partial<RouteHandle>
  const drawn_for =
    handle.drawn_for === 'visitor' ? (asker.isNobody ? 'nobody' : 'somebody') : (handle.drawn_for ?? null)
  const screens = shown.map(({ lazy }) => screenOf(lazy)).filter(name => name !== null)
  const drawing: Drawing = {
    status,
    title,
    description,
    drawn_for,
    html: '',
    path: pathname,
    screens,
    parts: [],
    replies: [],
  }
  if (drawn_for === null) return drawing
  const router = createRouter(onlyThese(shown), { history: createMemoryHistory({ initialEntries: [address] }) })
  await router.ready
  await loadParts()
  try {
    return { ...drawing, ...(await drawScreens(router, { read: asker.read, isSomebodys: drawn_for === 'somebody' })) }
  } catch (error) {
    if ((error as { status?: number }).status === 404 && pathname !== MISSING) return draw(MISSING, asker)
    throw error
  }
}

const PRODUCT = /^\/shop\/product\/([1-9]\d*)(?:\/|$)/
/** As the shop writes it, with or without its name. */
const PLAIN_PRODUCT = /^\/shop\/product\/[1-9]\d*(\/[a-z0-9-]+)?$/

const products = new Map<boolean, RouteObject[]>()

/**
 * The routes of an address, the outer first. React Router sorts all that it is given, so products, of which there are
 * most, are looked for once.
 */
function shownAt(pathname: string): RouteObject[] {
  const product = PLAIN_PRODUCT.exec(pathname)
  if (!product) return routesAt(pathname)
  const isNamed = product[1] !== undefined
  const shown = products.get(isNamed) ?? routesAt(pathname)
  products.set(isNamed, shown)
  return shown
}

function routesAt(pathname: string): RouteObject[] {
  const needed = further.flatMap(({ needs, routes }) => (needs(pathname) ? routes : []))
  return (matchRoutes([...needed, ...first], pathname) ?? []).map(({ route }) => route)
}

const alone = new WeakMap<RouteObject, RouteObject[]>()

/** These without the routes beside them, since React Router looks through all that it is given, at each look. */
function onlyThese(shown: readonly RouteObject[]): RouteObject[] {
  const last = shown.at(-1)
  if (!last) return []
  const known = alone.get(last)
  if (known) return known
  const chain = shown.reduceRight<RouteObject[]>(
    (children, route) => [children.length > 0 ? ({ ...route, children } as RouteObject) : route],
    [],
  )
  alone.set(last, chain)
  return chain
}

/** What a page surely asks for: read before it is drawn, it need not be drawn once more. */
function surelyAsked(pathname: string): Key[] {
  const [, id] = PRODUCT.exec(pathname) ?? []
  return [['GET /api/shop', null, null], ...(id ? [['GET /api/products/:id', { id: Number(id) }, null] as Key] : [])]
}

async function drawScreens(
  router: Router,
  { read, isSomebodys }: { read: Read; isSomebodys: boolean },
): Promise<Partial<Drawing>> {
  const client = new QueryClient()
  await Promise.all(
    surelyAsked(router.state.location.pathname).map(async ([name, params, query]) => {
      client.setQueryData([name, params, query], await read(name, params, query))
    }),
  )
  const store = createStore()
  if (isSomebodys) takeForSomebody(store)
  const page = (
    <Provider store={store}>
      <QueryClientProvider client={client}>
        <Routed router={router} fallback={ScreenError} />
      </QueryClientProvider>
    </Provider>
  )
  for (;;) {
    const html = renderToString(page)
    const all = client.getQueryCache().getAll()
    const asked = all.filter(isAsked)
    if (asked.length === 0) {
      const better = store.get(betterTitle)
      return {
        html,
        parts: partsIn(html),
        replies: all
          .filter(({ state }) => state.data !== undefined)
          .map(({ queryKey, state }) => [queryKey, state.data]),
        ...(better && { title: better }),
      }
    }
    await Promise.all(
      asked.map(async query => {
        client.setQueryData(query.queryKey, await replyTo(query, read))
      }),
    )
  }
}

/** Queries that need a known user are left to the browser. */
const isAsked = ({ state, options }: Query) =>
  state.data === undefined && (options as { enabled?: unknown }).enabled !== false

/**
 * A key is a call's name with its params and query, as `useApi` makes it; growing lists start with their first page.
 */
async function replyTo({ queryKey, options }: Query, read: Read): Promise<unknown> {
  const [name, params, query] = queryKey as [EndpointName, object | null | 'pages', object | null]
  if (params !== 'pages') return read(name, params, query)
  const first = (options as { initialPageParam?: unknown }).initialPageParam
  return { pages: [await read(name, null, { ...query, ...(first as object) })], pageParams: [first] }
}
