import { pushUrl } from '#api/alerts/push-address.ts'
import { pushKeys, type PushKey } from '#api/alerts/push-key.ts'
import { execute, inTransaction, selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { log } from '#api/http/log.ts'
import { askPublic, internet, type Network } from '#api/import/fetch-public.ts'
import { readShop } from '#api/shop/read-shop.ts'

const MOST_TRIES = 6
/** In minutes, doubled with each try; longer than a try takes, so that no other process takes the message. */
const FIRST_WAIT = 2
const PATIENCE_MS = 20_000
/** How long a push service keeps it for a phone that is off. */
const KEPT_SECONDS = 2 * 24 * 60 * 60

interface Claimed {
  id: number
  notice: string
  tries: number
  contact_id: number
  endpoint: string
  p256dh: string
  auth: string
  server_key: string
}

/** Sends the messages that are due, one after the other. Returns how many a push service took. */
export async function sendPushes(network: Network = internet): Promise<number> {
  await leaveEnded()
  const keys = pushKeys()
  const claimNext = () => claim([...keys.keys()])
  let sent = 0
  for (let push = await claimNext(); push; push = await claimNext())
    if (await send(push, { key: keys.get(push.server_key)!, network })) sent += 1
  return sent
}

/** Who signed out on a device is not told there: the next person may hold it. */
const leaveEnded = () =>
  execute(
    `DELETE c FROM alert_contacts c JOIN pushes p ON p.contact_id = c.id JOIN sessions s ON s.id = c.session_id
    WHERE p.due_at <= NOW(3) AND s.revoked_at IS NOT NULL`,
  )

/**
 * The next try is set before this one starts, so that a crash loses nothing. Browsers that expect another key of the
 * shop would refuse a message.
 */
const claim = (keys: readonly string[]): Promise<Claimed | null> =>
  inTransaction(async () => {
    const due = await selectOne<{ id: number; tries: number }>(
      `SELECT id, tries FROM pushes WHERE due_at <= NOW(3)
        AND EXISTS (SELECT 1 FROM alert_contacts c WHERE c.id = pushes.contact_id AND c.server_key IN (:keys))
      ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      { keys },
    )
    if (!due) return null
    await execute('UPDATE pushes SET tries = tries + 1, due_at = NOW(3) + INTERVAL ? MINUTE WHERE id = ?', [
      FIRST_WAIT * 2 ** due.tries,
      due.id,
    ])
    return selectOne<Claimed>(
      `SELECT p.id, p.notice, p.tries, p.contact_id, c.endpoint, c.p256dh, c.auth, c.server_key
      FROM pushes p JOIN alert_contacts c ON c.id = p.contact_id WHERE p.id = ?`,
      [due.id],
    )
  })

interface Sender {
  key: PushKey
  network: Network
}

async function send(push: Claimed, sender: Sender): Promise<boolean> {
  const status = await post(push, sender).catch((error: Error) => {
    log.warn({ push: push.id, tries: push.tries, error: { name: error.name } }, 'push message waits')
    return 0
  })
  if (status === 404 || status === 410) {
    await execute('DELETE FROM alert_contacts WHERE id = ?', [push.contact_id])
    return false
  }
  const isSent = status >= 200 && status < 300
  const mayPass = status === 0 || status === 429 || status >= 500
  if (isSent || !mayPass || push.tries >= MOST_TRIES) await execute('DELETE FROM pushes WHERE id = ?', [push.id])
  if (!isSent && !mayPass) log.warn({ push: push.id, status }, 'push message refused')
  return isSent
}

/** The push service's answer; nothing is followed. @throws if the address is not one of a push service */
async function post({ id, notice, endpoint, p256dh, auth }: Claimed, { key, network }: Sender): Promise<number> {
  const url = pushUrl(endpoint)
  if (!url) return 403
  const { default: webPush } = await import('web-push')
  const { email } = await readShop()
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, notice, {
    vapidDetails: { subject: email ? `mailto:${email}` : env.shopUrl, ...key },
    TTL: KEPT_SECONDS,
    // A message sent twice, because the first was not recorded, stays one.
    topic: `alert-${id}`,
  })
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const reply = await askPublic(
    { url, method: 'POST', headers: headers as Record<string, string>, body: body as Buffer, signal },
    network,
  )
  reply.destroy()
  return reply.statusCode ?? 0
}
