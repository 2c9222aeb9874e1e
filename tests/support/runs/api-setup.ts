import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, inject, vi } from 'vitest'
import { databaseName } from '#api/db/connection.ts'
import { copiedDatabase, dropDatabase } from '#tests/support/database/database.ts'
import { askForLocks, readForLocks } from '#tests/support/runs/lock-trouble.ts'
import { untilDayHas } from '#tests/support/runs/midnight.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'

// Files of one worker share only the loaded packages, which take as long to load as the tests. Every file gets new
// modules of the shop, and a fresh environment.
vi.resetModules()
const environment = { ...process.env }

// Until Node 24 every promise carries the values of every storage that was ever used. A worker would become slower with
// each file, so the storages end with the file that made them.
const storages = new Set<AsyncLocalStorage<unknown>>()
const { run } = AsyncLocalStorage.prototype
AsyncLocalStorage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...call: [unknown, () => unknown]) {
  storages.add(this)
  return Reflect.apply(run, this, call)
}

// Runs before a test file is imported, so that the pool, which reads DATABASE_URL on import, gets that file's own
// database.
const dataDir = mkdtempSync(join(quickFolder(), 'selvedge-data-'))
Object.assign(process.env, {
  DATABASE_URL: await copiedDatabase(inject('databaseServer'), inject('databaseStatements')),
  DATA_DIR: dataDir,
  DEMO: '0',
  JWT_SECRET: 'a secret that is only known to the tests of this shop',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
  CHECK_REPLIES: '1',
  PAYSTACK_PUBLIC_KEY: 'pk_test_shop',
  PAYSTACK_SECRET_KEY: 'sk_test_shop',
  PAYSTACK_API_URL: 'http://127.0.0.1:9', // nobody answers there
})

readForLocks(inject('databaseLog'), databaseName(process.env.DATABASE_URL!))
askForLocks(process.env.DATABASE_URL!)

beforeEach(() => untilDayHas(20_000))

afterAll(async () => {
  const [used, tries] = await Promise.all([import('#api/db/database.ts'), import('#api/http/tries-store.ts')])
  await Promise.all([used.db.close(), tries.closeTries()])
  await dropDatabase(process.env.DATABASE_URL!)
  AsyncLocalStorage.prototype.run = run
  for (const storage of storages) storage.disable()
  rmSync(dataDir, { recursive: true, force: true })
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
})
