import { cosignText, enrolText, type EnrolledKey, type PublicKey } from '#sync/protocol/signed.ts'
import { entriesOf } from '../outbox.ts'
import { addProofs } from './proofs.ts'
import { canSign, makeKey, signatureOf } from './device-key.ts'
import { putRow, rowOf, type Counters, type Signer, type TillDb } from '../till-db.ts'

/** The key and its proofs, sent with an enrolment. */
export interface SentKey {
  public_key: PublicKey
  proof: string
  cosign?: string
  unsigned_until: number
}

/** The server accepts this many unsigned sales still in transit when a till gets its key. */
const MOST_UNSIGNED = 1000

/** A new key without the server's answer. On disk before it is sent, so that a lost reply creates no second key. */
type NextSigner = Omit<Signer, 'key' | 'approved'> & { key: 'next signer' }

const nextSigners = (db: TillDb) => db.table<NextSigner, string>('till')

/** Whether the till's key is still to be enrolled, which needs a signed-in user. */
export async function needsEnrolment(db: TillDb): Promise<boolean> {
  const [till, signer] = [await db.till.get('till'), await rowOf(db, 'signer')]
  return canSign() && (!till?.head || signer?.key_id !== till.head.key_id || signer.rekey === true)
}

/**
 * The key to enrol: the one that waits for its answer, or the current one, or a new one. Null on a page without
 * WebCrypto.
 */
export async function keyToSend(db: TillDb, device_id: string): Promise<SentKey | null> {
  if (!canSign()) return null
  const older = await rowOf(db, 'signer')
  const next = (await nextSigners(db).get('next signer')) ?? (older && !older.rekey ? older : await makeNext(db, older))
  const { key_id, private_key, public_key, unsigned_until } = next
  return {
    public_key,
    unsigned_until,
    proof: await signatureOf(private_key, enrolText(device_id)),
    ...(older &&
      older.key_id !== key_id && { cosign: await signatureOf(older.private_key, cosignText(device_id, key_id)) }),
  }
}

async function makeNext(db: TillDb, older: Signer | undefined): Promise<NextSigner> {
  const next: NextSigner = {
    key: 'next signer',
    ...(await makeKey()),
    unsigned_until: older?.unsigned_until ?? (await lastUnsigned(db)),
  }
  // Another tab may have made one at the same time: the first on disk wins.
  return db.transaction('rw', db.till, async () => {
    const made = await nextSigners(db).get('next signer')
    if (!made) await nextSigners(db).put(next)
    return made ?? next
  })
}

/** The last number issued, if the server accepts that many unsigned; entries above it are signed when sent. */
async function lastUnsigned(db: TillDb): Promise<number> {
  const till = await db.till.get('till')
  const oldest = await entriesOf(db, 0)
    .filter(({ device_id }) => device_id === till?.device_id)
    .first()
  return Math.min(till?.last_seq ?? 0, (oldest?.mutation.seq ?? Infinity) - 1 + MOST_UNSIGNED)
}

/** Notes that somebody has approved this till's key. */
export const noteApproval = (db: TillDb, keys: readonly { key_id: string; approved: boolean }[]): Promise<void> =>
  db.transaction('rw', db.till, async () => {
    const signer = await rowOf(db, 'signer')
    if (signer && !signer.approved && keys.some(({ key_id, approved }) => approved && key_id === signer.key_id))
      await putRow(db, { ...signer, approved: true })
  })

/**
 * Stores the server's answer; from then on this till signs. Call inside the transaction that stores the till. If the
 * server knows the chain further than this device, whose storage is then an older copy, the chain continues from the
 * server's head.
 * @returns what changes in the counters
 */
export async function takeKey(
  db: TillDb,
  { key_id, approved, chain, certificate }: EnrolledKey,
): Promise<Pick<Counters, 'head'>> {
  const [till, present, next] = [
    await db.till.get('till'),
    await rowOf(db, 'signer'),
    await nextSigners(db).get('next signer'),
  ]
  const made = next?.key_id === key_id ? next : present?.key_id === key_id ? present : null
  if (!made) return {}
  await db
    .table<Signer, string>('till')
    .put({
      key: 'signer',
      key_id,
      private_key: made.private_key,
      public_key: made.public_key,
      unsigned_until: made.unsigned_until,
      approved,
    })
  if (next) await nextSigners(db).delete('next signer')
  await addProofs(db, { certificates: { [key_id]: certificate } })
  const head = till?.head?.key_id === key_id && till.head.seq >= chain.seq ? till.head : { key_id, ...chain }
  return { head }
}
