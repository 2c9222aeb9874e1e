import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { quickFolder } from '#tests/support/quick-folder.ts'
import { announceReadyShop, today } from '#tests/support/ready-shop.ts'
import { startShop } from '#tests/support/server.ts'

const PATIENCE_MS = 900_000

/**
 * Opens and closes one demo shop before the first test, as the start of the tests' shops. This builds the pages and
 * draws the demo's pictures if needed, which takes a small machine minutes that belong to no test.
 */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(quickFolder(), 'selvedge-shops-'))
  const dataDir = join(folder, `${today()}-ready`)
  const shop = await startShop({ dataDir, patience: PATIENCE_MS })
  await shop.stop()
  announceReadyShop(dataDir)
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}
