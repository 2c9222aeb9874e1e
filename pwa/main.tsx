import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { listenForInstall } from './browser/install.ts'
import { noteError } from './forms/note-error.ts'
import { takeDrawing } from './browser/take-drawing.ts'
import { createRouter } from './lib/router.ts'
import { trustOwnTexts } from './browser/trusted-texts.ts'
import { registerWorker } from './browser/updates.ts'
import { later, routes } from './routes.tsx'
import { resumeSelling, resumeSending } from './shell/resume-selling.ts'
import './ui/tokens.css'
import './ui/base.css'

/**
 * A function, because a module with top-level await blocks every chunk that imports it, and this awaits some of them.
 */
async function start(): Promise<void> {
  trustOwnTexts()
  listenForInstall()
  await resumeSelling()
  const root = document.getElementById('root')!
  const isDrawn = takeDrawing(root)
  const router = createRouter(routes, { later, onError: noteError })
  if (root.firstElementChild) await router.ready
  const page = (
    <StrictMode>
      <App router={router} onAlive={sayAlive} />
    </StrictMode>
  )
  // A transition hydrates in slices, and the page scrolls and paints in between.
  if (isDrawn)
    startTransition(() => {
      hydrateRoot(root, page, { onCaughtError: noteError })
    })
  else createRoot(root, { onCaughtError: noteError }).render(page)
}

/** Replays what was pressed before. */
const sayAlive = () => void document.dispatchEvent(new Event('alive'))

/** After everything the page itself needs; a drawn page may have loaded before this runs. */
function registerWhenLoaded(): void {
  const go = () => void Promise.all([registerWorker(), resumeSending()])
  if (document.readyState === 'complete') go()
  else addEventListener('load', go, { once: true })
}

void start()
if (import.meta.env.PROD) registerWhenLoaded()
