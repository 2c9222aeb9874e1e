// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listenForInstall } from '#pwa/browser/install.ts'
import { welcome } from '#pwa/session/session.ts'
import { InstallHint } from '#pwa/shell/install-hint.tsx'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers } from '#tests/support/counter/shop-answers.ts'
import { later, routes } from '#pwa/routes.tsx'

const PLACES = ['/', '/shop', '/shop/product/3/jeans', '/collections']
const asked = () => screen.queryByRole('region', { name: 'Install the shop' })
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
  })

let prompted: number
beforeEach(() => {
  prompted = 0
  localStorage.clear()
  listenForInstall()
})
afterEach(() => {
  act(() => {
    dispatchEvent(new Event('appinstalled'))
  })
})

/** The browser says that it could install the shop; its own bar must not come by itself. */
function offer(): boolean {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: async () => {
      prompted += 1
    },
    userChoice: Promise.resolve({ outcome: 'accepted' }),
  })
  act(() => {
    dispatchEvent(event)
  })
  return event.defaultPrevented
}

const screens = [...PLACES, '/checkout'].map(path => ({
  path,
  element: (
    <>
      <h1>{path}</h1>
      <InstallHint />
    </>
  ),
}))

/** Looks at these pages one after the other. */
async function lookAt(...paths: string[]) {
  const router = showRoutes(screens, [paths[0]!])
  for (const path of paths.slice(1)) await act(() => router.visit(path))
  return router
}

it("appears on the fourth page, not the first, and installs by the browser's own prompt", async () => {
  expect(offer()).toBe(true)
  const router = await lookAt(...PLACES.slice(0, 3))
  expect(asked()).toBeNull()
  await act(() => router.visit(PLACES[3]!))
  await waitFor(() => expect(asked()?.textContent).toContain('It opens straight away'))
  await press('Install')
  expect([prompted, asked()]).toEqual([1, null])
})

it('stays away from a form and returns on the next browsing page', async () => {
  offer()
  const router = await lookAt(...PLACES.slice(0, 3), '/checkout')
  expect(asked()).toBeNull()
  await act(() => router.visit('/shop'))
  await waitFor(() => expect(asked()).not.toBeNull())
})

it('never appears without an offer or for staff', async () => {
  shopThatAnswers(() => json({ message: 'Page not found.', code: 'not_found' }, 404))
  await lookAt(...PLACES)
  expect(asked()).toBeNull()
  cleanup()
  offer()
  act(() => welcome('t', aUser()))
  showRoutes(routes, ['/shop'], later)
  await screen.findByRole('link', { name: /Store Order/ })
  expect(asked()).toBeNull()
})
