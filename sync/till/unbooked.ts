import { liveQuery } from 'dexie'
import type { SaleLine } from '#sync/protocol/sale.ts'
import { kindOf } from './kinds/known-kinds.ts'
import type { TillDb } from './till-db.ts'
import { createListeners } from './listeners.ts'

/** Pieces sold on this device that a copy of the shop does not include yet. */
export interface Unbooked {
  of: (variationId: number) => number
  /** Follows the till's database against a copy that is complete up to `as_of` (epoch ms); resolves once counted. */
  since: (as_of: number) => Promise<void>
  subscribe: (listener: () => void) => () => void
  stop: () => void
}

/**
 * The rule: everything in the outbox, and sales accepted after the last complete pull *began*. The server books a sale
 * before its verdict travels, so a pull that begins after the verdict was stored carries the lower stock; one that
 * began before may not. So a sale never returns to the shelf before the copy has it. Until the verdict or the next pull
 * arrives, a sale may count on both sides and the shelf show too few: the safe side.
 */
export function createUnbooked(db: TillDb): Unbooked {
  const { tell, subscribe } = createListeners()
  /** Lines by their source: a position in the outbox, or the id of an accepted sale. */
  const known = new Map<number | string, readonly SaleLine[]>()
  const pieces = new Map<number, number>()
  let subscription: { unsubscribe: () => void } | null = null
  let followed: number | null = null

  /** Reads all keys, but only the unknown rows, so that a long queue costs little at each sale. */
  const look = (as_of: number) =>
    db.transaction('r', db.outbox, db.sales, async () => {
      // Through its index: a live query of the keys alone notices only deletions.
      const positions = await db.outbox.orderBy('id').primaryKeys()
      const accepted = await db.sales.where('accepted_at').aboveOrEqual(as_of).primaryKeys()
      return {
        present: new Set<number | string>([...positions, ...accepted]),
        entries: await db.outbox.bulkGet(positions.filter(key => !known.has(key))),
        sales: await db.sales.bulkGet(accepted.filter(key => !known.has(key))),
      }
    })

  function count({ present, entries, sales }: Awaited<ReturnType<typeof look>>) {
    for (const [key, lines] of known) if (!present.has(key)) forget(key, lines)
    for (const entry of entries)
      if (entry) learn(entry.position, kindOf(entry.mutation.kind).unbooked(entry.mutation.payload))
    for (const sale of sales) if (sale) learn(sale.id, sale.lines)
    tell()
  }

  function learn(key: number | string, lines: readonly SaleLine[]) {
    if (known.has(key)) return
    known.set(key, lines)
    for (const { product_variation_id, quantity } of lines)
      pieces.set(product_variation_id, (pieces.get(product_variation_id) ?? 0) + quantity)
  }

  function forget(key: number | string, lines: readonly SaleLine[]) {
    known.delete(key)
    for (const { product_variation_id, quantity } of lines)
      pieces.set(product_variation_id, (pieces.get(product_variation_id) ?? 0) - quantity)
  }

  return {
    of: variationId => pieces.get(variationId) ?? 0,
    async since(as_of) {
      if (as_of === followed) return
      followed = as_of
      subscription?.unsubscribe()
      await new Promise<void>((resolve, reject) => {
        subscription = liveQuery(() => look(as_of)).subscribe({
          next: seen => {
            count(seen)
            resolve()
          },
          error: reject,
        })
      })
    },
    subscribe,
    stop: () => subscription?.unsubscribe(),
  }
}
