import {
  Component,
  createContext,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'
import { NavigationType, Router as Places, useRoutes } from 'react-router-dom'
import type { Guard, Router, RouterState } from './router.ts'
import { keepForLater, scrollOf } from '../browser/scroll-places.ts'

const Routing = createContext<{ state: RouterState; router: Router } | null>(null)

/** The current and the next location. Null for a screen outside a router, as in some tests. */
export const useRouting = (): RouterState | null => useContext(Routing)?.state ?? null

/** The screen for the address. `fallback` replaces a failed one. */
export function Routed({ router, fallback }: { router: Router; fallback: ComponentType<{ error: unknown }> }) {
  const state = useStateOf(router)
  useScroll(state)
  const { location, action, matches } = state
  return (
    <Routing value={{ state, router }}>
      <Places location={location} navigationType={action} navigator={router.navigator}>
        <Catch fallback={fallback} at={location}>
          <Screens routes={matches[0] ? [matches[0].route] : []} />
        </Catch>
      </Places>
    </Routing>
  )
}

const Screens = ({ routes }: { routes: RouterState['matches'][0]['route'][] }) => useRoutes(routes)

/**
 * The screen changes as a transition, or with a picture that moves across. On the same page it changes at once, because
 * a field bound to the address would lose what is typed during a transition.
 */
function useStateOf(router: Router): RouterState {
  const [state, set] = useState(router.state)
  useLayoutEffect(() => {
    let shown = router.state
    const follow = () => {
      const next = router.state
      const isCrossing = next.crossing !== null && shown.crossing === null && 'startViewTransition' in document
      const isSamePage = next.location !== shown.location && next.location.pathname === shown.location.pathname
      if (isCrossing) {
        flushSync(() => set({ ...shown, crossing: next.crossing }))
        const { finished } = document.startViewTransition(() => flushSync(() => set(next)))
        finished.finally(() => router.endCrossing()).catch(() => {})
      } else if (isSamePage) set(next)
      else startTransition(() => set(next))
      shown = next
    }
    follow()
    return router.subscribe(follow)
  }, [router])
  return state
}

/** Scrolls a new page to its top, or to the address's anchor, and a page reached by Back to its old position. */
function useScroll({ location, action, keepsScroll }: RouterState): void {
  useEffect(() => {
    const leave = () => {
      keepForLater(location)
      history.scrollRestoration = 'auto'
    }
    history.scrollRestoration = 'manual'
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [location])
  useLayoutEffect(() => {
    if (keepsScroll) return
    const named = location.hash && document.getElementById(location.hash.slice(1))
    const before = action === NavigationType.Pop ? scrollOf(location) : undefined
    if (before === undefined && named) named.scrollIntoView()
    else scrollTo(0, before ?? 0)
  }, [location, action, keepsScroll])
}

/** Navigates to an address, for callers that act once the page is there. */
export const useVisit = (): Router['visit'] => useContext(Routing)!.router.visit

/** Calls `guard` before a page is left. @returns the navigation that waits for an answer, with its possible answers */
export function useGuard(guard: Guard): RouterState['asked'] {
  const router = useContext(Routing)?.router
  useEffect(() => router?.ask(guard), [router, guard])
  const asked = useRouting()?.asked ?? null
  return asked?.by === guard ? asked : null
}

interface CatchProps {
  fallback: ComponentType<{ error: unknown }>
  at: unknown
  children: ReactNode
}

/** Shows `fallback` for children that throw, until the page changes. */
export class Catch extends Component<CatchProps, { error: unknown; at: unknown }> {
  override state = { error: null as unknown, at: this.props.at }
  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Nothing was thrown.') }
  }
  static getDerivedStateFromProps({ at }: CatchProps, state: { at: unknown }) {
    return state.at === at ? null : { error: null, at }
  }
  override render() {
    const { fallback: Fallback, children } = this.props
    return this.state.error ? <Fallback error={this.state.error} /> : children
  }
}
