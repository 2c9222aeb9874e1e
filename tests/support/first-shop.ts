import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sourceHash } from '#api/builds/source-hash.ts'
import { BUILDS_DIR, startShop } from '#tests/support/server.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PATIENCE_MS = 900_000

/** Has the pages built and the demo's pictures drawn before the first test, where that was not done yet: it takes a small machine minutes, which are no test's. */
export async function setup(): Promise<void> {
  if (existsSync(join(BUILDS_DIR, await sourceHash(ROOT)))) return
  const shop = await startShop({ patience: PATIENCE_MS })
  await shop.stop()
}
