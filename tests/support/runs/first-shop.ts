import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from '#tests/support/people/books.ts'
import { until } from '#tests/support/runs/processes.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { announceReadyShop, askForNoPins, today } from '#tests/support/server/ready-shop.ts'
import { startShop } from '#tests/support/server/server.ts'

const MOST_MS = 900_000
/** Each shop of a test would draw them again. */
const UNDRAWN = 'SELECT id FROM product_images WHERE name IS NULL LIMIT 1'

/**
 * Opens and closes one demo shop before the first test, as the start of the tests' shops. Its tills ask nobody for a
 * PIN. This builds the pages and draws the demo's pictures if needed, which takes a small machine minutes that belong
 * to no test.
 */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(quickFolder(), 'selvedge-shops-'))
  const dataDir = join(folder, `${today()}-ready`)
  const shop = await startShop({ dataDir, most_ms: MOST_MS })
  await until(async () => (await sql(shop, UNDRAWN)).length === 0, 'all pictures are drawn', MOST_MS)
  await askForNoPins(dataDir)
  await shop.stop()
  announceReadyShop(dataDir)
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}
