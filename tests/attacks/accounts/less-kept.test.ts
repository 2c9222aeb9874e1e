import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rotateLog } from '#api/db/rotate-log.ts'
import { execute, insertRow, insertRows, inTransaction, select, selectOne } from '#api/db/database.ts'
import { LETTERS, sweepLetters } from '#api/mail/kept-letters.ts'
import { postMail } from '#api/mail/post-mail.ts'
import { queueMail } from '#api/mail/queue-mail.ts'
import { sendMails } from '#api/mail/send-mails.ts'
import { raiseGaps } from '#api/sync/raise-gaps.ts'
import { type Api, aUser, PASSWORD, startApi } from '#tests/support/server/api.ts'
import { DEVICE } from '#tests/support/server/factories.ts'
import { openShop } from '#tests/support/server/shop.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  rmSync(LETTERS, { recursive: true, force: true })
})
afterAll(() => api.stop())

const letterTo = (to: string, once_key: string) =>
  inTransaction(() => queueMail({ once_key, to, letter: { subject: 'Jeans', title: 'Jeans', pieces: [] } }))
const files = () =>
  existsSync(LETTERS)
    ? readdirSync(LETTERS)
        .map(name => name.slice(7, -4))
        .sort()
    : []

describe('letters on disk', () => {
  // Before: the tables forgot her, and DATA_DIR/mail kept every letter with her name, address and goods for ever.
  test('go with the person who is erased, her former address and her orders included; others stay', async () => {
    const esi = await aUser('CUSTOMER', { email: 'esi@shop.test' })
    const order = await insertRow('orders', {
      type_code: 'WEBSITE',
      status_code: 'CANCELLED',
      user_id: esi.id,
      subtotal: 10,
      total: 10,
      business_date: '2026-11-21',
      shipping_address: '{"email":"aunt@mail.test"}',
    })
    await aUser('CUSTOMER', { email: 'kofi@shop.test' })
    for (const email of ['Esi@Work.test', 'kofi@shop.test'])
      await insertRow('staff_changes', {
        user_id: 7,
        subject: 'user',
        subject_id: esi.id,
        action: 'change',
        was: JSON.stringify({ email }),
        became: '{"email":"esi@shop.test"}',
      })
    for (const [to, key] of [
      ['esi@shop.test', 'reset-1'],
      ['esi@work.test', 'password-1'],
      ['aunt@mail.test', `order-${order}-ready`],
      ['aunt@mail.test', 'reset-9'],
      ['desi@shop.test', 'reset-2'],
      ['kofi@shop.test', `order-${order}7-ready`],
    ] as const)
      await letterTo(to, key)
    await sendMails()
    expect(files()).toHaveLength(6)
    expect(
      (await api.send('POST', '/api/account/erase', { token: esi.token, body: { password: PASSWORD } })).status,
    ).toBe(200)
    expect(files()).toEqual([`order-${order}7-ready`, 'reset-2', 'reset-9'])
    await sendMails()
    expect(files()).toContain(`erased-${esi.id}`)
    expect([await sweepLetters(Date.now() + 23 * 3_600_000), await sweepLetters(Date.now() + 25 * 3_600_000)]).toEqual([
      0, 1,
    ])
    expect(files()).toEqual([`order-${order}7-ready`, 'reset-2', 'reset-9'])
  })

  test('are not left by a letter that was on its way while she was erased', async () => {
    await letterTo('esi@shop.test', 'reset-3')
    await sendMails(async (envelope, shop) => {
      await postMail(envelope, shop)
      await execute("DELETE FROM mails WHERE recipient = 'esi@shop.test'")
    })
    expect(files()).toEqual([])
  })

  test('go after 90 days like their rows', async () => {
    await letterTo('esi@shop.test', 'reset-4')
    await sendMails()
    expect([
      await sweepLetters(Date.now() + 89 * 86_400_000),
      await sweepLetters(Date.now() + 91 * 86_400_000),
      files(),
    ]).toEqual([0, 1, []])
  })
})

// Before: database.log grew until the disk was full.
test('sets a large log aside and keeps three', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-log-'))
  const path = join(folder, 'database.log')
  expect(rotateLog(path, 10)).toBe(false)
  for (const words of ['first words', 'second words', 'third words', 'fourth words', 'fifth words', 'short']) {
    rotateLog(path, 10)
    writeFileSync(path, words)
  }
  expect(
    readdirSync(folder)
      .sort()
      .map(name => readFileSync(join(folder, name), 'utf8')),
  ).toEqual(['short', 'fifth words', 'fourth words', 'third words'])
  rmSync(folder, { recursive: true })
})

describe('the hourly look for gaps', () => {
  const verdicts = (seqs: readonly number[], hours = 2) =>
    insertRows(
      'sync_verdicts',
      seqs.map(seq => ({
        mutation_id: `${seq.toString(16).padStart(8, '0')}-0000-4000-8000-000000000001`,
        device_id: DEVICE,
        seq,
        content: '0'.repeat(64),
        content_version: 1,
        verdict: '{}',
        created_at: new Date(Date.now() - hours * 3_600_000).toISOString().replace('T', ' ').slice(0, 23),
      })),
    )
  const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const rowsRead = async () =>
    Number(
      (await selectOne<{ n: string }>(
        "SELECT COALESCE(SUM(ROWS_READ), 0) AS n FROM information_schema.TABLE_STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'sync_verdicts'",
      ))!.n,
    )
  const told = async () =>
    (
      await select<{ once_key: string; status_code: string }>(
        "SELECT once_key, status_code FROM exceptions WHERE code = 'SEQUENCE_GAP' ORDER BY id",
      )
    ).map(row => `${row.once_key.split(' ').at(-1)} ${row.status_code}`)

  // Before: each look read all verdicts there ever were, and a year of sales took seconds each hour.
  test('reads what is new, not everything', async () => {
    await execute('SET GLOBAL userstat = 1')
    await verdicts([...upTo(1, 5_000), ...upTo(5_003, 6_000)])
    expect([await raiseGaps(), await told()]).toEqual([1, ['5001-5002 OPEN']])
    await verdicts(upTo(6_001, 6_010))
    const before = await rowsRead()
    expect(await raiseGaps()).toBe(0)
    expect((await rowsRead()) - before).toBeLessThan(100)
    await verdicts([5_001, 5_002])
    expect([await raiseGaps(), await told()]).toEqual([0, ['5001-5002 RESOLVED']])
    await execute('SET GLOBAL userstat = 0')
  })

  test('is not led astray by a number that was made up', async () => {
    await verdicts([1, 2, 4_294_967_295])
    expect([await raiseGaps(), await raiseGaps(), await told()]).toEqual([1, 0, ['3-4294967294 OPEN']])
    await verdicts([3, 4, 6])
    expect([await raiseGaps(), await told(), await selectOne('SELECT seq_checked FROM tills')]).toEqual([
      1,
      ['3-4294967294 OPEN', '5-5 OPEN'],
      { seq_checked: 6 },
    ])
  })
})

// Before: there was no such command.
test('lists every locked package as CycloneDX', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], { maxBuffer: 50_000_000 })
  const { bomFormat, components } = JSON.parse(stdout) as {
    bomFormat: string
    components: { name: string; version: string }[]
  }
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string; optional?: true; dev?: true }>
  }
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
  const missing = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`)
    .filter(name => !listed.has(name))
  expect([bomFormat, missing]).toEqual(['CycloneDX', []])
})
