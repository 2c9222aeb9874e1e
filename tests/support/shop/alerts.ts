import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { hashOf, newToken } from '#api/alerts/contacts.ts'
import { pushKey } from '#api/alerts/push-key.ts'
import { execute, insertRow } from '#api/db/database.ts'
import { ownerKey } from '#api/http/owner.ts'
import type { Network } from '#api/import/fetch-public.ts'
import type { AlertKind, Notice, PushAddress } from '#sync/protocol/shop/alert.ts'
import { shareWishlist } from '#api/wishlist/wishlist-links.ts'
import { ownerBehind } from '#tests/support/browser/gathered.ts'
import { onHand } from '#tests/support/server/shop.ts'
import { next, type Requests } from '#tests/support/server/stage.ts'

/** A browser that takes push messages: its subscription, and the keys that open them. */
export interface Subscriber {
  push: PushAddress
  keys: ECDH
}

export function aSubscriber(
  endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(12).toString('hex')}`,
): Subscriber {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  return {
    keys,
    push: {
      endpoint,
      p256dh: keys.getPublicKey('base64url'),
      auth: randomBytes(16).toString('base64url'),
      key: pushKey().publicKey,
    },
  }
}

interface Received {
  url: string
  headers: Record<string, unknown>
  body: Buffer
}

/** A push service of this machine: the network leads every known one to it. `status` is what it answers. */
export async function aPushService() {
  const received: Received[] = []
  const service = { status: 201, location: '', received, dialled: [] as string[] }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ url: request.url!, headers: request.headers, body: Buffer.concat(chunks) })
      response.writeHead(service.status, service.location ? { location: service.location } : {}).end()
    })
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const network: Network = {
    resolve: () => Promise.resolve(['93.184.216.34']),
    dial: (address, port, host) => {
      service.dialled.push(`${host} ${address}:${port}`)
      return connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
    },
  }
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return Object.assign(service, { network, stop })
}

/** Opens a message as the browser does (RFC 8291). @throws if it is not for this browser */
export function openMessage({ keys, push }: Subscriber, { body }: Pick<Received, 'body'>): Notice {
  const [salt, size, length] = [body.subarray(0, 16), body.readUInt32BE(16), body[20]!]
  const sender = body.subarray(21, 21 + length)
  const sealed = body.subarray(21 + length)
  if (sealed.length > size) throw new Error('More than one record.')
  const hello = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const shared = keys.computeSecret(sender)
  const secret = Buffer.from(hkdfSync('sha256', shared, Buffer.from(push.auth, 'base64url'), hello, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const opener = createDecipheriv('aes-128-gcm', key, nonce)
  opener.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()])
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()) as Notice
}

/** What a message says about who sent it (RFC 8292); null if the shop's key did not sign it. */
export function senderOf({ headers }: Pick<Received, 'headers'>): { aud: string; sub: string } | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(String(headers.authorization)) ?? []
  const [head, claims, signature] = token.split('.') as [string, string, string]
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isSigned && key === pushKey().publicKey
    ? (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; sub: string })
    : null
}

/** Leaves so many pieces of a variant on the shelf. */
export async function putOnShelf(id: number, on_hand: number): Promise<void> {
  const had = await onHand(id)
  await execute('UPDATE product_variations SET on_hand = ? WHERE id = ?', [on_hand, id])
  await insertRow('stock_movements', { product_variation_id: id, reason: 'RECEIPT', quantity: on_hand - had })
}

/** An alert at an email address, not confirmed yet; the caller's own if `headers` name one. */
export async function anAlert(
  kind: AlertKind,
  subject_id: number,
  headers?: Record<string, string>,
): Promise<{ id: number; confirm_token: string; token: string }> {
  const [token, confirm_token] = [newToken(), newToken()]
  const contact_id = await insertRow('alert_contacts', {
    address_hash: newToken(),
    email: `p-${next()}@shop.test`,
    token,
  })
  const owner = await ownerBehind(headers)
  return {
    id: await insertRow('alerts', {
      ...owner,
      owner_key: ownerKey(owner),
      contact_id,
      kind,
      subject_id,
      confirm_token,
    }),
    confirm_token,
    token,
  }
}

/** An address that was asked whether it wants the newsletter. */
export async function aReader(): Promise<{ confirm_token: string; off_token: string }> {
  const [confirm_token, off_token] = [newToken(), newToken()]
  await insertRow('newsletter_addresses', { email: `n-${next()}@shop.test`, confirm_token, off_token })
  return { confirm_token, off_token }
}

export const ALERT_REQUESTS: Requests = {
  'GET /api/alerts': () => ({ path: '/api/alerts' }),
  'POST /api/alerts': ({ product }) => ({
    path: '/api/alerts',
    body: { kind: 'PRICE', subject_id: product, push: aSubscriber().push },
  }),
  'POST /api/alerts/renew': async () => {
    const { key: server_key, ...old } = aSubscriber().push
    await insertRow('alert_contacts', { ...old, server_key, address_hash: hashOf(old.endpoint), token: newToken() })
    return { path: '/api/alerts/renew', body: { old, push: aSubscriber().push } }
  },
  'DELETE /api/alerts/:id': async ({ product }, headers) => ({
    path: `/api/alerts/${(await anAlert('PRICE', product, headers)).id}`,
  }),
  'POST /api/alerts/confirm/:token': async ({ product }) => ({
    path: `/api/alerts/confirm/${(await anAlert('PRICE', product)).confirm_token}`,
    body: {},
  }),
  'POST /api/alerts/off/:token': async ({ product }) => ({
    path: `/api/alerts/off/${(await anAlert('PRICE', product)).token}`,
    body: {},
  }),
  'GET /api/wishlist/link': () => ({ path: '/api/wishlist/link' }),
  'POST /api/wishlist/link': () => ({ path: '/api/wishlist/link', body: {} }),
  'DELETE /api/wishlist/link': async (_, headers) => {
    await shareWishlist(await ownerBehind(headers))
    return { path: '/api/wishlist/link' }
  },
  'GET /api/wishlist/shared/:token': async () => ({
    path: `/api/wishlist/shared/${(await shareWishlist(await ownerBehind())).split('/').at(-1)}`,
  }),
  'POST /api/newsletter': () => ({ path: '/api/newsletter', body: { email: `n-${next()}@shop.test` } }),
  'POST /api/newsletter/confirm/:token': async () => ({
    path: `/api/newsletter/confirm/${(await aReader()).confirm_token}`,
    body: {},
  }),
  'POST /api/newsletter/off/:token': async () => ({
    path: `/api/newsletter/off/${(await aReader()).off_token}`,
    body: {},
  }),
  'GET /api/staff/newsletter': () => ({ path: '/api/staff/newsletter' }),
  'GET /api/staff/newsletter/csv': () => ({ path: '/api/staff/newsletter/csv' }),
}
