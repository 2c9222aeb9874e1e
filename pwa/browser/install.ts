import { atom, getDefaultStore } from 'jotai'

/** The browser's offer to install the shop, kept until the shopper wants it. */
interface InstallOffer extends Event {
  prompt: () => Promise<void>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const offer = atom<InstallOffer | null>(null)
/** Whether the browser would install the shop now. */
export const canInstall = atom(get => get(offer) !== null)

/**
 * Listens for the browser's offer, which comes once and early. Suppresses its own bar: the shop asks at a better
 * moment.
 */
export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    getDefaultStore().set(offer, event as InstallOffer)
  })
  addEventListener('appinstalled', () => getDefaultStore().set(offer, null))
}

/** Asks the browser to install; true if the shopper accepted. */
export async function install(): Promise<boolean> {
  const store = getDefaultStore()
  const held = store.get(offer)
  if (!held) return false
  store.set(offer, null)
  await held.prompt()
  return (await held.userChoice).outcome === 'accepted'
}

/** An iPhone or iPad that shows the shop as a page: only the owner can put it on the home screen. */
export const isIosPage = () =>
  (/iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1)) &&
  !isInstalled()

/** Whether the shop runs as an installed app. */
export const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
