/**
 * `npm start` until /readyz answers 200: the first time in an empty folder, its pages and server built, its database
 * and demo shop made; and again. Then what the shop holds in memory while nobody asks and after 1,000 requests, and
 * what a shopper's first visit loads, as bytes on the wire. The sources must not change while it runs: a migration
 * that comes after the start keeps the shop from ever being ready. Run: npm run bench -- start
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { browserProfile } from '#tests/support/browser/chromium.ts'
import { askMixed } from '#tests/support/server/mixed-requests.ts'
import { commandsBelow, processorOf, residentIn, until } from '#tests/support/runs/processes.ts'
import { startShop, type Shop } from '#tests/support/server/server.ts'

const ROUNDS = 3
const KINDS = ['js', 'css', 'woff2']
const QUIET_MS = 60_000
const DRAWING_MS = 600_000
/** The shop and whatever it may have started, without npm and the database. */
const NODE = /^\S*node (?!.*npm)/

const folder = mkdtempSync(join(tmpdir(), 'selvedge-bench-'))
const options = {
  dataDir: join(folder, 'data'),
  by: 'npm' as const,
  env: { BUILDS_DIR: join(folder, 'builds'), PICTURES_CACHE: '' },
}
const load = () => `load ${loadavg()[0]!.toFixed(1)}`

try {
  const first = await timeStart()
  console.log(`first start: ${first.took.toFixed(1)} s, ${first.processor.toFixed(1)} s of the processor (${load()})`)
  const again: Figures[] = []
  for (let i = 0; i < ROUNDS; i++) again.push(await timeStart())
  const { took, processor } = again.sort((a, b) => a.took - b.took)[Math.floor(ROUNDS / 2)]!
  console.log(`again: ${took.toFixed(2)} s, ${processor.toFixed(2)} s of the processor (${load()})`)
  await tellMemory()
  await tellFirstLoads()
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

/** In s. */
interface Figures {
  took: number
  processor: number
}

/** Closes the shop again once its pictures are drawn. */
async function timeStart(): Promise<Figures> {
  const start = performance.now()
  const shop = await startShop(options)
  const figures = { took: (performance.now() - start) / 1000, processor: processorOf(shop.pid) }
  await until(() => !commandsBelow(shop.pid).some(line => line.includes('draw-pictures')), 'all is drawn', DRAWING_MS)
  await shop.stop()
  return figures
}

async function tellMemory(): Promise<void> {
  const shop = await startShop(options)
  const tell = (when: string) => console.log(`memory ${when}: ${residentIn(shop.pid, NODE).toFixed(0)} MB`)
  await sleep(QUIET_MS)
  tell('a minute after the start')
  await askMixed(shop.url, 1_000)
  tell('after 1,000 requests')
  await shop.stop()
}

async function tellFirstLoads(): Promise<void> {
  const shop = await startShop(options)
  const profile = browserProfile()
  const browser = await profile.open()
  try {
    for (const path of ['/', '/shop']) await tellFirstLoad(shop, path)
  } finally {
    await browser.close()
    profile.remove()
    await shop.stop()
  }

  async function tellFirstLoad({ url }: Shop, path: string): Promise<void> {
    const page = await browser.newPage()
    await page.goto(url + path, { waitUntil: 'networkidle' })
    const files = await page.evaluate(() => [
      ...new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)),
    ])
    const ofKind = (kind: string) => files.filter(file => file.startsWith('/assets/') && file.endsWith(`.${kind}`))
    console.log(`first load of ${path}: ${KINDS.map(kind => weigh(kind, ofKind(kind))).join('; ')}`)
  }
}

/** As kept beside the build for browsers that take them so; small files and fonts go as they are. */
function weigh(kind: string, files: string[]): string {
  const kb = (ending: string) => (files.reduce((sum, file) => sum + sizeOf(file, ending), 0) / 1000).toFixed(1)
  return `${kind} ${files.length} files, ${kb('')} KB, gzip ${kb('.gz')} KB, brotli ${kb('.br')} KB`
}

function sizeOf(file: string, ending: string): number {
  const [build] = JSON.parse(readFileSync(join(folder, 'builds/kept.json'), 'utf8')) as [string]
  const path = join(folder, 'builds', build, file)
  return statSync(existsSync(path + ending) ? path + ending : path).size
}
