// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useCallback } from 'react'
import { Outlet, useLocation, type RouteObject } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ChunkError } from '#pwa/lib/lazy-screen.ts'
import { useGuard, useRouting } from '#pwa/lib/routed.tsx'
import { ScreenError } from '#pwa/shell/screen-error.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { showRoutes } from '#tests/support/browser/routed.tsx'

function Frame() {
  const routing = useRouting()!
  return (
    <>
      <p role="status">{routing.going ? `to ${routing.going.pathname}` : routing.isHere ? 'here' : 'first'}</p>
      {routing.error ? <ScreenError error={routing.error} /> : <Outlet />}
    </>
  )
}

function Form() {
  const asked = useGuard(useCallback(() => true, []))
  return (
    <>
      <h1>Form</h1>
      <Link to="/list">List</Link>
      {asked && (
        <>
          <button onClick={asked.leave}>Leave</button>
          <button onClick={asked.stay}>Stay</button>
        </>
      )}
    </>
  )
}

const List = () => (
  <>
    <h1>List</h1>
    <Link to="/form">Form</Link>
    <Link to="/slow">Slow</Link>
    <Link to="/list?page=2">Two</Link>
    <p>{useLocation().search}</p>
  </>
)
const Slow = () => <h1>Slow</h1>

let arrive: () => void
let fail: (error: unknown) => void
let asked: number
beforeEach(() => {
  asked = 0
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const slow = () => {
  asked++
  return new Promise((resolve, reject) => {
    arrive = () => resolve({ Component: Slow })
    fail = reject
  })
}
const routesOf = (): RouteObject[] => [
  {
    Component: Frame,
    children: [
      { path: '/list', Component: List },
      { path: '/form', Component: Form },
      { path: '/slow', lazy: slow as never },
      { path: '*', element: <h1>Nowhere</h1> },
    ],
  },
]
const heading = () => screen.queryByRole('heading')?.textContent ?? null
const follow = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('link', { name }))
  })
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
  })
const state = () => screen.getByRole('status').textContent

it('stays, and says where it is going, until a screen has loaded', async () => {
  const router = showRoutes(routesOf(), ['/list'])
  await follow('Slow')
  expect([heading(), state(), router.state.location.pathname]).toEqual(['List', 'to /slow', '/list'])
  await act(async () => arrive())
  expect([heading(), state(), router.state.location.pathname]).toEqual(['Slow', 'here', '/slow'])
  await act(async () => router.navigator.go(-1))
  expect(heading()).toBe('List')
  await act(async () => router.navigator.go(1))
  expect([heading(), asked]).toEqual(['Slow', 1])
})

it('shows the page of an address with nonsense at its end', () => {
  showRoutes(routesOf(), ['/list#%zz'])
  expect(heading()).toBe('List')
})

it('goes where somebody went last, whatever loads late', async () => {
  const router = showRoutes(routesOf(), ['/list'])
  await follow('Slow')
  await follow('Two')
  expect([heading(), router.state.location.search]).toEqual(['List', '?page=2'])
  await act(async () => arrive())
  expect([heading(), state()]).toEqual(['List', 'here'])
})

it('waits for the first screen', async () => {
  showRoutes(routesOf(), ['/slow'])
  expect([heading(), state()]).toEqual([null, 'first'])
  await act(async () => arrive())
  expect([heading(), state()]).toEqual(['Slow', 'here'])
})

it('says that a screen did not load, and loads it again', async () => {
  const router = showRoutes(routesOf(), ['/list'])
  await follow('Slow')
  await act(async () => fail(new ChunkError('No network.')))
  expect(screen.queryByText('We couldn’t load this part of the shop.')).not.toBeNull()
  expect(router.state.location.pathname).toBe('/slow')
  await press('Try again')
  await act(async () => arrive())
  expect([heading(), asked]).toEqual(['Slow', 2])
})

it('loads further routes when needed, once', async () => {
  const fetched = vi.fn<() => Promise<RouteObject[]>>(async () => [
    {
      Component: Frame,
      children: [
        { path: '/list', Component: List },
        { path: '/form', element: <h1>Later</h1> },
      ],
    },
  ])
  const router = showRoutes(routesOf(), ['/list'], [{ needs: path => path === '/form', fetch: fetched }])
  expect(fetched).not.toHaveBeenCalled()
  await follow('Form')
  expect(heading()).toBe('Later')
  await act(async () => router.visit('/list'))
  await act(async () => router.visit('/form'))
  expect([heading(), fetched.mock.calls.length]).toEqual(['Later', 1])
})

it("asks before leaving unsaved work, by a link or the browser's button", async () => {
  const router = showRoutes(routesOf(), ['/list', '/form'])
  await follow('List')
  expect(heading()).toBe('Form')
  await press('Stay')
  expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull()
  await follow('List')
  await press('Leave')
  expect([heading(), router.state.action]).toEqual(['List', 'PUSH'])

  await act(async () => router.navigator.go(-1))
  expect(heading()).toBe('Form')
  await act(async () => router.navigator.go(-1))
  expect([heading(), router.state.location.pathname]).toEqual(['Form', '/form'])
  await press('Leave')
  expect([heading(), router.state.action]).toEqual(['List', 'POP'])
})

it('replaces a screen that throws by an error until the page changes', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Broken = () => {
    throw new Error('Broken.')
  }
  const router = showRoutes(
    [
      { path: '/broken', Component: Broken },
      { path: '/list', Component: List },
    ],
    ['/broken'],
  )
  expect(screen.queryByText('Something went wrong on this page.')).not.toBeNull()
  await act(async () => router.visit('/list'))
  expect(heading()).toBe('List')
})

it('starts a new page at its top, and goes back to the old place', async () => {
  const scrolled = vi.fn<(x: number, y: number) => void>()
  vi.stubGlobal('scrollTo', scrolled)
  const router = showRoutes(routesOf(), ['/list'])
  expect(scrolled).not.toHaveBeenCalled()
  vi.stubGlobal('scrollY', 640)
  await follow('Two')
  expect(scrolled.mock.lastCall).toEqual([0, 0])
  await act(async () => router.navigator.go(-1))
  await waitFor(() => expect(scrolled.mock.lastCall).toEqual([0, 640]))
  const calls = scrolled.mock.calls.length
  await act(async () => router.navigator.push('/list?page=3', null, { preventScrollReset: true }))
  expect(scrolled.mock.calls.length).toBe(calls)
})

it('animates a picture there and back', async () => {
  const transitions: boolean[] = []
  vi.stubGlobal(
    'document',
    Object.assign(document, {
      startViewTransition: (change: () => void) => {
        change()
        transitions.push(true)
        return { finished: Promise.resolve() }
      },
    }),
  )
  const router = showRoutes(routesOf(), ['/list'])
  await act(async () => router.navigator.push('/nowhere', null, { viewTransition: true }))
  expect([heading(), transitions.length]).toEqual(['Nowhere', 1])
  await act(async () => router.navigator.go(-1))
  expect([heading(), transitions.length, router.state.crossing]).toEqual(['List', 2, null])
  await follow('Two')
  expect(transitions.length).toBe(2)
  Reflect.deleteProperty(document, 'startViewTransition')
})
