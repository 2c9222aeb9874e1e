import { signNext } from '../proof/sign-next.ts'
import { kindOf } from '../kinds/known-kinds.ts'
import { entriesOf, sendAgain } from '../outbox.ts'
import { withRoom } from '../room.ts'
import { signerOf } from '../proof/device-key.ts'
import type { Counters, OutboxEntry, Signer, TillDb } from '../till-db.ts'

/** Whether this till must sign an entry before sending it: it is unsigned, and protocol 1 no longer covers it. */
export type IsLate = (entry: OutboxEntry) => boolean

/** The current rule: nothing is late while this till has no key. */
export async function lateRule(db: TillDb): Promise<IsLate> {
  const { till, signer } = await signingTill(db)
  return ({ signed, device_id, mutation }) =>
    signer !== null && !signed && device_id === till?.device_id && mutation.seq > signer.unsigned_until
}

/** Whether a build without signatures has issued numbers since this till last signed. */
export const hasMissedNumbers = ({ head, last_seq }: Counters, { unsigned_until }: Signer): boolean =>
  head !== undefined && last_seq > Math.max(head.seq, unsigned_until)

/**
 * Signs the entries that a build without signatures added after this till had a key, in order: the chain follows the
 * sequence. They name no grant, because it is unknown who was signed in. Reads the whole outbox, so call it only if
 * something is late.
 */
export async function signAllLate(db: TillDb): Promise<void> {
  const isLate = await lateRule(db)
  for (const entry of await db.outbox.filter(isLate).toArray()) await signEntry(db, entry)
}

/** As for a new sale: signed first, then compared and stored; signed again if another tab has moved the head. */
async function signEntry(db: TillDb, { position, mutation }: OutboxEntry): Promise<void> {
  for (let isStored = false; !isStored;) {
    const { till, signer } = await signingTill(db)
    if (!till?.head || !signer) return
    const { id, kind, seq, occurred_at, payload } = mutation
    const { signed, head } = await signNext(
      { id, kind, seq, occurred_at, grant: null, ...kindOf(kind).toSign(payload) },
      signer,
      till.head,
    )
    isStored = await withRoom(db, () =>
      db.transaction('rw', db.till, db.outbox, async () => {
        const now = await db.till.get('till')
        const present = await db.outbox.get(position)
        if (!present || present.signed) return true
        if (now?.head?.hash !== till.head!.hash || now.head.key_id !== till.head!.key_id) return false
        await db.till.put({ ...now, head })
        await db.outbox.update(position, { signed, key_id: head.key_id })
        return true
      }),
    )
  }
}

/**
 * Sends entries again that were rejected for lack of a signature: those this till can sign, and those sent unsigned by
 * an older build although they had been signed. Entries rejected with their signature wait for a person.
 */
export async function releaseUnproved(db: TillDb): Promise<void> {
  const { till, signer } = await signingTill(db)
  if (!till || !signer) return
  if (hasMissedNumbers(till, signer)) await signAllLate(db)
  const refused = await entriesOf(db, 1)
    .filter(
      ({ rejection, signed_refused, signed, device_id }) =>
        String(rejection?.code) === 'unproved' &&
        !signed_refused &&
        (signed !== undefined || device_id === till.device_id),
    )
    .toArray()
  for (const entry of refused) {
    if (!entry.signed) await signEntry(db, entry)
    await sendAgain(db, entry.id)
  }
}

async function signingTill(db: TillDb): Promise<{ till: Counters | undefined; signer: Signer | null }> {
  const till = await db.till.get('till')
  return { till, signer: till?.head ? await signerOf(db, till.head.key_id) : null }
}
