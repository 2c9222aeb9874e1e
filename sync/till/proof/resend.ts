import { MAX_MUTATIONS } from '#sync/protocol/mutation.ts'
import { SIGNED_PROTOCOL, type SignedMutation } from '#sync/protocol/signed.ts'
import { keptAuthors, keptFrom, type Author, type KeptMutation } from './kept-mutations.ts'
import { kindOf } from '../kinds/known-kinds.ts'
import type { Accepted } from '../kinds/till-kind.ts'
import { entriesOf, settle } from '../outbox.ts'
import { proofsOf } from './proofs.ts'
import type { News, Outgoing, Push } from '../push.ts'
import { withRoom } from '../room.ts'
import { putRow, rowOf, type Generation, type TillDb, type TillVerdict } from '../till-db.ts'

/** This till as the author of its signed mutations; null while it has no key. */
export async function ownAuthor(db: TillDb): Promise<Author | null> {
  const till = await db.till.get('till')
  return till?.head ? { device_id: till.device_id, key_id: till.head.key_id } : null
}

/**
 * A request that introduces the authors by the server's own signatures, since it may have been restored from an older
 * backup.
 */
export async function introduction(
  db: TillDb,
  { device_id, key_id }: Author,
  mutations: readonly Resent[] = [],
): Promise<Outgoing> {
  const { certificates, grants } = await proofsOf(db)
  const named = new Set(mutations.map(({ grant }) => grant))
  const tokens = Object.entries(grants)
    .filter(([id]) => mutations.length === 0 || named.has(id))
    .map(([, { token }]) => token)
  return {
    protocol: SIGNED_PROTOCOL,
    device_id,
    key_id,
    mutations,
    certificates: certificates[key_id] ? [certificates[key_id]] : [],
    grants: tokens.slice(-MAX_MUTATIONS),
  }
}

/** Notes the news in a reply: a restored server, numbers it lacks, a key that two devices use. */
export const heed = (db: TillDb, { key_id }: Author, { generation, resend_from, rekey }: News): Promise<void> =>
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

/** After a restore, asks about every author whose mutations are kept here, and about this till. */
async function isNew(db: TillDb, known: Generation, generation: string): Promise<Generation> {
  if (generation === (known.next ?? known.id)) return known
  const own = await ownAuthor(db)
  const authors = [...(await keptAuthors(db)), ...(await heldAuthors(db)), ...(own ? [own] : [])]
  return {
    key: 'generation',
    id: known.id,
    next: generation,
    wanted: Object.fromEntries(authors.map(({ key_id }) => [key_id, null])),
  }
}

/**
 * Sends again what the server asked for, with the original ids and signatures, and replaces the old verdicts. Continues
 * where it stopped, even after a crash. Returns false if the server cannot be asked now.
 */
export async function sendWanted(db: TillDb, push: Push): Promise<boolean> {
  for (let row = await rowOf(db, 'generation'); row?.wanted; row = await rowOf(db, 'generation')) {
    const [key_id, from] = Object.entries(row.wanted)[0] ?? []
    if (key_id === undefined || from === undefined) {
      await putRow(db, { key: 'generation', id: row.next ?? row.id, ...(row.sent && { sent: row.sent }) })
      return true
    }
    if (!(await sendSome(db, push, { row, key_id, from }))) return false
  }
  return true
}

async function sendSome(
  db: TillDb,
  push: Push,
  { row, key_id, from }: { row: Generation; key_id: string; from: number | null },
): Promise<boolean> {
  const authors = [...(await keptAuthors(db)), ...(await heldAuthors(db)), await ownAuthor(db)]
  const author = authors.find(each => each?.key_id === key_id)
  const batch = author && from !== null ? await batchFrom(db, { key_id, seq: from, count: MAX_MUTATIONS }) : []
  if (!author || (from !== null && batch.length === 0)) return forgetWanted(db, row, key_id)
  const answer = await push(await introduction(db, author, batch))
  if (answer.kind !== 'verdicts' || !answer.news) return false
  if (answer.news.generation !== (row.next ?? row.id)) {
    await heed(db, author, answer.news)
    return true
  }
  if (batch.length > 0) await retake(db, author, { batch, verdicts: answer.verdicts })
  const next = batch.length > 0 ? batch.at(-1)!.seq + 1 : answer.news.resend_from
  if (next === undefined) return forgetWanted(db, row, key_id)
  await putRow(db, {
    ...row,
    wanted: { ...row.wanted, [key_id]: next },
    ...(from === null && { sent: { ...row.sent, [key_id]: next } }),
  })
  return true
}

/** A rejected one waits in the outbox with its customer, whose details are sent too. */
type Resent = KeptMutation & Pick<SignedMutation, 'personal'>

const heldSigned = (db: TillDb) => entriesOf(db, 1).filter(({ signed, key_id }) => Boolean(signed && key_id))

/** The authors of rejected mutations that wait here for a person. */
async function heldAuthors(db: TillDb): Promise<Author[]> {
  const held = await heldSigned(db).toArray()
  return held.map(({ device_id, key_id }) => ({ device_id, key_id: key_id! }))
}

/** Accepted and rejected mutations, in order: a restored server may lack either. */
async function batchFrom(db: TillDb, wanted: { key_id: string; seq: number; count: number }): Promise<Resent[]> {
  const { key_id, seq, count } = wanted
  const held = await heldSigned(db)
    .filter(entry => entry.key_id === key_id && entry.signed!.seq >= seq)
    .toArray()
  const all = [...(await keptFrom(db, wanted)), ...held.map(({ signed }) => signed!)]
  const bySeq = new Map(all.map(mutation => [mutation.seq, mutation]))
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq).slice(0, count)
}

async function forgetWanted(db: TillDb, row: Generation, key_id: string): Promise<true> {
  const { [key_id]: done, ...wanted } = row.wanted ?? {}
  await putRow(db, { ...row, wanted })
  return true
}

/** A mutation that was accepted before may be rejected now: then it waits for a person, like every rejected entry. */
async function retake(
  db: TillDb,
  { device_id, key_id }: Author,
  { batch, verdicts }: { batch: readonly Resent[]; verdicts: readonly TillVerdict[] },
): Promise<void> {
  await settle(db, verdicts)
  await db.transaction('rw', db.till, db.sales, db.outbox, async () => {
    for (const mutation of batch) {
      const verdict = verdicts.find(({ id }) => id === mutation.id)
      if (!verdict || (await db.outbox.where({ id: mutation.id }).count()) > 0) continue
      if (verdict.status === 'accepted') {
        await kindOf(mutation.kind).onSettled(db, [verdict satisfies Accepted])
        continue
      }
      const { prev, grant, sig, personal, ...written } = mutation
      await db.outbox.add({
        id: mutation.id,
        device_id,
        protocol: kindOf(mutation.kind).since,
        mutation: written as typeof written & { payload: object },
        signed: mutation,
        key_id,
        attempts: 0,
        not_before: 0,
        held: 1,
        rejection: verdict.error,
        signed_refused: true,
      })
      await kindOf(mutation.kind).onRejected(db, verdict)
    }
  })
}
