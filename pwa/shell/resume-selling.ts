import { getDefaultStore } from 'jotai'
import { loadChunk } from '#pwa/lib/lazy-screen.ts'
import { signedIn, welcomeBack } from '#pwa/session/session.ts'

/**
 * A till that was killed soon after its first sign-in has lost who that was, since localStorage is written lazily; its
 * own database has not. Asked only on staff's pages of a browser that has such a database, so that a shopper never
 * loads the till for it.
 */
export async function resumeSelling(): Promise<void> {
  if (!location.pathname.startsWith('/staff') || getDefaultStore().get(signedIn)) return
  if (!(await hasOutbox())) return
  const teller = await loadChunk(() => import('#pwa/pos/last-teller.ts')).then(
    chunk => chunk.lastTeller(),
    () => null,
  ) // then one signs in
  if (teller) welcomeBack(teller)
}

/**
 * Whatever page a till shows, and whoever is signed in there: its sales go out. A browser that is not a till loads
 * nothing for it.
 */
export async function resumeSending(): Promise<void> {
  if (await hasOutbox())
    await loadChunk(() => import('#pwa/pos/resume-till.ts')).then(
      chunk => chunk.sendForNobody(),
      () => {},
    ) // the worker sends it then
}

async function hasOutbox(): Promise<boolean> {
  const databases = (await indexedDB.databases?.()) ?? []
  return databases.some(({ name }) => name === 'outbox')
}
