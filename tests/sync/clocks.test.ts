import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { select } from '#api/db/database.ts'
import type * as Judge from '#api/sales/look-up.ts'
import type { PushReply } from '#sync/protocol/mutation.ts'
import { patience } from '#tests/support/patience.ts'
import { type Api, startApi, tokenOf } from '#tests/support/server/api.ts'
import { aMutation, aPush, aSale } from '#tests/support/server/factories.ts'
import { seed } from '#tests/support/till/fleet.ts'
import { seeded } from '#tests/support/server/network.ts'
import { aVariation, checkBooks, openShop } from '#tests/support/server/shop.ts'
import { isFull } from '#tests/support/runs/sizes.ts'

/** The guard that the control takes away: the device's own clock is believed. */
const guards = vi.hoisted(() => ({ skew: true }))
vi.mock('#api/sales/look-up.ts', async original => {
  const real = await original<typeof Judge>()
  return {
    ...real,
    soldAt: (arrived: Parameters<typeof real.soldAt>[0]) =>
      guards.skew ? real.soldAt(arrived) : Date.parse(arrived.sale.occurred_at),
  }
})

const SALES = isFull ? 300 : 30
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const LIMIT = 10 * MINUTE
/** What arrives later than that is dated back, so that a month's end is tried in the first half of the next. */
const MOST_LATE = 14 * DAY
console.log(`seed ${seed}`)

let api: Api
let token: string
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  guards.skew = true
  await openShop()
  token = await tokenOf(7)
})
afterAll(() => api.stop())

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** A moment as a device with this offset from UTC, in hours, writes it. */
function written(ms: number, offset: number): string {
  const sign = offset < 0 ? '-' : '+'
  return new Date(ms + offset * HOUR)
    .toISOString()
    .replace('Z', `${sign}${String(Math.abs(offset)).padStart(2, '0')}:00`)
}

/**
 * Sells by clocks that are wrong, each day of which the sale really was being known; returns how many are on another
 * day.
 */
async function sellByWrongClocks(): Promise<number> {
  const random = seeded(seed)
  const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const jeans = await aVariation(100_000)
  const now = Date.now()
  const monthEnd = Date.UTC(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth(), 1)
  const dayEnd = now - monthEnd < MOST_LATE - DAY ? monthEnd : Math.floor(now / DAY) * DAY - DAY
  const expected: { id: string; seq: number; day: string; skew: number; isOdd: boolean }[] = []
  for (let seq = 1; seq <= SALES; seq++) {
    const skew = [-3 * DAY, 3 * DAY, -2 * HOUR, 0, 9 * MINUTE, 11 * MINUTE, -35 * DAY][seq % 7]!
    const truly = oneOf([now - MINUTE, now - 2 * DAY, now - 5 * HOUR, dayEnd - MINUTE, dayEnd + MINUTE])
    const setBack = seq % 5 === 0 ? 2 * HOUR : 0 // between the sale and its sending
    const sale = aSale({
      lines: [{ product_variation_id: jeans, quantity: 1, price: 10 }],
      occurred_at: written(truly + skew + setBack, oneOf([0, 1, -5, 11])),
    })
    const { body } = await api.send('POST', '/api/sync/push', {
      token,
      body: { ...aPush(), mutations: [aMutation(sale, { seq, occurred_at: sale.occurred_at })] },
      headers: { 'X-Device-Time': new Date(Date.now() + skew).toISOString() },
    })
    expect((body as unknown as PushReply).verdicts).toMatchObject([{ status: 'accepted' }])
    const isAhead = Date.parse(sale.occurred_at) - Date.now() > LIMIT
    expected.push({
      id: sale.id,
      seq,
      day: dayOf(Math.min(truly + setBack, now)),
      skew,
      isOdd: Math.abs(skew) > LIMIT || isAhead,
    })
  }
  const booked = await select<{ id: string; day: string; skew: number; seq: number; verdict: string }>(
    "SELECT o.sale_id AS id, DATE_FORMAT(o.business_date, '%Y-%m-%d') AS day, o.skew_ms AS skew, v.seq, v.verdict FROM orders o JOIN sync_verdicts v ON v.mutation_id = o.sale_id ORDER BY o.id",
  )
  expect(booked.map(({ seq }) => seq)).toEqual(expected.map(({ seq }) => seq))
  expect(booked.filter(({ skew }, i) => Math.abs(skew - expected[i]!.skew) > 5000)).toEqual([])
  expect(booked.map(({ verdict }) => verdict.includes('CLOCK_SKEW'))).toEqual(expected.map(({ isOdd }) => isOdd))
  await checkBooks()
  return booked.filter(({ day }, i) => day !== expected[i]!.day).length
}

test(
  `books ${SALES} sales by clocks days off, set back, in other zones and at a month's end, in order, on the days they were sold`,
  { timeout: patience(900_000) },
  async () => {
    expect(await sellByWrongClocks()).toBe(0)
  },
)

test(
  "control: books sales on other days when a device's clock is believed",
  { timeout: patience(900_000) },
  async () => {
    guards.skew = false
    expect(await sellByWrongClocks()).toBeGreaterThan(SALES / 4)
  },
)
