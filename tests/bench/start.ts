/**
 * How long `npm start` takes until the shop answers: the first time in an empty folder (database made, pages built,
 * demo shop and its pictures made), and again; then what a shopper's first visit loads, as bytes on the wire. The
 * sources must stay as they are meanwhile: a migration that comes after the start keeps the shop from ever being ready.
 * Run: npm run bench -- start
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserProfile } from '#tests/support/chromium.ts'
import { startShop } from '#tests/support/server.ts'

const ROUNDS = 3
const KINDS = ['js', 'css', 'woff2']

const folder = mkdtempSync(join(tmpdir(), 'selvedge-bench-'))
const options = { dataDir: join(folder, 'data'), env: { BUILDS_DIR: join(folder, 'builds'), PICTURES_CACHE: '' } }

try {
  console.log(`first start: ${await timeStart()} s (load ${loadavg()[0]!.toFixed(1)})`)
  const again: string[] = []
  for (let i = 0; i < ROUNDS; i++) again.push(await timeStart())
  console.log(
    `again: ${again.sort((a, b) => Number(a) - Number(b))[Math.floor(ROUNDS / 2)]} s (median of ${ROUNDS}; load ${loadavg()[0]!.toFixed(1)})`,
  )
  await tellFirstLoads()
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

async function tellFirstLoads(): Promise<void> {
  const shop = await startShop(options)
  const profile = browserProfile()
  const browser = await profile.open()
  try {
    for (const path of ['/', '/shop']) {
      const page = await browser.newPage()
      await page.goto(shop.url + path, { waitUntil: 'networkidle' })
      const files = await page.evaluate(() => [
        ...new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)),
      ])
      console.log(
        `first load of ${path}: ${KINDS.map(kind =>
          weigh(
            kind,
            files.filter(file => file.startsWith('/assets/') && file.endsWith(`.${kind}`)),
          ),
        ).join('; ')}`,
      )
    }
  } finally {
    await browser.close()
    profile.remove()
    await shop.stop()
  }
}

async function timeStart(): Promise<string> {
  const start = performance.now()
  const shop = await startShop(options)
  const took = performance.now() - start
  await shop.stop()
  return (took / 1000).toFixed(1)
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
