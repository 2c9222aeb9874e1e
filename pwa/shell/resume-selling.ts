import { getDefaultStore } from 'jotai'
import { loadChunk } from '#pwa/lib/lazy-screen.ts'
import { signedIn, welcomeBack } from '#pwa/lib/session.ts'

/**
 * A till that was killed soon after its first sign-in has lost who that was, since localStorage is written lazily; its own database
 * has not. Asked only on staff's pages of a browser that has such a database, so that a shopper never loads the till for it.
 */
export async function resumeSelling(): Promise<void> {
  if (!location.pathname.startsWith('/staff') || getDefaultStore().get(signedIn)) return
  const databases = await indexedDB.databases?.() ?? []
  if (!databases.some(({ name }) => name === 'outbox')) return
  const teller = await loadChunk(() => import('#pwa/pos/last-teller.ts')).then(chunk => chunk.lastTeller(), () => null) // then one signs in
  if (teller) welcomeBack(teller)
}
