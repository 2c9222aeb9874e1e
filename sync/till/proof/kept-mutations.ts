import { KEPT_MS, type SignedMutation } from '#sync/protocol/signed.ts'
import { kindOf } from '../kinds/known-kinds.ts'
import type { OutboxEntry, TillDb, Written } from '../till-db.ts'

/** How many single rows become one packed row. */
const A_PACK = 100

/**
 * A mutation accepted by the server, kept for sending again, without the customer's details, which only the server
 * keeps.
 */
export type KeptMutation = Omit<SignedMutation, 'personal'> | Written

/** One mutation, or a packed run of one author's mutations. `key` sorts by author and sequence number. */
interface KeptRow extends Author {
  key: string
  at: number
  mutation?: KeptMutation
  packed?: Uint8Array<ArrayBuffer>
  last_seq: number
}

/** Who made mutations: a key of a device, or without one a device that had no key yet. */
export interface Author {
  device_id: string
  key_id?: string
}

const rows = (db: TillDb) => db.table<KeptRow, string>('till')
/** Apart from each other, because the build before knows only the signed ones. */
const [SIGNED, UNSIGNED] = ['kept ', 'unsigned ']
const ofAuthor = ({ device_id, key_id }: Author) => (key_id ? `${SIGNED}${key_id} ` : `${UNSIGNED}${device_id} `)
const rowKey = (author: Author, seq: number) => `${ofAuthor(author)}${String(seq).padStart(12, '0')}`

/**
 * Keeps accepted mutations for as long as a backup may be old, in case the server is restored from it. Call inside the
 * transaction that removes the entry. `at`: the server's time.
 */
export async function keepAccepted(db: TillDb, entries: readonly OutboxEntry[], at: number): Promise<void> {
  const kept = entries.map(({ signed, mutation, key_id, device_id }): KeptRow => {
    const author: Author = signed && key_id ? { device_id, key_id } : { device_id }
    const kept = author.key_id ? withoutPersonal(signed!) : unsignedForm(mutation)
    return { ...author, key: rowKey(author, kept.seq), at, mutation: kept, last_seq: kept.seq }
  })
  if (kept.length > 0) await rows(db).bulkPut(kept)
}

const withoutPersonal = ({ personal, ...mutation }: SignedMutation): KeptMutation => mutation
const unsignedForm = (mutation: Written): Written => ({
  ...mutation,
  payload: kindOf(mutation.kind).toSign(mutation.payload).payload,
})

/** The authors of the mutations kept here. */
export async function keptAuthors(db: TillDb): Promise<Author[]> {
  const authors = new Map<string, Author>()
  for (const prefix of [SIGNED, UNSIGNED]) {
    for (let after = prefix; ;) {
      const row = await rows(db).where('key').between(after, `${prefix}\uffff`, false).first()
      if (!row) break
      const { device_id, key_id } = row
      const author: Author = key_id ? { device_id, key_id } : { device_id }
      authors.set(ofAuthor(author), author)
      after = `${ofAuthor(author)}\uffff`
    }
  }
  return [...authors.values()]
}

/**
 * At most `count` mutations of an author from a sequence number on, in order. Rows may overlap: one that was accepted
 * late is kept beside the pack of those around it.
 */
export async function keptFrom(
  db: TillDb,
  author: Author,
  { seq, count }: { seq: number; count: number },
): Promise<KeptMutation[]> {
  const found: KeptMutation[] = []
  const later = rows(db)
    .where('key')
    .between(rowKey(author, 0), `${ofAuthor(author)}\uffff`)
    .filter(({ last_seq }) => last_seq >= seq)
  for (const row of await later.limit(2 * count).toArray()) {
    if (found.length >= count && row.key > rowKey(author, found[count - 1]!.seq)) break
    found.push(...(row.mutation ? [row.mutation] : await unpacked(row)).filter(mutation => mutation.seq >= seq))
    found.sort((one, other) => one.seq - other.seq)
  }
  return found.slice(0, count)
}

/**
 * Deletes old rows and packs single ones. Call it now and then; it may be interrupted at any moment. The newest row
 * tells what is old, because this device's clock may have jumped ahead.
 */
export async function tidyKept(db: TillDb, now = Date.now()): Promise<void> {
  const all = rows(db).where('key').startsWithAnyOf(SIGNED, UNSIGNED)
  let newest = -Infinity
  await all.each(({ at }) => {
    newest = Math.max(newest, at)
  })
  const oldest = Math.min(now, newest) - KEPT_MS
  await all.filter(({ at }) => at < oldest).delete()
  for (const author of await keptAuthors(db)) {
    const loose = await rows(db)
      .where('key')
      .startsWith(ofAuthor(author))
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
