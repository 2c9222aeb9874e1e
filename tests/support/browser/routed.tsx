import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { UNSAFE_createMemoryHistory as createMemoryHistory, type RouteObject } from 'react-router-dom'
import { queries } from '#pwa/lib/queries.ts'
import { Routed } from '#pwa/lib/routed.tsx'
import { createRouter, type LaterRoutes, type Router } from '#pwa/lib/router.ts'
import { ScreenError } from '#pwa/shell/screen-error.tsx'

/** Renders routes at the last of some addresses, visited one after another. */
export function showRoutes(routes: RouteObject[], addresses: string[] = ['/'], later?: LaterRoutes[]): Router {
  const router = createRouter(routes, {
    history: createMemoryHistory({ initialEntries: addresses }),
    ...(later && { later }),
  })
  render(
    <QueryClientProvider client={queries}>
      <Routed router={router} fallback={ScreenError} />
    </QueryClientProvider>,
  )
  return router
}
