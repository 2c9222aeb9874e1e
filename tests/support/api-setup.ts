import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, inject, vi } from 'vitest'
import { copiedDatabase, dropDatabase } from '#tests/support/database.ts'
import { untilDayHas } from '#tests/support/midnight.ts'

// Files of one worker share only the loaded packages, which take as long to load as the tests. Every file gets new
// modules of the shop, and a fresh environment.
vi.resetModules()
const environment = { ...process.env }

// Runs before a test file is imported, so that the pool, which reads DATABASE_URL on import, gets that file's own
// database.
const dataDir = mkdtempSync(join(tmpdir(), 'selvedge-data-'))
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

beforeEach(() => untilDayHas(20_000))

afterAll(async () => {
  const used = await import('#api/db/database.ts')
  await used.db.close()
  await dropDatabase(process.env.DATABASE_URL!)
  rmSync(dataDir, { recursive: true, force: true })
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
})
