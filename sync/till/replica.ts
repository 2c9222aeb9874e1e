import { REPLICA_TABLES, type PullReply, type ReplicaRows } from '#sync/protocol/replica.ts'
import { createBreath } from './breath.ts'
import { Goods, type Coded, type ReplicaProduct, type ReplicaVariation } from './goods.ts'
import { blockOf } from './packing.ts'
import type { Pull } from './pull.ts'
import type { PackedRecord, ReplicaDb } from './replica-db.ts'
import { readMark, readRecords, rowsOf, storeChunk, type RecordKey } from './replica-store.ts'
import type { Unbooked } from './unbooked.ts'

/** What the screen shows of the copy. One object until something changes. */
export interface ReplicaState {
  /** Rises with every change to the goods or the shelf: ask again. */
  version: number
  /** There is something to sell from. */
  ready: boolean
  /** Rows fetched of those to fetch, while a pull is under way in this tab. */
  progress: { have: number; total: number } | null
  /** Epoch ms up to which the copy knows everything; null before the first complete pull. */
  as_of: number | null
  /** How many variations it holds. */
  size: number
}

const ROWS_A_CHUNK = 2000
const RECORDS_A_READ = 4
const ROWS_A_STEP = 250

/** The shop's copy on this device: read from IndexedDB at a cold start, kept up by pulls, asked in memory. */
export function createReplica(db: ReplicaDb, pull: Pull, unbooked: Unbooked) {
  const listeners = new Set<() => void>()
  const tabs = new BroadcastChannel(`replica ${db.name}`)
  let goods = new Goods()
  let state: ReplicaState = { version: 0, ready: false, progress: null, as_of: null, size: 0 }

  function show(change: Partial<ReplicaState> = {}) {
    const size = goods.rows('variations').size
    state = { ...state, version: state.version + 1, size, ready: size > 0 && goods.rows('products').size > 0, ...change }
    for (const listener of listeners) listener()
  }

  /** Reads the stored copy. Resolves when all of it can be sold from; the page stays responsive meanwhile. */
  async function load(): Promise<void> {
    const keys = await db.packed.toCollection().primaryKeys()
    await take(keys.sort(([a], [b]) => REPLICA_TABLES.indexOf(a) - REPLICA_TABLES.indexOf(b)))
    await knowUpTo((await readMark(db))?.as_of ?? null)
  }

  async function take(keys: readonly RecordKey[]): Promise<void> {
    const breathe = createBreath()
    for (let at = 0; at < keys.length; at += RECORDS_A_READ) {
      for (const record of await readRecords(db, keys.slice(at, at + RECORDS_A_READ))) {
        dropMissing(goods, record)
        const rows = rowsOf(record)
        for (let row = 0; row < rows.length; row += ROWS_A_STEP) {
          goods.put(record.table, rows.slice(row, row + ROWS_A_STEP))
          await breathe()
        }
      }
    }
  }

  async function knowUpTo(as_of: number | null): Promise<void> {
    await unbooked.since(as_of ?? 0)
    show({ as_of })
  }

  /**
   * Fetches what changed since the last time, chunk by chunk; each is kept and can be sold from before the next is asked for.
   * @returns whether the copy is now complete; false where the server cannot be asked, or another tab is at it
   */
  const refresh = (): Promise<boolean> => navigator.locks.request(`pull ${db.name}`, { ifAvailable: true }, async lock => {
    if (!lock) return false
    try {
      return await walk()
    } finally {
      if (state.progress) show({ progress: null })
    }
  })

  async function walk(): Promise<boolean> {
    const begun_at = Date.now()
    let have = 0
    let total = 0
    for (;;) {
      const since = (await readMark(db))?.watermark ?? ''
      const reply = await pull(since, ROWS_A_CHUNK)
      if (!reply) return false
      const written = await storeChunk(db, { since, begun_at }, reply)
      if (!written) return false
      if (written.length > 0) tabs.postMessage(written)
      await takeChunk(reply)
      have += REPLICA_TABLES.reduce((sum, table) => sum + reply.changes[table].length, 0)
      total = Math.max(total, reply.total)
      if (reply.more) show({ progress: { have: Math.min(have, total), total } })
      else {
        tabs.postMessage([])
        await knowUpTo((await readMark(db))?.as_of ?? null)
        return true
      }
    }
  }

  async function takeChunk({ changes, deleted }: PullReply): Promise<void> {
    const breathe = createBreath()
    for (const table of REPLICA_TABLES) {
      goods.remove(table, deleted[table])
      for (let at = 0; at < changes[table].length; at += ROWS_A_STEP) {
        goods.put(table, changes[table].slice(at, at + ROWS_A_STEP))
        await breathe()
      }
    }
  }

  tabs.onmessage = async ({ data }: MessageEvent<RecordKey[]>) => {
    await take(data)
    await knowUpTo((await readMark(db))?.as_of ?? null)
  }
  const leave = unbooked.subscribe(() => show())

  return {
    load,
    refresh,
    /** Forgets the copy, as when this till is revoked. The outbox lives elsewhere. */
    async wipe(): Promise<void> {
      await db.transaction('rw', db.packed, db.mark, () => Promise.all([db.packed.clear(), db.mark.clear()]))
      goods = new Goods()
      await knowUpTo(null)
    },
    close() {
      leave()
      unbooked.stop()
      tabs.close()
    },
    /** The present state, the same object until it changes. */
    snapshot: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Products on sale, a page of them (from 1), best match first; an empty text gives all by name. */
    search: (text: string, page: number, per_page = 7): { total: number; products: ReplicaProduct[] } => goods.search(text, page, per_page),
    product: (id: number): ReplicaProduct | null => goods.rows('products').get(id) ?? null,
    variation: (id: number): ReplicaVariation | null => goods.rows('variations').get(id) ?? null,
    /** What a scanned barcode or SKU stands for, though its product may be off sale. */
    byCode: (code: string): Coded | null => goods.byCode(code),
    variationsOf: (productId: number): ReplicaVariation[] => goods.variationsOf(productId),
    /** What should still be on the shelf, by the rule of `createUnbooked`; below zero where more was sold than booked in. */
    shelf: (variationId: number): number => (goods.rows('variations').get(variationId)?.quantity_in_stock ?? 0) - unbooked.of(variationId),
    setting: (name: string): string | null => [...goods.rows('settings').values()].find(setting => setting.name === name)?.value ?? null,
    accounts: (): ReplicaRows['accounts'][] => [...goods.rows('accounts').values()],
    tellers: (): ReplicaRows['tellers'][] => [...goods.rows('tellers').values()],
    sizeName: (code: string): string => nameOf(goods.rows('sizes'), code),
    colourName: (code: string): string => nameOf(goods.rows('colours'), code),
  }
}
export type Replica = ReturnType<typeof createReplica>

/** A row that its record no longer holds is gone. */
function dropMissing(goods: Goods, { table, block, columns }: PackedRecord): void {
  const stays = new Set(columns.id ?? [])
  const held = goods.rows(table)
  const first = block * 1000
  const gone: number[] = []
  for (let id = first; blockOf(id) === block; id += 1) if (held.has(id) && !stays.has(id)) gone.push(id)
  goods.remove(table, gone)
}

/** The name under a code, or the code where nobody named it. */
function nameOf(rows: ReadonlyMap<number, { code: string; name: string }>, code: string): string {
  for (const row of rows.values()) if (row.code === code) return row.name
  return code
}
