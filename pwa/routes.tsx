import { matchRoutes, type RouteObject } from 'react-router-dom'
import { lazyScreen, loadChunk } from './lib/lazy-screen.ts'
import type { LaterRoutes } from './lib/router.ts'
import { titled } from './browser/title.ts'
import { Frame } from './shell/frame.tsx'
import { ScreenLoading } from './shell/screen-loading.tsx'
import * as words from './window-words.ts'

/** The pages where most visits begin. Each screen is a chunk of its own: a shopper never downloads the till. */
const windows: RouteObject[] = [
  { index: true, ...titled(...words.home), lazy: lazyScreen(() => import('./shop/home/home.tsx'), 'Home') },
  {
    path: 'collections',
    ...titled(...words.collections),
    lazy: lazyScreen(() => import('./shop/home/collections.tsx'), 'Collections'),
  },
  {
    path: 'shop',
    ...titled(...words.shop),
    lazy: lazyScreen(() => import('./shop/list/product-list.tsx'), 'ProductList'),
  },
  {
    path: 'new',
    ...titled(...words.newIn),
    lazy: lazyScreen(() => import('./shop/list/product-list.tsx'), 'ProductList'),
  },
  {
    path: 'sale',
    ...titled(...words.sale),
    lazy: lazyScreen(() => import('./shop/list/product-list.tsx'), 'ProductList'),
  },
  {
    path: 'shop/product/:id/:slug?',
    ...titled(...words.product),
    lazy: lazyScreen(() => import('./shop/product/product-page.tsx'), 'ProductPage'),
  },
]

const STAFF = '/staff'
const framed = (children: RouteObject[]): RouteObject[] => [{ Component: Frame, children }]

/** The first routes of a browser: for all pages except the windows only the frame, until `later` has loaded. */
export const routes: RouteObject[] = framed([...windows, { path: '*', element: <ScreenLoading /> }])

/** All other routes, loaded when a path needs them; a shopper never loads those of the back office. */
export const later: LaterRoutes[] = [
  {
    needs: pathname => !matchRoutes(windows, pathname),
    fetch: async () => framed((await loadChunk(() => import('./page-routes.tsx'))).pageRoutes),
  },
  {
    needs: pathname => pathname.startsWith(STAFF),
    fetch: async () => framed((await loadChunk(() => import('./staff-routes.tsx'))).backOfficeRoutes),
  },
]
