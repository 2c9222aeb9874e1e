/**
 * The first script of a page drawn by the server, small on purpose: the page is readable before its other scripts
 * arrive. They load once the pictures at its top are shown, because on a slow line both together would be late. Button
 * presses, and the browser's offer to install the shop, wait until the page is alive.
 */
const LONGEST_WAIT_MS = 2_000

/** All scripts that the page starts with; the first one imports the others. */
const [start, ...others] = JSON.parse(document.getElementById('scripts')!.textContent) as [string, ...string[]]

void askForScripts()
holdPresses(document.getElementById('root')!)
addEventListener('beforeinstallprompt', holdOffer, { once: true })

async function askForScripts(): Promise<void> {
  await Promise.race([picturesShown(), new Promise(resolve => setTimeout(resolve, LONGEST_WAIT_MS))])
  document.head.append(...others.map(preloadOf))
  await import(/* @vite-ignore */ start)
}

/** A picture that fails delays nothing. */
function picturesShown(): Promise<unknown> {
  const pictures = [...document.querySelectorAll<HTMLImageElement>('img[fetchpriority=high]')]
  return Promise.allSettled(pictures.map(picture => picture.decode()))
}

function preloadOf(href: string): HTMLElement {
  return Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href })
}

function holdOffer(offer: Event): void {
  offer.preventDefault()
  document.addEventListener('alive', () => dispatchEvent(offer), { once: true })
}

function holdPresses(root: HTMLElement): void {
  const held: HTMLElement[] = []
  const hold = (event: Event) => {
    const button = (event.target as Element).closest('button')
    if (!button) return
    event.stopPropagation()
    event.preventDefault() // otherwise the browser itself would submit the form
    held.push(button)
  }
  root.addEventListener('click', hold, true)
  document.addEventListener(
    'alive',
    () => {
      root.removeEventListener('click', hold, true)
      for (const button of held) button.click()
    },
    { once: true },
  )
}
