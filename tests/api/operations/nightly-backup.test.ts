import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { execute, selectOne } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { jobKinds } from '#api/job-kinds.ts'
import { workJobs } from '#api/jobs/work-jobs.ts'
import { knownPassphrases } from '#api/operations/backup-key.ts'
import { dropOld, lastDue, queueBackup } from '#api/operations/nightly-backup.ts'
import { tryOut } from '#api/operations/try-out.ts'
import { count, openShop } from '#tests/support/server/shop.ts'

const HOUR = 60 * 60_000
const job = () =>
  selectOne<{ status_code: string; result: string | null; error: string | null }>(
    "SELECT status_code, result, error FROM jobs WHERE kind = 'backup' ORDER BY id DESC",
  )

beforeEach(async () => {
  await openShop()
  for (const table of ['jobs', 'rounds']) await execute(`DELETE FROM ${table}`)
  rmSync(env.backups.dir, { recursive: true, force: true })
  await execute('UPDATE schema_migrations SET applied_at = NOW(3) - INTERVAL 3 DAY')
})

test('is due once a day at its time', () => {
  const at = (time: string) => lastDue('02:00', Date.parse(time)).toISOString()
  expect(at('2026-03-01T02:00:00Z')).toBe('2026-03-01T02:00:00.000Z')
  expect(at('2026-03-01T01:59:59.999Z')).toBe('2026-02-28T02:00:00.000Z')
  expect(at('2026-03-01T23:59:00Z')).toBe('2026-03-01T02:00:00.000Z')
})

test('is queued once a night by any number of processes', async () => {
  // all have a connection, so that they meet
  await Promise.all(Array.from({ length: 8 }, () => selectOne('SELECT SLEEP(0.1)')))
  const queued = await Promise.all(Array.from({ length: 8 }, () => queueBackup()))
  expect(queued.filter(Boolean)).toHaveLength(1)
  await execute('UPDATE jobs SET due_at = NULL')
  expect(await queueBackup()).toBe(false)
  expect(await queueBackup('02:00', Date.now() + 24 * HOUR)).toBe(true)
})

test('waits for its first night in a new shop, and does not repeat a manual backup', async () => {
  await execute('UPDATE schema_migrations SET applied_at = NOW(3) + INTERVAL 1 SECOND')
  expect(await queueBackup()).toBe(false)
  await execute('UPDATE schema_migrations SET applied_at = NOW(3) - INTERVAL 3 DAY')
  await execute("INSERT INTO rounds (name, took_ms, went_well_at) VALUES ('backup', 5, NOW(3))")
  expect([await queueBackup(), await queueBackup(null)]).toEqual([false, false])
})

test('makes an encrypted archive that can be restored, and keeps the configured number', async () => {
  mkdirSync(env.backups.dir)
  const olds = Array.from(
    { length: env.backups.keep },
    (_, n) => `shop-2020-01-${String(n + 1).padStart(2, '0')}T02-00-00-000.backup`,
  )
  for (const name of [...olds, `${olds[0]}.part`, 'notes.txt', 'shop-other.tar.gz'])
    writeFileSync(join(env.backups.dir, name), '')
  await queueBackup()
  await workJobs(jobKinds)
  expect(await job()).toMatchObject({
    status_code: 'DONE',
    error: null,
    result: expect.stringContaining('"dropped":2'),
  })
  const left = readdirSync(env.backups.dir).sort()
  expect(left).toEqual([
    'notes.txt',
    ...olds.slice(1),
    expect.stringMatching(/^shop-\d{4}-.*\.backup$/),
    'shop-other.tar.gz',
  ])
  const path = join(env.backups.dir, left.at(-2)!)
  expect(await tryOut(process.env.DATABASE_URL!, { path, passphrases: knownPassphrases() })).toEqual([])
  expect(
    await selectOne("SELECT failures, went_well_at IS NOT NULL AS well FROM rounds WHERE name = 'backup'"),
  ).toEqual({ failures: 0, well: 1 })
})

test('deletes nothing while there is no newer good one', async () => {
  mkdirSync(env.backups.dir)
  for (const name of [
    'shop-2020-01-01T02-00-00-000.backup',
    'shop-2020-01-02T02-00-00-000.backup.wrong',
    'shop-2020-01-03T02-00-00-000.backup.part',
  ])
    writeFileSync(join(env.backups.dir, name), '')
  expect(await dropOld(env.backups.dir, 1)).toBe(0)
})

test('is repeated and reported when it fails', async () => {
  writeFileSync(env.backups.dir, 'a file stands where the folder should be')
  await queueBackup()
  await workJobs(jobKinds)
  expect(await job()).toMatchObject({ status_code: 'QUEUED' })
  expect(await selectOne("SELECT failures FROM rounds WHERE name = 'backup'")).toEqual({ failures: 1 })
  expect(await count('jobs')).toBe(1)
})
