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

/** Where the page is, and where it is going. Null for a screen that stands by itself, as some tests show it. */
export const useRouting = (): RouterState | null => useContext(Routing)?.state ?? null

/** All screens, by the address. `fallback` stands in for what fails. */
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
 * What is shown changes as a transition, or by a picture that travels; on the same page at once, since a field that
 * shows what the address says would lose what is typed into it meanwhile.
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

/** Brings a new page to its top, or to what its address names; one that somebody comes back to, to where they were. */
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

/** Goes to an address, for who has more to do once the page is there. */
export const useVisit = (): Router['visit'] => useContext(Routing)!.router.visit

/** Asks by `guard` before a page is left; what it returns says that somebody would, and what they may answer. */
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

/** Stands `fallback` in for children that throw, until the page goes elsewhere. */
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
