import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrival } from '#pwa/delivery/estimate-words.ts'
import { arrivalOf } from '#sync/protocol/shop/delivery-days.ts'

const OPEN = { delivery_start: '', closed_days: [] }
const FRIDAY = new Date('2026-11-27T10:00:00Z')
const days = (days_from: number | null, days_to: number | null) => ({ days_from, days_to })

describe('the days on which a parcel arrives', () => {
  test.each([
    ['counts working days only', { zone: days(1, 2), from: '2026-11-30', to: '2026-12-01' }],
    ['is today with no days at all', { zone: days(0, 0), from: '2026-11-27', to: '2026-11-27' }],
    ['skips a public holiday', { zone: days(1, 2), closed_days: ['2026-11-30'], from: '2026-12-01', to: '2026-12-02' }],
    [
      'begins with deliveries',
      { zone: days(0, 1), delivery_start: '2026-12-05', from: '2026-12-07', to: '2026-12-07' },
    ],
    ['takes the days in either order', { zone: days(3, 1), from: '2026-11-30', to: '2026-12-02' }],
    ['takes one for both', { zone: days(null, 1), from: '2026-11-30', to: '2026-11-30' }],
  ])('%s', (_, { zone, from, to, ...calendar }) => {
    expect(arrivalOf(zone, { ...OPEN, ...calendar }, FRIDAY)).toEqual({ from, to })
  })

  test('is not promised when the zone says nothing', () => {
    expect(arrivalOf(days(null, null), OPEN, FRIDAY)).toBeNull()
  })

  test('is never a weekend, a holiday or in the past, whatever staff enter', () => {
    const day = fc
      .integer({ min: 0, max: 900 })
      .map(at => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10))
    const count = fc.option(fc.nat(4_294_967_295))
    const entered = fc.record({
      zone: fc.record({ days_from: count, days_to: count }),
      closed_days: fc.array(day, { maxLength: 60 }),
      delivery_start: day,
      today: day,
    })
    fc.assert(
      fc.property(entered, ({ zone, today, ...calendar }) => {
        const found = arrivalOf(zone, calendar, new Date(`${today}T23:59:00Z`))
        expect(found === null).toBe(zone.days_from === null && zone.days_to === null)
        for (const on of found ? [found.from, found.to] : []) {
          expect(on >= today && on >= calendar.delivery_start).toBe(true)
          expect([0, 6]).not.toContain(new Date(on).getUTCDay())
          expect(calendar.closed_days).not.toContain(on)
        }
      }),
      { numRuns: 200 },
    )
  })
})

test.each([
  ['2026-11-30', '2026-12-01', 'Mon–Tue'],
  ['2026-11-30', '2026-11-30', 'Mon'],
  ['2026-12-02', '2026-12-07', 'Wed 2 Dec – Mon 7 Dec'],
])('says %s to %s as %s', (from, to, words) => {
  expect(arrival({ from, to }, FRIDAY)).toBe(words)
})
