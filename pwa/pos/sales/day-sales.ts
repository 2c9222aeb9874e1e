import { eventsOf, type KeptEvent } from '#sync/till/shifts/kept-shift.ts'
import type { LocalSale, OutboxEntry, TillDb } from '#sync/till/till-db.ts'
import { entriesFor, salesOf } from '#sync/till/waiting.ts'

const DAY_MS = 24 * 3_600_000

/** A day in Accra by this device's clock, from midnight to midnight UTC; epoch ms. */
export interface Day {
  start: number
  end: number
}

export function dayOf(now: number): Day {
  const start = Math.floor(now / DAY_MS) * DAY_MS
  return { start, end: start + DAY_MS }
}

export const isOf = ({ start, end }: Day, { occurred_at }: Pick<LocalSale, 'occurred_at'>): boolean =>
  Date.parse(occurred_at) >= start && Date.parse(occurred_at) < end

/**
 * The day's sales, the latest first, then older ones without an accepting verdict; with their outbox entries. `others`:
 * waiting entries that are not sales. `done`: what was done to the drawer that day and has been accepted.
 */
export const salesShown = (
  db: TillDb,
  day: Day,
): Promise<{ sales: LocalSale[]; entries: Map<string, OutboxEntry>; others: OutboxEntry[]; done: KeptEvent[] }> =>
  db.transaction('r', db.sales, db.outbox, db.till, async () => {
    const today = await salesOf(db, day.start, day.end)
    const listed = new Set(today.map(({ id }) => id))
    const waiting = await db.outbox.toCollection().primaryKeys()
    const unlisted = (await db.outbox.bulkGet(waiting)).flatMap(entry =>
      entry && !listed.has(entry.id) ? [entry] : [],
    )
    const older = (await db.sales.bulkGet(unlisted.map(({ id }) => id))).filter(sale => sale !== undefined)
    const events = await eventsOf(db, day.start, day.end)
    const sales = [...today, ...older.sort((a, b) => b.occurred_at.localeCompare(a.occurred_at))]
    return {
      sales,
      entries: await entriesFor(db, sales),
      others: unlisted.filter(({ id }) => !older.some(sale => sale.id === id)).reverse(),
      done: events.filter(({ payload }) => !unlisted.some(({ id }) => id === payload.id)),
    }
  })
