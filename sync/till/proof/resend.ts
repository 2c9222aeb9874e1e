import { MAX_MUTATIONS } from '#sync/protocol/mutation.ts'
import { SIGNED_PROTOCOL } from '#sync/protocol/signed.ts'
import { keptAuthors, keptFrom, type Author, type KeptMutation } from './kept-mutations.ts'
import { kindOf } from '../kinds/known-kinds.ts'
import { entriesOf, oneRequest, requestOf, settle, type Batch, type Entry } from '../outbox.ts'
import { proofsOf } from './proofs.ts'
import type { News, Outgoing } from '../push.ts'
import { withRoom } from '../room.ts'
import { putRow, rowOf, type Generation, type TillDb, type TillVerdict } from '../till-db.ts'

/** An author with a key. */
export type Signing = Author & { key_id: string }

/** This till as the author of its signed mutations; null while it has no key. */
export async function ownAuthor(db: TillDb): Promise<Signing | null> {
  const till = await db.till.get('till')
  return till?.head ? { device_id: till.device_id, key_id: till.head.key_id } : null
}

/**
 * A request that introduces an author by the server's own signatures, since it may have been restored from an older
 * backup. The answer says what the server needs again.
 */
export async function introduction(db: TillDb, { device_id, key_id }: Signing): Promise<Outgoing> {
  const { certificates, grants } = await proofsOf(db)
  const tokens = Object.values(grants).map(({ token }) => token)
  return {
    protocol: SIGNED_PROTOCOL,
    device_id,
    key_id,
    mutations: [],
    certificates: certificates[key_id] ? [certificates[key_id]] : [],
    grants: tokens.slice(-MAX_MUTATIONS),
  }
}

/** The name of an author among what is wanted: its key, or its device if it had none. */
const UNSIGNED = 'unsigned '
const nameOf = ({ device_id, key_id }: Author): string => key_id ?? `${UNSIGNED}${device_id}`

/** Notes the news in a reply: a restored server, numbers it lacks, a key that two devices use. */
export const heed = (db: TillDb, { key_id }: Signing, { generation, resend_from, rekey }: News): Promise<void> =>
  withRoom(db, () =>
    db.transaction('rw', db.till, db.outbox, async () => {
      const stored = await rowOf(db, 'generation')
      const known: Generation = stored ?? { key: 'generation', id: generation }
      const next = await isNew(db, known, generation)
      // Most replies bring no news, and a full device may have no room to write the same again.
      if (
        (known.next ?? known.id) === generation &&
        stored &&
        !rekey &&
        (resend_from === undefined || known.sent?.[key_id] === resend_from)
      )
        return
      const isNews =
        resend_from !== undefined && next.sent?.[key_id] !== resend_from && !(key_id in (next.wanted ?? {}))
      await putRow(
        db,
        isNews
          ? {
              ...next,
              wanted: { ...next.wanted, [key_id]: resend_from },
              sent: { ...next.sent, [key_id]: resend_from },
            }
          : next,
      )
      const signer = await rowOf(db, 'signer')
      if (rekey && signer?.key_id === key_id) await putRow(db, { ...signer, rekey })
    }),
  )

/**
 * Notes the server's generation as a pull states it, on a till without a key: the replies to its pushes name none.
 * @returns whether the server was restored
 */
export const heedGeneration = (db: TillDb, generation: string): Promise<boolean> =>
  withRoom(db, () =>
    db.transaction('rw', db.till, db.outbox, async () => {
      const known = await rowOf(db, 'generation')
      if ((await ownAuthor(db)) || (known && (known.next ?? known.id) === generation)) return false
      await putRow(db, known ? await isNew(db, known, generation) : { key: 'generation', id: generation })
      return known !== undefined
    }),
  )

/** After a restore, asks about every author whose mutations are kept here, and about this till. */
async function isNew(db: TillDb, known: Generation, generation: string): Promise<Generation> {
  if (generation === (known.next ?? known.id)) return known
  return {
    key: 'generation',
    id: known.id,
    next: generation,
    wanted: Object.fromEntries((await authorsHere(db)).map(author => [nameOf(author), null])),
  }
}

/** Everybody whose mutations are kept here, or wait here for a person, and this till. */
async function authorsHere(db: TillDb): Promise<Author[]> {
  const held = (await entriesOf(db, 1).toArray()).map(authorOf)
  const own = await ownAuthor(db)
  return [...(await keptAuthors(db)), ...held, ...(own ? [own] : [])]
}

const authorOf = ({ device_id, key_id, signed }: Entry): Author =>
  signed && key_id ? { device_id, key_id } : { device_id }

/** A batch to send again, and its request. Without entries it asks the server what it needs from an author. */
export interface Again extends Batch {
  request: Outgoing
}

export interface Resendable {
  size: number
  /** Whether unsigned ones may be sent, which need a signed-in user. */
  unsigned: boolean
}

/**
 * What to send again next, with the original ids and signatures; null if nothing is wanted now. Continues where it
 * stopped, even after a crash.
 */
export async function nextAgain(db: TillDb, { size, unsigned }: Resendable): Promise<Again | null> {
  for (let row; (row = await rowOf(db, 'generation'))?.wanted;) {
    const wanted = Object.entries(row.wanted)
    const [name, from] = wanted.find(([each]) => unsigned || !each.startsWith(UNSIGNED)) ?? []
    if (wanted.length === 0) await end(db)
    if (name === undefined || from === undefined) return null
    const author = (await authorsHere(db)).find(each => nameOf(each) === name)
    if (author && isSigning(author) && from === null)
      return {
        request: await introduction(db, author),
        entries: [],
        settle: async () => {},
        stay: async () => [],
        passed: news => passOn(db, { name, from, next: news && (news.resend_from ?? 'none') }),
      }
    const window = author ? await windowFrom(db, author, { seq: from ?? 0, count: size }) : []
    const entries = oneRequest(window.filter(entry => !isQueued(entry)))
    const last = window.slice(0, window.indexOf(entries.at(-1)!) + 1 || undefined).at(-1)
    const passed = () => passOn(db, { name, from, next: last ? last.mutation.seq + 1 : 'none' })
    if (entries.length === 0) await passed()
    else
      return {
        request: await requestOf(db, entries, true),
        entries,
        settle: (verdicts, at) => retake(db, entries, { verdicts, at }),
        stay: left => putBack(db, left),
        passed,
      }
  }
  return null
}

const isSigning = (author: Author): author is Signing => author.key_id !== undefined
/** It waits in the outbox for the server, and is sent from there. */
const isQueued = (entry: Entry) => 'position' in entry && entry.held === 0

/**
 * Accepted and rejected mutations of an author, in order, as entries of the outbox: a restored server may lack either.
 * A rejected one has its customer, whose details are sent too.
 */
async function windowFrom(db: TillDb, author: Author, range: { seq: number; count: number }): Promise<Entry[]> {
  const kept = await keptFrom(db, author, range)
  const queued = await db.outbox
    .where('id')
    .anyOf(kept.map(({ id }) => id))
    .toArray()
  const held = await entriesOf(db, 1)
    .filter(entry => nameOf(authorOf(entry)) === nameOf(author) && entry.mutation.seq >= range.seq)
    .toArray()
  const bySeq = new Map<number, Entry>(kept.map(mutation => [mutation.seq, entryOf(author, mutation)]))
  for (const entry of [...queued, ...held]) bySeq.set(entry.mutation.seq, entry)
  return [...bySeq.values()].sort((one, other) => one.mutation.seq - other.mutation.seq).slice(0, range.count)
}

/** The build before counts the lines of every entry, and knows no hash of a customer. */
function entryOf({ device_id, key_id }: Author, kept: KeptMutation): Entry {
  const { id, kind, seq, occurred_at } = kept
  const { personal_hash, ...payload } = kept.payload as { personal_hash?: string }
  return {
    id,
    device_id,
    protocol: key_id ? kindOf(kind).since : 1,
    mutation: { id, kind, seq, occurred_at, payload: { lines: [], ...payload } },
    ...('sig' in kept && key_id && { signed: kept, key_id }),
    attempts: 0,
    not_before: 0,
    held: 0,
  }
}

/** `next`: the number to go on from; 'none' if the author is done; undefined if the server did not say. */
interface Passing {
  name: string
  from: number | null
  next: number | 'none' | undefined
}

/** Goes on after a batch, unless the server was restored since then. An author without an answer goes last. */
const passOn = (db: TillDb, { name, from, next }: Passing): Promise<void> =>
  db.transaction('rw', db.till, async () => {
    const row = await rowOf(db, 'generation')
    if (row?.wanted?.[name] !== from) return
    const { [name]: _, ...others } = row.wanted
    if (next === 'none') return void (await putRow(db, { ...row, wanted: others }))
    if (next === undefined) return void (await putRow(db, { ...row, wanted: { ...others, [name]: from } }))
    await putRow(db, {
      ...row,
      wanted: { ...row.wanted, [name]: next },
      ...(from === null && { sent: { ...row.sent, [name]: next } }),
    })
  })

const end = (db: TillDb): Promise<void> =>
  db.transaction('rw', db.till, async () => {
    const row = await rowOf(db, 'generation')
    if (row?.wanted && Object.keys(row.wanted).length === 0)
      await putRow(db, { key: 'generation', id: row.next ?? row.id, ...(row.sent && { sent: row.sent }) })
  })

/** Whether anything is still to be sent again. */
export const isAnythingWanted = async (db: TillDb): Promise<boolean> =>
  Object.keys((await rowOf(db, 'generation'))?.wanted ?? {}).length > 0

/**
 * Takes the new verdicts for the old. A mutation that was accepted before may be rejected now: then it waits for a
 * person, like every rejected entry.
 */
async function retake(
  db: TillDb,
  batch: readonly Entry[],
  { verdicts, at }: { verdicts: readonly TillVerdict[]; at: number | undefined },
): Promise<void> {
  await settle(db, verdicts, at)
  await db.transaction('rw', db.till, db.sales, db.outbox, async () => {
    for (const entry of batch) {
      const verdict = verdicts.find(({ id }) => id === entry.id)
      if (!verdict || (await isInOutbox(db, entry))) continue
      const kind = kindOf(entry.mutation.kind)
      if (verdict.status === 'accepted') {
        await kind.onSettled(db, [verdict])
        continue
      }
      await db.outbox.add({
        ...entry,
        held: 1,
        rejection: verdict.error,
        ...(entry.signed && { signed_refused: true as const }),
      })
      await kind.onRejected(db, verdict)
    }
  })
}

/**
 * Without a verdict from this server, an accepted mutation is unsent again: the outbox goes on with it, past those
 * behind it. Returns the entries that wait for the server.
 */
const putBack = (db: TillDb, entries: readonly Entry[]): Promise<Entry[]> =>
  withRoom(db, () =>
    db.transaction('rw', db.sales, db.outbox, async () => {
      for (const entry of entries) {
        if (await isInOutbox(db, entry)) continue
        await db.outbox.add(entry)
        await db.sales.where({ id: entry.id }).modify(sale => {
          delete sale.verdict
          delete sale.accepted_at
        })
      }
      return entries.filter(({ held }) => held === 0)
    }),
  )

const isInOutbox = async (db: TillDb, { id }: Entry): Promise<boolean> => (await db.outbox.where({ id }).count()) > 0
