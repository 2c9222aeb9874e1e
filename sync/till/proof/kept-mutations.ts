import type { SignedMutation } from '#sync/protocol/signed.ts'
import type { OutboxEntry, TillDb } from '../till-db.ts'

const KEPT_MS = 90 * 24 * 60 * 60_000
/** How many single rows become one packed row. */
const A_PACK = 100

/**
 * A mutation accepted by the server, kept for sending again, without the customer's details, which only the server
 * keeps.
 */
export type KeptMutation = Omit<SignedMutation, 'personal'>

/** One mutation, or a packed run of one key's mutations. `key` sorts by key and sequence number. */
interface KeptRow {
  key: string
  at: number
  device_id: string
  key_id: string
  mutation?: KeptMutation
  packed?: Uint8Array<ArrayBuffer>
  last_seq: number
}

export interface Author {
  device_id: string
  key_id: string
}

const rows = (db: TillDb) => db.table<KeptRow, string>('till')
const PREFIX = 'kept '
const rowKey = (key_id: string, seq: number) => `${PREFIX}${key_id} ${String(seq).padStart(12, '0')}`

/**
 * Keeps accepted mutations for as long as a backup may be old, in case the server is restored from it. Call inside the
 * transaction that removes the entry.
 */
export async function keepSigned(db: TillDb, entries: readonly OutboxEntry[], at = Date.now()): Promise<void> {
  const kept = entries.flatMap(({ signed, key_id, device_id }): KeptRow[] => {
    if (!signed || !key_id) return []
    const { personal, ...mutation } = signed
    return [{ key: rowKey(key_id, mutation.seq), at, device_id, key_id, mutation, last_seq: mutation.seq }]
  })
  if (kept.length > 0) await rows(db).bulkPut(kept)
}

/** The authors of the mutations kept here. */
export async function keptAuthors(db: TillDb): Promise<Author[]> {
  const authors = new Map<string, Author>()
  for (let after = PREFIX; ;) {
    const row = await rows(db).where('key').between(after, `${PREFIX}\uffff`, false).first()
    if (!row) return [...authors.values()]
    authors.set(row.key_id, { device_id: row.device_id, key_id: row.key_id })
    after = `${PREFIX}${row.key_id} \uffff`
  }
}

/**
 * At most `count` mutations of a key from a sequence number on, in order. Rows may overlap: one that was accepted late
 * is kept beside the pack of those around it.
 */
export async function keptFrom(
  db: TillDb,
  { key_id, seq, count }: { key_id: string; seq: number; count: number },
): Promise<KeptMutation[]> {
  const found: KeptMutation[] = []
  const later = rows(db)
    .where('key')
    .between(rowKey(key_id, 0), `${PREFIX}${key_id} \uffff`)
    .filter(({ last_seq }) => last_seq >= seq)
  for (const row of await later.limit(2 * count).toArray()) {
    if (found.length >= count && row.key > rowKey(key_id, found[count - 1]!.seq)) break
    found.push(...(row.mutation ? [row.mutation] : await unpacked(row)).filter(mutation => mutation.seq >= seq))
    found.sort((one, other) => one.seq - other.seq)
  }
  return found.slice(0, count)
}

/** Deletes old rows and packs single ones. Call it now and then; it may be interrupted at any moment. */
export async function tidyKept(db: TillDb, now = Date.now()): Promise<void> {
  await rows(db)
    .where('key')
    .startsWith(PREFIX)
    .filter(({ at }) => at < now - KEPT_MS)
    .delete()
  for (const { key_id } of await keptAuthors(db)) {
    const loose = await rows(db)
      .where('key')
      .startsWith(`${PREFIX}${key_id} `)
      .filter(({ mutation }) => mutation !== undefined)
      .toArray()
    for (let from = 0; from + A_PACK <= loose.length; from += A_PACK)
      await replace(db, loose.slice(from, from + A_PACK))
  }
}

/**
 * Compressing inside the transaction would commit it early. The replaced rows never change, so nothing can be lost in
 * between.
 */
async function replace(db: TillDb, some: KeptRow[]): Promise<void> {
  const packed = await through(
    new CompressionStream('deflate-raw'),
    new TextEncoder().encode(JSON.stringify(some.map(({ mutation }) => mutation))),
  )
  const { mutation, ...first } = some[0]!
  const last = some.at(-1)!
  await db.transaction('rw', db.till, async () => {
    await rows(db).bulkDelete(some.map(({ key }) => key))
    await rows(db).put({ ...first, at: last.at, last_seq: last.last_seq, packed })
  })
}

const unpacked = async ({ packed }: KeptRow): Promise<KeptMutation[]> =>
  packed
    ? (JSON.parse(
        new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), packed)),
      ) as KeptMutation[])
    : []

async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer())
}
