import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { execute, insertRow } from '#api/db/database.ts'
import { noteRound } from '#api/jobs/note-round.ts'
import type { Health, HealthCheck } from '#sync/protocol/staff/health.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { payAtSandbox } from '#tests/support/shop/payments.ts'
import { openShop } from '#tests/support/server/shop.ts'

let api: Api
let token: string
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  await openShop()
  await execute('DELETE FROM rounds')
  token = (await aUser('ADMINISTRATOR')).token
})

async function stateOf(name: string): Promise<HealthCheck> {
  const { body } = await api.send('GET', '/api/staff/health', { token })
  return (body.health as unknown as Health).checks.find(check => check.name === name)!
}

test('reports how every part of the shop is, including a provider that does not answer', async () => {
  // The clock stands still, so that a database that is busy with other tests is not slow.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  expect(await stateOf('Database')).toMatchObject({
    state: 'ok',
    words: expect.stringMatching(/MariaDB.* ms, \d+ MB\.$/),
  })
  clock.mockRestore()
  expect(await stateOf('Payment provider')).toMatchObject({ state: 'bad' })
  await payAtSandbox(api)
  expect(await stateOf('Payment provider')).toMatchObject({ state: 'ok' })
  expect(await stateOf('Disk')).toMatchObject({ words: expect.stringMatching(/GB of \d+ GB are free/) })
  expect(await stateOf('Files being received')).toEqual({
    name: 'Files being received',
    state: 'ok',
    words: expect.stringMatching(/^\d+ MB are being received\.$/),
  })
  expect((await api.send('GET', '/api/staff/health', { token: (await aUser('MANAGER')).token })).status).toBe(403)
})

test('names waiting and failed letters, failed jobs, failing rounds and an old backup', async () => {
  expect(
    [
      await stateOf('Emails'),
      await stateOf('Background jobs'),
      await stateOf('Scheduled tasks'),
      await stateOf('Backup'),
    ].map(({ state }) => state),
  ).toEqual(['ok', 'ok', 'ok', 'warn'])
  await execute(
    "INSERT INTO mails (once_key, recipient, letter, created_at) VALUES ('order-1-ready', 'a@shop.test', '{}', NOW(3) - INTERVAL 20 MINUTE)",
  )
  expect(await stateOf('Emails')).toEqual({
    name: 'Emails',
    state: 'warn',
    words: '1 email is waiting, the oldest for 20 minutes. They go into files, since SMTP_URL is not set.',
  })
  await execute('UPDATE mails SET created_at = NOW(3) - INTERVAL 61 SECOND')
  expect(await stateOf('Emails')).toMatchObject({
    state: 'ok',
    words: expect.stringContaining('the oldest for 1 minute.'),
  })
  await execute('UPDATE mails SET due_at = NULL')
  expect(await stateOf('Emails')).toMatchObject({ state: 'warn', words: expect.stringContaining('could not be sent') })
  await insertRow('jobs', { kind: 'count', input: '{}', status_code: 'FAILED', due_at: null })
  expect(await stateOf('Background jobs')).toMatchObject({
    state: 'warn',
    words: '0 jobs are running; 1 failed in the last day.',
  })
  await noteRound('refunds', 5, new TypeError('x'))
  expect(await stateOf('Scheduled tasks')).toMatchObject({ state: 'warn', words: 'These are failing: refunds.' })
  await noteRound('backup', 5)
  expect((await stateOf('Backup')).state).toBe('ok')
  await execute("UPDATE rounds SET went_well_at = NOW(3) - INTERVAL 9 DAY WHERE name = 'backup'")
  expect(await stateOf('Backup')).toMatchObject({
    state: 'bad',
    words: expect.stringMatching(
      /^The last good one was made on \d{4}-\d\d-\d\d at \d\d:\d\d UTC, 9 days ago, and restored in a test\.$/,
    ),
  })
})

test('reports a failed backup and still shows the good one before it', async () => {
  await noteRound('backup', 5, new Error('no room'))
  expect(await stateOf('Backup')).toEqual({
    name: 'Backup',
    state: 'bad',
    words: 'The last attempt failed: run npm run backup and read what it says. There is none yet.',
  })
  await noteRound('backup', 5)
  expect(await stateOf('Backup')).toEqual({
    name: 'Backup',
    state: 'ok',
    words: expect.stringMatching(/^The last good one was made on [\d-]+ at [\d:]+ UTC, and restored in a test\.$/),
  })
  for (let n = 0; n < 2; n++) await noteRound('backup', 5, new Error('no room'))
  expect(await stateOf('Backup')).toEqual({
    name: 'Backup',
    state: 'warn',
    words: expect.stringMatching(
      /^The last 2 attempts failed: run npm run backup and read what it says\. The last good one was made on/,
    ),
  })
})
