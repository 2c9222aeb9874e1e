// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { shopNow } from '#pwa/lib/shop-time.ts'
import { ReservationClock } from '#pwa/paying/reservation-clock.tsx'
import { KEPT_AT } from '#sync/protocol/shop/catalogue.ts'

const NOW = Date.parse('2026-01-05T12:00:00.000Z')
const HOUR = 60 * 60_000

/** The shop answers with its own time, or with the copy of a reply from so long ago. */
const shopAt = (ms: number, headers: Record<string, string> = {}) =>
  vi.stubGlobal('fetch', async () =>
    Response.json({ shop: { reservation_minutes: 30 } }, { headers: { date: new Date(ms).toUTCString(), ...headers } }),
  )
const ask = () => api('GET /api/shop')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(NOW)
})
afterEach(async () => {
  shopAt(NOW)
  await ask()
  cleanup()
  queries.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([
  [0, 'the same'],
  [20_000, "a reply's way"],
  [-20_000, "a reply's way"],
])("knows this device's time (%s) when the shop is %i ms ahead", async ahead => {
  shopAt(NOW + ahead)
  await ask()
  expect(shopNow()).toBe(NOW)
})

it('learns no time from a cached reply', async () => {
  shopAt(NOW - 5 * HOUR, { [KEPT_AT]: new Date(NOW - 5 * HOUR).toJSON() })
  await ask()
  expect(shopNow()).toBe(NOW)
})

it.each([-2 * HOUR, 2 * HOUR])("shows the shop's time left to pay on a phone whose clock is %i ms off", async off => {
  shopAt(NOW - off)
  await ask()
  const until = new Date(NOW - off + 20 * 60_000).toJSON()
  render(
    <QueryClientProvider client={queries}>
      <ReservationClock
        until={until}
        onEnd={() => {
          throw new Error('It is not over.')
        }}
      />
    </QueryClientProvider>,
  )
  expect((await screen.findByRole('timer')).textContent).toBe('20:00')
})

it("keeps a drawn order open on a phone whose clock is ahead, once the shop's time is known", async () => {
  shopAt(NOW - 2 * HOUR)
  let looks = 0
  render(
    <QueryClientProvider client={queries}>
      <ReservationClock
        until={new Date(NOW - 2 * HOUR + 20 * 60_000).toJSON()}
        onEnd={() => {
          looks++
        }}
      />
    </QueryClientProvider>,
  )
  expect([screen.queryByRole('timer'), looks]).toEqual([null, 1])
  expect((await screen.findByRole('timer')).textContent).toBe('20:00')
})
