import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { BrowserContext } from 'playwright-core'
import { findProgram } from '#api/boot/packages.ts'
import { Late } from '#tests/support/late.ts'
import { patience } from '#tests/support/patience.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { watchRequests } from '#tests/support/browser/quiet.ts'

/** Playwright's own list, which a second flag replaces. */
const PLAYWRIGHTS = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
]
/** Pages of the browser's own address bar, which nobody sees: they cost as much as the rest of its start. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

const FLAGS = [
  `--disable-features=${[...PLAYWRIGHTS, ...ADDRESS_BAR].join()}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--mute-audio',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
]

/** For one step of a test. A machine may be several times slower from one hour to the next. */
const PATIENCE_MS = patience(90_000)

/** Violations of page policies in any browser of this test file. A test that causes one on purpose removes it. */
export const stoppedByPolicy: string[] = []

export interface Profile {
  dir: string
  /** Opens the browser on this profile: the first time, or after it was closed or killed. */
  open: (options?: Parameters<typeof chromium.launchPersistentContext>[1]) => Promise<BrowserContext>
  /** SIGKILL to the browser on this profile, including all its tabs. @throws if there is none */
  kill: () => void
  remove: () => void
}

/** A browser's data on disk, so that a killed browser returns with everything it had stored. */
export function browserProfile(): Profile {
  const dir = mkdtempSync(join(quickFolder(), 'selvedge-profile-'))
  return {
    dir,
    open: async ({ args = [], ...options } = {}) => {
      const browser = await chromium
        .launchPersistentContext(dir, {
          executablePath: installed(),
          headless: true,
          args: [...FLAGS, ...args],
          viewport: { width: 1280, height: 800 },
          timeout: patience(180_000),
          ...options,
        })
        .catch((cause: unknown) => {
          throw new Late('Chromium could not be started.', { cause })
        })
      browser.setDefaultTimeout(PATIENCE_MS)
      watchRequests(browser)
      browser.on('console', message => {
        if (/Content Security Policy/i.test(message.text()))
          stoppedByPolicy.push(`${message.page()?.url() ?? 'A page'}: ${message.text()}`)
      })
      return browser
    },
    kill: () => void process.kill(pidOn(dir), 'SIGKILL'),
    remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  }
}

function installed(): string {
  const path = findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')
  if (path === null) throw new Error('Chromium is not installed: `npm test` does that, or `apt-get install chromium`.')
  return path
}

/** The browser's main process: its renderers and helpers name the folder too, but also their type. */
function pidOn(dir: string): number {
  for (const name of readdirSync('/proc')) {
    const words = /^\d+$/.test(name) ? commandOf(name) : []
    if (words.includes(`--user-data-dir=${dir}`) && !words.some(word => word.startsWith('--type='))) return Number(name)
  }
  throw new Error('The browser is not running.')
}

function commandOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return [] // it has ended in the meantime
  }
}
