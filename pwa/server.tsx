import { QueryClient, QueryClientProvider, type Query } from '@tanstack/react-query'
import { createStore, Provider } from 'jotai'
import { renderToString } from 'react-dom/server'
import { matchRoutes, UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router-dom'
import type { EndpointName } from '#sync/protocol/endpoints.ts'
import type { Drawing, Read } from '#sync/protocol/drawing.ts'
import { screenOf } from './lib/lazy-screen.ts'
import { Routed } from './lib/routed.tsx'
import { createRouter, type Router } from './lib/router.ts'
import { betterTitle, type RouteHandle } from './lib/title.ts'
import { later, routes as first } from './routes.tsx'
import { ScreenError } from './shell/screen-error.tsx'

const ORIGIN = 'http://shop'
const MISSING = '/404'

/** All of them: the server answers for every address. */
const routes = [...(await Promise.all(later.map(({ fetch }) => fetch()))).flat(), ...first]

/**
 * Draws a page for nobody in particular. The screens say by their queries what they want to know: they are drawn, what they
 * asked for is read, and they are drawn again until nothing is asked any more.
 */
export async function draw(address: string, read: Read): Promise<Drawing> {
  const { pathname } = new URL(ORIGIN + address)
  const leaf = matchRoutes(routes, pathname)?.findLast(({ route }) => route.handle !== undefined)?.route
  const { title = null, description = null, status = 200 } = (leaf?.handle ?? {}) as Partial<RouteHandle>
  const drawing: Drawing = { status, title, description, html: '', path: pathname, screen: screenOf(leaf?.lazy), replies: [] }
  if (description === null) return drawing
  const router = createRouter(routes, { history: createMemoryHistory({ initialEntries: [address] }) })
  await router.ready
  try {
    return { ...drawing, ...await drawScreens(router, read) }
  } catch (error) {
    if ((error as { status?: number }).status === 404 && pathname !== MISSING) return draw(MISSING, read)
    throw error
  }
}

async function drawScreens(router: Router, read: Read): Promise<Partial<Drawing>> {
  const client = new QueryClient()
  const store = createStore()
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
      return { html, replies: all.filter(({ state }) => state.data !== undefined).map(({ queryKey, state }) => [queryKey, state.data]), ...better && { title: better } }
    }
    await Promise.all(asked.map(async query => { client.setQueryData(query.queryKey, await replyTo(query, read)) }))
  }
}

/** Those that wait for somebody to be known are the browser's. */
const isAsked = ({ state, options }: Query) => state.data === undefined && (options as { enabled?: unknown }).enabled !== false

/** Keys are a call's name with its params and query, as `useApi` makes them; lists that grow begin with their first page. */
async function replyTo({ queryKey, options }: Query, read: Read): Promise<unknown> {
  const [name, params, query] = queryKey as [EndpointName, object | null | 'pages', object | null]
  if (params !== 'pages') return read(name, params, query)
  const first = (options as { initialPageParam?: unknown }).initialPageParam
  return { pages: [await read(name, null, { ...query, ...first as object })], pageParams: [first] }
}
