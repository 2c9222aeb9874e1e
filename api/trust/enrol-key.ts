import { recordChange } from '#api/audit/record-change.ts'
import { execute, inTransaction, insertRow, isDuplicate, select, selectOne } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'
import { takeBack } from '#api/exceptions/take-back.ts'
import { newTillKey } from '#api/exceptions/till-exceptions.ts'
import { isSigned, keyIdOf, publicKeyOf } from '#api/trust/p256.ts'
import { signToken } from '#api/trust/signed-token.ts'
import { chainOf, findKey, type KeyRow } from '#api/trust/till-keys.ts'
import type { User } from '#sync/protocol/staff/person.ts'
import { MANAGEMENT } from '#sync/protocol/roles.ts'
import { cosignText, enrolText, type EnrolledKey, type PublicKey } from '#sync/protocol/signed.ts'
import type { Till } from '#sync/protocol/till.ts'

/** What a device sends with its key. */
export interface SentKey {
  public_key: PublicKey
  proof: string
  cosign?: string | undefined
  unsigned_until?: number | undefined
}

/** A certificate's facts: enough to restore till and key after a database restore. */
export interface Certificate {
  till: Till
  public_key: PublicKey
  key_id: string
  approved: boolean
  unsigned_until: number
}

/** How far above the last seq unsigned sales from before the key may still arrive. */
const MOST_UNSIGNED = 1000
const MOST_KEYS = 200

/** @throws 422 if the key is invalid, or the sender does not hold its private half */
export function checkKey(device_id: string, { public_key, proof }: SentKey): void {
  const key = publicKeyOf(public_key)
  if (!key) throw invalid({ public_key: ['This is not a point on the curve P-256.'] })
  if (!isSigned(key, enrolText(device_id), proof))
    throw invalid({ proof: ['This key did not sign the id of this device.'] })
}

/**
 * Adds a key to a till, or finds it. Approves it if an approved key of the till passes its approval on, or if it is the
 * till's first key and management enrols it.
 * @throws 422 if the key belongs to another till
 */
export const enrolKey = (till: Till, sent: SentKey, user: User): Promise<EnrolledKey> =>
  inTransaction(async () => {
    const { last_seq } = (await selectOne<{ last_seq: number }>('SELECT last_seq FROM tills WHERE id = ? FOR UPDATE', [
      till.id,
    ]))!
    const key_id = keyIdOf(sent.public_key)
    const known = await findKey(key_id)
    if (known && known.till_id !== till.id) throw invalid({ public_key: ['This key belongs to another till.'] })
    if (!known) await addKey(till, sent, { key_id, user, last_seq })
    return describeKey(till, (await findKey(key_id))!)
  })

async function addKey(
  till: Till,
  { public_key, cosign, unsigned_until }: SentKey,
  { key_id, user, last_seq }: { key_id: string; user: User; last_seq: number },
): Promise<void> {
  const older = await select<KeyRow>(
    'SELECT id, till_id, key_id, x, y, approved, forked_at FROM till_keys WHERE till_id = ? ORDER BY id DESC',
    [till.id],
  )
  const cosigner =
    cosign === undefined
      ? undefined
      : older.find(({ x, y }) => isSigned(publicKeyOf({ x, y })!, cosignText(till.device_id, key_id), cosign))
  if (older.length >= MOST_KEYS && !(await dropUnused(till, cosigner)))
    throw invalid({ public_key: ['This till has had too many keys. Set it up as a new till.'] })
  const approved = older.length === 0 ? user.role.id >= MANAGEMENT : Boolean(cosigner?.approved)
  try {
    await insertRow('till_keys', {
      till_id: till.id,
      key_id,
      x: public_key.x,
      y: public_key.y,
      approved,
      cosigned_by: cosigner?.id ?? null,
      enrolled_by: user.id,
    })
  } catch (error) {
    // another till enrolled it at the same time
    if (isDuplicate(error)) throw invalid({ public_key: ['This key belongs to another till.'] })
    throw error
  }
  await execute('UPDATE tills SET unsigned_until = COALESCE(unsigned_until, ?), updated_at = updated_at WHERE id = ?', [
    Math.min(unsigned_until ?? last_seq, last_seq + MOST_UNSIGNED),
    till.id,
  ])
  await recordChange({
    subject: 'till',
    subject_id: till.id,
    action: 'add key',
    became: { key_id, approved, cosigned_by: cosigner?.key_id ?? null },
  })
}

/**
 * A key that signed nothing and that no other key rests on: it proves nothing, and its device can enrol it again. One
 * that nobody approved comes first, then the oldest.
 */
const UNUSED = `SELECT k.id, k.key_id, k.approved FROM till_keys k WHERE k.till_id = :till_id AND k.id <> :cosigner
    AND NOT EXISTS (SELECT 1 FROM till_links l WHERE l.till_key_id = k.id)
    AND NOT EXISTS (SELECT 1 FROM till_keys y WHERE y.cosigned_by = k.id)
  ORDER BY k.approved, k.id LIMIT 1`

/** Lets a key that never signed anything give way to a new one, but for its cosigner. Returns whether there was one. */
async function dropUnused({ id: till_id }: Till, cosigner: KeyRow | undefined): Promise<boolean> {
  const unused = await selectOne<Pick<KeyRow, 'id' | 'key_id' | 'approved'>>(UNUSED, {
    till_id,
    cosigner: cosigner?.id ?? 0,
  })
  if (!unused) return false
  await execute('DELETE FROM till_keys WHERE id = ?', [unused.id])
  await recordChange({
    subject: 'till',
    subject_id: till_id,
    action: 'drop key',
    was: { key_id: unused.key_id, approved: Boolean(unused.approved) },
  })
  return true
}

async function describeKey(till: Till, { id, key_id, x, y, approved }: KeyRow): Promise<EnrolledKey> {
  const { unsigned_until } = (await selectOne<{ unsigned_until: number | null }>(
    'SELECT unsigned_until FROM tills WHERE id = ?',
    [till.id],
  ))!
  const { name, code, device_id, status_code } = till
  const certificate: Certificate = {
    till: { id: till.id, code, name, device_id, status_code },
    public_key: { kty: 'EC', crv: 'P-256', x, y },
    key_id,
    approved: Boolean(approved),
    unsigned_until: unsigned_until ?? 0,
  }
  return {
    key_id,
    approved: Boolean(approved),
    chain: await chainOf(id),
    certificate: await signToken('certificate', certificate),
  }
}

/** Approves a till's key. @throws 422 if it is not one of its keys */
export async function approveKey(till_id: number, key_id: string): Promise<void> {
  const key = await findKey(key_id)
  if (key?.till_id !== till_id) throw invalid({ approved_key_id: ['This till does not have this key.'] })
  await takeBack([newTillKey(key_id)], 'The key was approved.')
  if (key.approved) return
  await execute('UPDATE till_keys SET approved = TRUE WHERE id = ?', [key.id])
  await recordChange({
    subject: 'till',
    subject_id: till_id,
    action: 'approve key',
    was: { key_id, approved: false },
    became: { key_id, approved: true },
  })
}
