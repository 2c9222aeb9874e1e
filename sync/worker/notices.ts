/// <reference lib="webworker" />
import { readNotice, type Notice } from '#sync/protocol/shop/alert.ts'

declare const self: ServiceWorkerGlobalScope

const OFF = 'off'

/** Shows a push message, with a button that turns such messages off. */
export async function showNotice(text: string): Promise<void> {
  const notice = readNotice(text)
  if (!notice) return
  const { title, body, tag } = notice
  const options = {
    body,
    tag,
    icon: '/icons/icon-192.png',
    data: notice,
    actions: [{ action: OFF, title: 'Turn off' }],
  }
  await self.registration.showNotification(title, options)
}

/** A tap on a message: the page it is about, or no more messages. */
export async function answerNotice({ notification, action }: NotificationEvent): Promise<void> {
  notification.close()
  const { path, off } = notification.data as Notice
  if (action === OFF) return turnOff(off)
  // A page with an open cart keeps its place.
  const pages = await self.clients.matchAll({ type: 'window' })
  const here = pages.find(({ url }) => new URL(url).pathname === path)
  await (here ? here.focus() : self.clients.openWindow(path))
}

/** Without the shop's answer this browser leaves its push service, which tells the shop at the next message. */
async function turnOff(token: string): Promise<void> {
  const reply = await fetch(`/api/alerts/off/${encodeURIComponent(token)}`, { method: 'POST' }).catch(() => null)
  if (reply?.ok) return
  await (await self.registration.pushManager.getSubscription())?.unsubscribe()
}
