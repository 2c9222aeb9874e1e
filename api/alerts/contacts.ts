import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { pushKey } from '#api/alerts/push-key.ts'
import { execute, selectOne } from '#api/db/database.ts'
import { conflict, invalid } from '#api/errors.ts'
import { ownerKey, type Owner } from '#api/http/owner.ts'
import type { PushAddress } from '#sync/protocol/shop/alert.ts'

export interface Contact {
  id: number
  email: string | null
  p256dh: string | null
  auth: string | null
  session_id: string | null
  token: string
  off_at: Date | null
}

const COLUMNS = 'id, email, p256dh, auth, session_id, token, off_at'

export const newToken = () => randomBytes(32).toString('base64url')
export const isToken = (text: string) => /^[\w-]{43}$/.test(text)
export const hashOf = (address: string) => createHash('sha256').update(address).digest('base64url')

/** The contact of an email address, locked; made with the first call. Call inside a transaction. */
export async function mailContact(email: string): Promise<Contact> {
  const address_hash = hashOf(email)
  await execute(
    'INSERT INTO alert_contacts (address_hash, email, token) VALUES (:address_hash, :email, :token) ON DUPLICATE KEY UPDATE id = id',
    { address_hash, email, token: newToken() },
  )
  return lockContact(address_hash)
}

/**
 * The contact of a browser, locked; made with the first call. Whoever proves to be the same browser by its keys takes
 * it over; what another person who signed in there asked for goes.
 * @throws 409 for an earlier key of the shop, 422 for the subscription of another browser
 */
export async function pushContact(push: PushAddress, session_id: string, owner: Owner): Promise<Contact> {
  const { endpoint, p256dh, auth, key } = push
  if (key !== pushKey().publicKey) throw conflict('Allow notifications in this browser again, then reload the page.')
  const address_hash = hashOf(endpoint)
  await execute(
    `INSERT INTO alert_contacts (address_hash, endpoint, p256dh, auth, server_key, session_id, token)
      VALUES (:address_hash, :endpoint, :p256dh, :auth, :key, :session_id, :token) ON DUPLICATE KEY UPDATE id = id`,
    { address_hash, endpoint, p256dh, auth, key, session_id, token: newToken() },
  )
  const contact = await lockContact(address_hash)
  if (contact.p256dh !== p256dh || contact.auth !== auth)
    throw invalid({ push: ['This subscription belongs to another browser.'] })
  if (contact.session_id !== session_id) await takeOver(contact, session_id, owner)
  return contact
}

async function takeOver({ id }: Contact, session_id: string, owner: Owner): Promise<void> {
  await execute('UPDATE alert_contacts SET session_id = ?, server_key = ? WHERE id = ?', [
    session_id,
    pushKey().publicKey,
    id,
  ])
  await execute('DELETE FROM alerts WHERE contact_id = :id AND user_id IS NOT NULL AND NOT user_id <=> :user_id', {
    id,
    ...owner,
  })
  // A guest whose session ended is a new guest in the same browser.
  await execute(
    `UPDATE IGNORE alerts SET user_id = :user_id, session_id = :session_id, owner_key = :owner_key
      WHERE contact_id = :id AND user_id IS NULL`,
    { id, ...owner, owner_key: ownerKey(owner) },
  )
}

/** The contact that this subscription proves to be; null for another's, or one that the shop does not know. */
export async function lockSubscriber({ endpoint, p256dh, auth }: Omit<PushAddress, 'key'>): Promise<Contact | null> {
  const contact = await selectOne<Contact>(`SELECT ${COLUMNS} FROM alert_contacts WHERE address_hash = ? FOR UPDATE`, [
    hashOf(endpoint),
  ])
  return contact && isSame(contact.p256dh, p256dh) && isSame(contact.auth, auth) ? contact : null
}

/** Takes as long for a near guess as for a wild one. */
const isSame = (kept: string | null, sent: string) =>
  kept?.length === sent.length && timingSafeEqual(Buffer.from(kept), Buffer.from(sent))

const lockContact = async (address_hash: string): Promise<Contact> =>
  (await selectOne<Contact>(`SELECT ${COLUMNS} FROM alert_contacts WHERE address_hash = ? FOR UPDATE`, [address_hash]))!

export const lockContactBy = (column: 'id' | 'token', value: number | string): Promise<Contact | null> =>
  selectOne<Contact>(`SELECT ${COLUMNS} FROM alert_contacts WHERE ${column} = ? FOR UPDATE`, [value])
