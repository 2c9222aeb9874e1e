import type { Push } from './push.ts'
import { createListeners } from './listeners.ts'
import { putRow, rowOf, type TillDb } from './till-db.ts'

/** A clock that is off by less is right: a reply travels for a while. */
const ODD_MS = 2 * 60_000
/** What may change between two contacts without being worth a write. */
const SAME_MS = 10_000

/** How far this device's clock was ahead of the shop's at the last contact, in ms; behind is negative. */
export interface ShopClock {
  /** 0 while it is right, or unknown. */
  ahead: () => number
  /** Takes the shop's time from a reply that is surely the shop's. `told`: its `Date` header. */
  hear: (told: string | null) => void
  /** Takes what the last page noted: a till may open without a network. */
  load: () => Promise<void>
  subscribe: (listener: () => void) => () => void
}

export function createShopClock(db: TillDb, now: () => number = Date.now): ShopClock {
  const { tell, subscribe } = createListeners()
  let ahead_ms = 0
  let isHeard = false

  function take(next: number) {
    if (next === ahead_ms) return false
    ahead_ms = next
    tell()
    return true
  }

  return {
    ahead: () => ahead_ms,
    hear(told) {
      const difference = now() - Date.parse(told ?? '')
      if (Number.isNaN(difference)) return
      isHeard = true
      const next = Math.abs(difference) < ODD_MS ? 0 : difference
      if (next !== 0 && Math.abs(next - ahead_ms) < SAME_MS) return
      if (take(next)) void putRow(db, { key: 'clock', ahead_ms }).catch(() => {}) // it is heard again at the next contact
    },
    async load() {
      const kept = await rowOf(db, 'clock')
      if (!isHeard) take(kept?.ahead_ms ?? 0)
    },
    subscribe,
  }
}

/** A push whose reply tells the time too: a till that sells all day may pull seldom. */
export const pushHeardBy =
  ({ hear }: Pick<ShopClock, 'hear'>, push: Push): Push =>
  async request => {
    const answer = await push(request)
    if (answer.kind === 'verdicts' && answer.at !== undefined) hear(new Date(answer.at).toUTCString())
    return answer
  }
