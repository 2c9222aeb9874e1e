import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { BrowserContext } from 'playwright-core'
import { findProgram } from '#api/boot/packages.ts'

const FLAGS = [
  '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--mute-audio',
  '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream',
]

export interface Profile {
  dir: string
  /** Opens the browser on this profile: the first time, or again after it was closed or killed. */
  open: (options?: Parameters<typeof chromium.launchPersistentContext>[1]) => Promise<BrowserContext>
  remove: () => void
}

/** A browser's memory on disk, so that a killed browser comes back with all that it had stored. */
export function browserProfile(): Profile {
  const dir = mkdtempSync(join(tmpdir(), 'selvedge-profile-'))
  return {
    dir,
    open: options => chromium.launchPersistentContext(dir, {
      executablePath: findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable') ?? undefined,
      headless: true,
      args: FLAGS,
      viewport: { width: 1280, height: 800 },
      ...options,
    }),
    remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  }
}
