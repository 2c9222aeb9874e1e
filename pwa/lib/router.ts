import {
  matchRoutes,
  parsePath,
  resolvePath,
  NavigationType,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  type NavigateOptions,
  type Navigator,
  type RouteMatch,
  type RouteObject,
  type To,
} from 'react-router-dom'
import { fetchScreen, isFetched } from './lazy-screen.ts'
import { keepScroll } from '../browser/scroll-places.ts'
import { createListeners } from '#sync/till/listeners.ts'

/** Two places between which the picture of a product moves across. */
interface Crossing {
  from: Location
  to: Location
}
/** A navigation that would lose unsaved input. */
interface Asked {
  by: Guard
  leave: () => void
  stay: () => void
}

/** The current page and how it was reached. Its contents load first, so that nobody sees an empty page. */
export interface RouterState {
  location: Location
  action: NavigationType
  /** The matched routes, the frame first. */
  matches: readonly RouteMatch[]
  /** False only before the first screens have loaded. */
  isHere: boolean
  /** The next location while its contents load. */
  going: Location | null
  /** Why the location's screen could not load. */
  error: unknown
  asked: Asked | null
  crossing: Crossing | null
  /** Keeps the scroll position. */
  keepsScroll: boolean
}

type History = ReturnType<typeof createBrowserHistory>
/** Whether to ask before a navigation between two places. */
export type Guard = (from: Location, to: Location) => boolean
/** Routes that load when a path needs them, and then come before the known ones. */
export interface LaterRoutes {
  needs: (pathname: string) => boolean
  fetch: () => Promise<RouteObject[]>
}
interface Means {
  history?: History
  later?: readonly LaterRoutes[]
  onError?: (error: unknown) => void
}
interface Move {
  action: NavigationType
  options?: NavigateOptions
  arrive: () => void
  stay?: () => void
  again: () => Promise<boolean>
}

export type Router = ReturnType<typeof createRouter>

/**
 * Navigates over React Router's routes and history. Its own data router can do this, with much that the shop does not
 * use: the first visit would be a seventh heavier.
 */
export function createRouter(
  first: RouteObject[],
  { history = createBrowserHistory(), later = [], onError }: Means = {},
) {
  let routes = first
  const unfetched = new Set(later)
  let turn = 0
  const guards = new Set<Guard>()
  let isSurelyLeaving = false
  let isReturning = false
  const { tell, subscribe } = createListeners()
  const crossed = new Set<string>()
  const matchesOf = (location: Location) => matchRoutes(routes, location) ?? []
  const unknownOf = ({ pathname }: Location) => [...unfetched].filter(({ needs }) => needs(pathname))
  const isHere = (location: Location) =>
    unknownOf(location).length === 0 && matchesOf(location).every(({ route }) => isFetched(route))
  let state: RouterState = {
    location: history.location,
    action: NavigationType.Pop,
    matches: matchesOf(history.location),
    isHere: isHere(history.location),
    going: null,
    error: null,
    asked: null,
    crossing: null,
    keepsScroll: true,
  }

  function say(changes: Partial<RouterState>) {
    state = { ...state, ...changes }
    tell()
  }

  async function begin(): Promise<void> {
    const error = await fetchAll(state.location).then(
      () => null,
      cause => cause as unknown,
    )
    if (error) onError?.(error)
    if (turn === 0) say({ matches: matchesOf(state.location), isHere: true, error })
  }

  async function fetchAll(location: Location): Promise<void> {
    const unknown = unknownOf(location)
    if (unknown.length > 0)
      await Promise.all(
        unknown.map(async some => {
          const more = await some.fetch()
          if (unfetched.delete(some)) routes = [...more, ...routes]
        }),
      )
    await Promise.all(matchesOf(location).map(({ route }) => fetchScreen(route)))
  }

  /** False if the user stays because of unsaved input. */
  async function go(location: Location, { action, options = {}, arrive, stay, again }: Move): Promise<boolean> {
    const by = isSurelyLeaving ? undefined : [...guards].find(guard => guard(state.location, location))
    if (by) {
      stay?.()
      return new Promise(answer =>
        say({ asked: { by, leave: () => answer(leave(again)), stay: () => answer(remain()) } }),
      )
    }
    isSurelyLeaving = false
    const mine = ++turn
    const show = (error: unknown) => {
      if (mine !== turn) return true
      if (error) onError?.(error)
      keepScroll(state.location)
      arrive()
      say({
        location,
        action,
        matches: matchesOf(location),
        isHere: true,
        going: null,
        error,
        asked: null,
        crossing: crossingTo(location, options.viewTransition === true),
        keepsScroll: options.preventScrollReset === true,
      })
      return true
    }
    if (isHere(location)) return show(null)
    say({ going: location, asked: null })
    return fetchAll(location).then(() => show(null), show)
  }

  function leave(again: () => Promise<boolean>): Promise<boolean> {
    isSurelyLeaving = true
    say({ asked: null })
    return again()
  }

  function remain(): boolean {
    say({ asked: null })
    return false
  }

  /** Back repeats the picture transition in reverse. */
  function crossingTo(to: Location, isAsked: boolean): Crossing | null {
    const from = state.location
    if (isAsked) crossed.add(`${from.pathname} ${to.pathname}`)
    return crossed.has(`${from.pathname} ${to.pathname}`) || crossed.has(`${to.pathname} ${from.pathname}`)
      ? { from, to }
      : null
  }

  function move(action: NavigationType.Push | NavigationType.Replace) {
    const walk = (to: To, value?: unknown, options?: NavigateOptions): Promise<boolean> => {
      const path = typeof to === 'string' ? parsePath(to) : to
      const location: Location = {
        ...resolvePath(path, state.location.pathname),
        state: value ?? null,
        key: Math.random().toString(36).slice(2, 10),
      }
      const arrive = () =>
        action === NavigationType.Push ? history.push(location, value) : history.replace(location, value)
      return go(location, { action, arrive, again: () => walk(to, value, options), ...(options && { options }) })
    }
    return walk
  }

  const navigator = {
    createHref: (to: To) => history.createHref(to),
    go: (delta: number) => history.go(delta),
    push: move(NavigationType.Push),
    replace: move(NavigationType.Replace),
  } satisfies Navigator

  return {
    navigator,
    get state() {
      return state
    },
    /** The first screen has loaded or failed. */
    ready: state.isHere ? Promise.resolve() : begin(),
    /** Resolves once the page is there, or goes elsewhere; with false if the user stays because of unsaved input. */
    visit: (to: string, { replace = false } = {}): Promise<boolean> =>
      (replace ? navigator.replace : navigator.push)(to),
    /** Calls back at each change, and follows the browser's own buttons while subscribed. */
    subscribe(listener: () => void): () => void {
      const forget = subscribe(listener)
      const stop = history.listen(({ location, delta }) => {
        if (isReturning) {
          isReturning = false
          return
        }
        const back = () => {
          isReturning = true
          history.go(-delta!)
        }
        const again = async () => {
          history.go(delta ?? 0)
          return true
        }
        void go(location, { action: NavigationType.Pop, arrive: () => {}, again, ...(delta && { stay: back }) })
      })
      return () => {
        stop()
        forget()
      }
    },
    /** Asks `guard` before each navigation, until the returned function is called. */
    ask(guard: Guard): () => void {
      guards.add(guard)
      return () => {
        guards.delete(guard)
      }
    },
    endCrossing: () => say({ crossing: null }),
  }
}
