import { TOLD_PUSH, type PushAddress, type ToldPush } from '#sync/protocol/shop/alert.ts'

/** Safari has push messages only for installed shops. */
export const canPush = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const PATIENCE_MS = 15_000

/**
 * This browser's push subscription for the shop with this public key. Call on a tap: the browser asks for permission.
 * @throws if the browser's push service cannot be reached
 */
export async function subscribe(key: string): Promise<PushAddress | 'blocked'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
  const { pushManager } = await registered()
  const kept = await pushManager.getSubscription()
  if (kept && keyOf(kept) !== key) await kept.unsubscribe()
  const subscription =
    kept && keyOf(kept) === key
      ? kept
      : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) })
  const { endpoint, keys } = subscription.toJSON()
  const now = { endpoint: endpoint!, p256dh: plain(keys!.p256dh!), auth: plain(keys!.auth!), key }
  await keepForWorker({ now })
  return now
}

/** The worker proves by it that a renewed subscription is the same browser's. A full disk costs that only. */
const keepForWorker = (told: ToldPush): Promise<void> =>
  caches
    .open(TOLD_PUSH.cache)
    .then(cache => cache.put(TOLD_PUSH.at, Response.json(told)))
    .catch(() => {})

const registered = () =>
  Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, refuse) => {
      setTimeout(() => refuse(new Error('No service worker.')), PATIENCE_MS)
    }),
  ])

const plain = (base64url: string) => base64url.replaceAll('=', '')

function keyOf({ options }: PushSubscription): string | null {
  const { applicationServerKey: bytes } = options
  if (!bytes) return null
  return plain(
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_'),
  )
}

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))
