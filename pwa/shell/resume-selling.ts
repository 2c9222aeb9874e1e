import { getDefaultStore } from 'jotai'
import { loadChunk } from '#pwa/lib/lazy-screen.ts'
import { signedIn, welcomeBack, whenSignedIn } from '#pwa/session/session.ts'
import { isStaff } from '#sync/protocol/roles.ts'

/**
 * A till killed soon after its first sign-in has lost the user, because localStorage is written late; its own database
 * has not. Runs only on staff pages of a browser with a till database, so that a shopper never loads the till.
 */
export async function resumeSelling(): Promise<void> {
  if (!location.pathname.startsWith('/staff') || getDefaultStore().get(signedIn)) return
  if (!(await hasOutbox())) return
  const last = await loadChunk(() => import('#pwa/pos/last-teller.ts')).then(
    chunk => chunk.lastTeller(),
    () => null,
  ) // then the user signs in
  if (last) welcomeBack(last.teller, last.session_of)
}

/** Sends a till's sales from any page and for any user. A browser that is not a till loads nothing. */
export async function resumeSending(): Promise<void> {
  if (await hasOutbox())
    await loadChunk(() => import('#pwa/pos/resume-till.ts')).then(
      chunk => chunk.sendForNobody(),
      () => {},
    ) // the worker then sends it
}

/** A till notes who signed in with a password. A browser that is not one loads nothing. */
whenSignedIn(async user => {
  if (!isStaff(user) || !(await hasOutbox())) return
  await loadChunk(() => import('#pwa/pos/last-teller.ts')).then(
    chunk => chunk.noteTeller(user),
    () => {}, // the till then asks for a PIN as at a first sign-in
  )
})

async function hasOutbox(): Promise<boolean> {
  const databases = (await indexedDB.databases?.()) ?? []
  return databases.some(({ name }) => name === 'outbox')
}
