/// <reference lib="webworker" />
import { TOLD_PUSH, type PushAddress, type PushRenewal, type ToldPush } from '#sync/protocol/shop/alert.ts'

declare const self: ServiceWorkerGlobalScope & {
  registration: ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } }
}

/** Browsers differ in what they say of the change; some say nothing. */
export interface SubscriptionChange {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

/** The browser calls a worker by this once it is online again. */
export const RENEW_TAG = 'renew-push'

/** The browser's push service renewed the subscription: the shop must send its messages there. */
export async function renewPush({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const told = await readTold()
  if (!told) return
  const { pushManager } = self.registration
  const fresh =
    newSubscription ??
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: told.now.key }))
  const now = addressOf(fresh, told.now.key)
  if (now.endpoint === told.now.endpoint) return
  const was = told.was ?? (oldSubscription ? addressOf(oldSubscription, told.now.key) : told.now)
  await noteTold({ now, was })
  await tellRenewal()
}

/** Tells the shop what it could not be told before. */
export async function tellRenewal(): Promise<void> {
  const told = await readTold()
  if (!told?.was) return
  const { key: _key, ...old } = told.was
  const reply = await fetch('/api/alerts/renew', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ old, push: told.now } satisfies PushRenewal),
  }).catch(() => null)
  if (reply && reply.status < 500 && reply.status !== 429) await noteTold({ now: told.now })
  else await self.registration.sync?.register(RENEW_TAG).catch(() => {})
}

const readTold = async (): Promise<ToldPush | null> => {
  const kept = await (await caches.open(TOLD_PUSH.cache)).match(TOLD_PUSH.at)
  return kept ? ((await kept.json()) as ToldPush) : null
}
const noteTold = async (told: ToldPush): Promise<void> =>
  (await caches.open(TOLD_PUSH.cache)).put(TOLD_PUSH.at, Response.json(told))

function addressOf(subscription: PushSubscription, key: string): PushAddress {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint!, p256dh: plain(keys!.p256dh!), auth: plain(keys!.auth!), key }
}

const plain = (base64url: string) => base64url.replaceAll('=', '')
