import { REPLICA_TABLES, type PullReply, type ReplicaRows, type ReplicaTable } from '#sync/protocol/replica.ts'
import { createBreath, type Breath } from '../breath.ts'
import { Goods, type Coded, type ReplicaProduct, type ReplicaVariation } from './goods.ts'
import { idsOf } from './packing.ts'
import type { Pull } from './pull.ts'
import type { PackedRecord, ReplicaDb } from './replica-db.ts'
import {
  forgetWatermark,
  isLater,
  readMark,
  readRecords,
  recordKeys,
  rowsOf,
  storeChunk,
  type RecordKey,
} from './replica-store.ts'
import type { Unbooked } from '../unbooked.ts'
import { createListeners } from '../listeners.ts'

/** The copy as the screen shows it. The same object until something changes. */
export interface ReplicaState {
  /** Rises with every change to the goods or the shelf: read again. */
  version: number
  /** The till has goods to sell. */
  ready: boolean
  /** Rows fetched, and rows to fetch, during a pull in this tab. */
  progress: { have: number; total: number } | null
  /** Epoch ms up to which the copy is complete; null before the first complete pull. */
  as_of: number | null
  /** How many variations it holds. */
  size: number
  /** The shop has revoked this till: its copy is deleted. */
  revoked: boolean
}

const ROWS_A_CHUNK = 2000
const RECORDS_A_READ = 4
const ROWS_A_STEP = 250

/** The shop's copy on this device: loaded from IndexedDB at a cold start, updated by pulls, queried in memory. */
export function createReplica(db: ReplicaDb, pull: Pull, unbooked: Unbooked) {
  const { tell, subscribe } = createListeners()
  const tabs = new BroadcastChannel(`replica ${db.name}`)
  let goods = new Goods()
  let turn: Promise<unknown> = Promise.resolve()
  let loaded: Promise<void> | null = null
  let state: ReplicaState = { version: 0, ready: false, progress: null, as_of: null, size: 0, revoked: false }

  function show(change: Partial<ReplicaState> = {}) {
    const size = goods.rows('variations').size
    state = {
      ...state,
      version: state.version + 1,
      size,
      ready: size > 0 && goods.rows('products').size > 0,
      ...change,
    }
    tell()
  }

  /** Runs changes to the goods one after another: an older reading never overwrites a newer one. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work)
    turn = done.catch(() => {}) // the caller of the work handles its failure
    return done
  }

  /** Loads the stored copy, once. Resolves when all of it can be sold from; the page stays responsive. */
  const load = (): Promise<void> =>
    (loaded ??= inTurn(async () => {
      const keys = await recordKeys(db)
      await take(keys.sort(([a], [b]) => REPLICA_TABLES.indexOf(a) - REPLICA_TABLES.indexOf(b)))
      await knowUpToMark()
    }))

  /** Loads the stored records with these keys. */
  async function take(keys: readonly RecordKey[]): Promise<void> {
    const breathe = createBreath()
    for (let at = 0; at < keys.length; at += RECORDS_A_READ) {
      for (const record of await readRecords(db, keys.slice(at, at + RECORDS_A_READ))) {
        dropMissing(goods, record)
        await inSteps(rowsOf(record), rows => goods.put(record.table, rows), breathe)
      }
    }
  }

  async function knowUpToMark(): Promise<void> {
    const mark = await readMark(db)
    // Until the first pull is complete, every row was read after that pull began.
    await unbooked.since(mark?.as_of ?? mark?.begun_at ?? Date.now())
    show({ as_of: mark?.as_of ?? null, revoked: false })
  }

  /**
   * Fetches the changes since the last time, chunk by chunk. Each chunk is stored and ready to sell from before the
   * next request.
   * @returns whether the copy is now complete; false if the server cannot be asked, or another tab is pulling
   * @throws what `pull` throws
   */
  async function refresh(): Promise<boolean> {
    await load()
    return navigator.locks.request(`pull ${db.name}`, { ifAvailable: true }, async lock => {
      if (!lock) return false
      try {
        return await walk()
      } finally {
        if (state.progress) show({ progress: null })
      }
    })
  }

  async function walk(): Promise<boolean> {
    const begun_at = Date.now()
    let seen: Seen | null = null
    for (let have = 0, total = 0; ;) {
      const { watermark: since = '', generation } = (await readMark(db)) ?? {}
      const reply = await pull(since, ROWS_A_CHUNK)
      if ((reply === 'start_over' || isRestored(reply, generation)) && since !== '' && !seen) {
        await forgetWatermark(db)
        continue
      }
      if (reply === 'revoked' && !state.revoked) {
        await wipe()
        show({ revoked: true })
      }
      if (!reply || reply === 'start_over' || reply === 'revoked') return false
      if (since === '') seen = new Map(REPLICA_TABLES.map(table => [table, new Set()]))
      if (seen) dropUnseen(goods, seen, reply)
      if (!(await inTurn(() => takeChunk({ since, begun_at }, reply)))) return false
      if (!reply.more) return true
      total = Math.max(total, reply.total)
      have = Math.min(total, have + REPLICA_TABLES.reduce((sum, table) => sum + reply.changes[table].length, 0))
      show({ progress: { have, total } })
    }
  }

  /** Says nothing of later tables, which another tab's build may not know. That tab reads them at its next start. */
  const tellTabs = (keys: readonly RecordKey[]) => tabs.postMessage(keys.filter(key => !isLater(key)))

  /** Stores a chunk, then loads it. Returns whether it still matched the stored copy. */
  async function takeChunk(asked: { since: string; begun_at: number }, reply: PullReply): Promise<boolean> {
    const written = await storeChunk(db, asked, reply)
    if (!written) return false
    tellTabs(written)
    const breathe = createBreath()
    for (const table of REPLICA_TABLES) await takeTable(table, reply, breathe)
    await knowUpToMark()
    return true
  }

  function takeTable<T extends ReplicaTable>(
    table: T,
    { changes, deleted }: PullReply,
    breathe: Breath,
  ): Promise<void> {
    const stays = new Set(changes[table].map(({ id }) => id))
    goods.remove(
      table,
      deleted[table].filter(id => !stays.has(id)),
    )
    return inSteps(changes[table], rows => goods.put(table, rows), breathe)
  }

  /** Deletes the copy, as a revoked till must. The outbox is in another database. */
  const wipe = (): Promise<void> =>
    inTurn(async () => {
      const keys = await recordKeys(db)
      await db.transaction('rw', db.packed, db.mark, () => Promise.all([db.packed.clear(), db.mark.clear()]))
      goods = new Goods()
      tellTabs(keys)
      await knowUpToMark()
    })

  tabs.onmessage = ({ data }: MessageEvent<RecordKey[]>) =>
    inTurn(async () => {
      await take(data)
      await knowUpToMark()
    })
  const leave = unbooked.subscribe(() => show())

  return {
    load,
    refresh,
    close() {
      leave()
      unbooked.stop()
      tabs.close()
    },
    /** The current state, the same object until it changes. */
    snapshot: () => state,
    subscribe,

    /** One page (from 1) of the products on sale, best match first; an empty text gives all by name. */
    search: (text: string, page: number, per_page = 7): { total: number; products: ReplicaProduct[] } =>
      goods.search(text, page, per_page),
    product: (id: number): ReplicaProduct | null => goods.rows('products').get(id) ?? null,
    variation: (id: number): ReplicaVariation | null => goods.rows('variations').get(id) ?? null,
    /** The variations with a scanned barcode or SKU: those on sale, else the others. */
    byCode: (code: string): Coded[] => goods.byCode(code),
    variationsOf: (productId: number): ReplicaVariation[] => goods.variationsOf(productId),
    /**
     * The stock that should be on the shelf, by the rule of `createUnbooked`; below zero if more was sold than booked
     * in.
     */
    shelf: (variationId: number): number =>
      (goods.rows('variations').get(variationId)?.quantity_in_stock ?? 0) - unbooked.of(variationId),
    setting: (name: string): string | null =>
      [...goods.rows('settings').values()].find(setting => setting.name === name)?.value ?? null,
    accounts: (): ReplicaRows['accounts'][] => [...goods.rows('accounts').values()],
    tellers: (): ReplicaRows['tellers'][] => [...goods.rows('tellers').values()],
    sizeName: (code: string): string => nameOf(goods.rows('sizes'), code),
    colourName: (code: string): string => nameOf(goods.rows('colours'), code),
  }
}
export type Replica = ReturnType<typeof createReplica>

/** Whether the server was restored since the copy was made: an older watermark is then invalid. */
const isRestored = (reply: Awaited<ReturnType<Pull>>, generation: string | undefined): boolean =>
  typeof reply === 'object' &&
  reply?.generation !== undefined &&
  generation !== undefined &&
  reply.generation !== generation

/** The rows that a complete pull has brought so far. */
type Seen = Map<ReplicaTable, Set<number>>

/** Removes rows that a complete pull over an older copy did not bring. */
function dropUnseen(goods: Goods, seen: Seen, { changes, deleted, more }: PullReply): void {
  for (const [table, ids] of seen) {
    for (const { id } of changes[table]) ids.add(id)
    if (!more) deleted[table] = [...deleted[table], ...[...goods.rows(table).keys()].filter(id => !ids.has(id))]
  }
}

/** Removes rows that their record no longer holds. */
function dropMissing(goods: Goods, { table, block, columns }: PackedRecord): void {
  const stays = new Set(columns.id ?? [])
  const held = goods.rows(table)
  goods.remove(
    table,
    idsOf(block).filter(id => held.has(id) && !stays.has(id)),
  )
}

async function inSteps<Row>(
  rows: readonly Row[],
  work: (rows: readonly Row[]) => void,
  breathe: Breath,
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_A_STEP) {
    work(rows.slice(at, at + ROWS_A_STEP))
    await breathe()
  }
}

/** The name for a code, or the code itself if it has no name. */
function nameOf(rows: ReadonlyMap<number, { code: string; name: string }>, code: string): string {
  for (const row of rows.values()) if (row.code === code) return row.name
  return code
}
