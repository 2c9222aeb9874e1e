import { atom, getDefaultStore } from 'jotai'

/** What a browser hands over that can install the shop; it is kept until somebody wants it. */
interface InstallOffer extends Event {
  prompt: () => Promise<void>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const offer = atom<InstallOffer | null>(null)
/** Whether the browser would install the shop now. */
export const canInstall = atom(get => get(offer) !== null)

/**
 * Listens for the browser's offer, which comes once and early. Its own bar is held back: the shop asks at a better
 * moment.
 */
export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    getDefaultStore().set(offer, event as InstallOffer)
  })
  addEventListener('appinstalled', () => getDefaultStore().set(offer, null))
}

/** Asks the browser to install; true where the shopper said yes. */
export async function install(): Promise<boolean> {
  const store = getDefaultStore()
  const held = store.get(offer)
  if (!held) return false
  store.set(offer, null)
  await held.prompt()
  return (await held.userChoice).outcome === 'accepted'
}

/** An iPhone or iPad whose browser shows the shop as a page: only its owner can put it on the home screen. */
export const isIosPage = () =>
  (/iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1)) &&
  !isInstalled()

/** Whether the shop runs as an app of its own. */
export const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
