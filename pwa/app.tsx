import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queries } from './lib/queries.ts'
import { Routed } from './lib/routed.tsx'
import type { Router } from './lib/router.ts'
import { ScreenError } from './shell/screen-error.tsx'

interface Props {
  router: Router
  /** Called once the page is shown and responds. */
  onAlive: () => void
}

/** Client state needs no provider: it is in jotai's default store. */
export function App({ router, onAlive }: Props) {
  useEffect(onAlive, [onAlive])
  return (
    <QueryClientProvider client={queries}>
      <Routed router={router} fallback={ScreenError} />
    </QueryClientProvider>
  )
}
