import { hashOf, lockSubscriber } from '#api/alerts/contacts.ts'
import { pushKey } from '#api/alerts/push-key.ts'
import { execute, inTransaction, selectOne } from '#api/db/database.ts'
import { conflict, notFound } from '#api/errors.ts'
import type { PushRenewal } from '#sync/protocol/shop/alert.ts'

/**
 * Sends a browser's messages to its new subscription from now on. Only that browser holds the old one's secrets;
 * saying it twice changes nothing.
 * @throws 404 for an old subscription that the shop does not know, 409 for an earlier key of the shop
 */
export const renewPush = ({ old, push }: PushRenewal): Promise<void> =>
  inTransaction(async () => {
    const { endpoint, p256dh, auth, key } = push
    if (key !== pushKey().publicKey) throw conflict('Allow notifications in this browser again, then reload the page.')
    // In one order, so that two renewals never wait for each other.
    const [first, second] = hashOf(old.endpoint) < hashOf(endpoint) ? [old, push] : [push, old]
    const locked = new Map([[first.endpoint, await lockSubscriber(first)]])
    locked.set(second.endpoint, await lockSubscriber(second))
    const [was, known] = [locked.get(old.endpoint), locked.get(endpoint)]
    if (!was && !known) throw notFound('Subscription')
    if (!was || was.id === known?.id) return
    // A page of this browser told the shop first: only what the same visitor asked for comes along.
    if (known) {
      if (known.session_id === was.session_id)
        await execute('UPDATE IGNORE alerts SET contact_id = ? WHERE contact_id = ?', [known.id, was.id])
      await execute('DELETE FROM alert_contacts WHERE id = ?', [was.id])
      return
    }
    if (await selectOne('SELECT id FROM alert_contacts WHERE address_hash = ?', [hashOf(endpoint)]))
      throw notFound('Subscription')
    await execute(
      `UPDATE alert_contacts SET address_hash = :address_hash, endpoint = :endpoint, p256dh = :p256dh, auth = :auth,
        server_key = :key WHERE id = :id`,
      { address_hash: hashOf(endpoint), endpoint, p256dh, auth, key, id: was.id },
    )
  })
