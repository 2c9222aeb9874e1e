/**
 * The shop as a shopper's phone meets it: Lighthouse's mobile scores and its simulated slow 4G (median of some runs a
 * page), what a first visit loads, and what a second one sends over the wire once the worker is there. Lighthouse is
 * fetched by npx at a fixed version, because the shop needs none of it. Run: npm run bench:web
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '#api/boot/packages.ts'
import { browserProfile } from '#tests/support/browser/chromium.ts'
import { countingWire } from '#tests/support/goods/counting-wire.ts'
import { newestBuild } from '#tests/support/browser/next-build.ts'
import { BUILDS_DIR, freePort, startShop } from '#tests/support/server/server.ts'

const LIGHTHOUSE = 'lighthouse@12.8.2'
const PAGES = ['/', '/shop', '/shop/product/5/akosua-bootcut-jeans']
const ROUNDS = 3
const FLAGS =
  '--headless --no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const FIGURES = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
}

interface Report {
  categories: Record<string, { score: number }>
  audits: Record<string, { numericValue: number }>
}

const folder = mkdtempSync(join(tmpdir(), 'selvedge-bench-'))
const port = await freePort()
const wire = await countingWire(port)
const shop = await startShop({ port, env: { SHOP_URL: wire.url } })
try {
  for (const path of PAGES) console.log(`${path}: ${await score(path)} (load ${loadavg()[0]!.toFixed(1)})`)
  for (const path of PAGES) console.log(`${path}: ${await weighVisits(path)}`)
} finally {
  await shop.stop()
  wire.close()
  rmSync(folder, { recursive: true, force: true })
}

async function score(path: string): Promise<string> {
  const reports: Report[] = []
  for (let round = 0; round < ROUNDS; round++) {
    // A recording that a busy machine has spoilt is made once more.
    reports.push(await report(wire.url + path).catch(() => report(wire.url + path)))
  }
  const scores = CATEGORIES.map(
    name => `${name} ${Math.round(100 * median(reports.map(({ categories }) => categories[name]!.score)))}`,
  )
  const figures = Object.entries(FIGURES).map(
    ([name, audit]) => `${name} ${inUnits(name, median(reports.map(({ audits }) => audits[audit]!.numericValue)))}`,
  )
  return [...scores, ...figures].join(', ')
}

async function report(url: string): Promise<Report> {
  const out = join(folder, 'report.json')
  await promisify(execFile)(
    'npx',
    ['--yes', LIGHTHOUSE, url, '--quiet', '--output=json', `--output-path=${out}`, `--chrome-flags=${FLAGS}`],
    {
      env: {
        ...process.env,
        CHROME_PATH: findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable') ?? '',
      },
      timeout: 240_000,
    },
  )
  return JSON.parse(readFileSync(out, 'utf8')) as Report
}

function inUnits(name: string, value: number): string {
  if (name === 'CLS') return value.toFixed(3)
  return name === 'TBT' ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!
}

/** First with an empty browser, then again in a new tab once all that is kept for later has come. */
async function weighVisits(path: string): Promise<string> {
  const profile = browserProfile()
  const browser = await profile.open({
    viewport: { width: 412, height: 823 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 1.75,
  })
  try {
    const page = await browser.newPage()
    await page.goto(wire.url + path, { waitUntil: 'networkidle' })
    const files = await page.evaluate(() => {
      const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ href }) => href)
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
      return [...new Set([...styles, ...loaded].map(address => new URL(address).pathname))].filter(file =>
        /^\/assets\/.*\.(js|css)$/.test(file),
      )
    })
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(2_000)
    await page.close()
    wire.start()
    const again = await browser.newPage()
    await again.goto(wire.url + path, { waitUntil: 'networkidle' })
    await again.waitForTimeout(1_000)
    return `first visit ${weigh(files)}; second visit ${kb(wire.bytes())} over the wire`
  } finally {
    await browser.close()
    profile.remove()
  }
}

/** The page's own style comes inside it, and is counted as the files that hold it too. */
function weigh(files: readonly string[]): string {
  const sum = (kind: string, ending: string) =>
    files.filter(file => file.endsWith(kind)).reduce((all, file) => all + sizeOf(file, ending), 0)
  return ['.gz', '.br']
    .map(
      ending => `${kb(sum('.js', ending))} JS + ${kb(sum('.css', ending))} CSS ${ending === '.gz' ? 'gzip' : 'brotli'}`,
    )
    .join(', ')
}

function sizeOf(file: string, ending: string): number {
  const path = join(BUILDS_DIR, newestBuild(BUILDS_DIR), file)
  return statSync(existsSync(path + ending) ? path + ending : path).size
}

function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`
}
