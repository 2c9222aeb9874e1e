import { lastKnown } from '#api/http/last-known.ts'
import { valueOf } from '#api/shop/settings.ts'
import { numberOf } from '#sync/protocol/setting-values.ts'

const DAY_MS = 24 * 60 * 60_000

/** From when on a product is new, in ms: so many days ago, at midnight UTC, so that a list holds for a day. */
export async function newSince(now = Date.now()): Promise<number> {
  const { days } = await lastKnown('days of what is new', async () => ({
    days: numberOf('new_in_days', await valueOf('new_in_days')),
  }))
  return now - (now % DAY_MS) - days * DAY_MS
}
