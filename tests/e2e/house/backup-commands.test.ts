import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { booksOf, sql } from '#tests/support/people/books.ts'
import { databasePid } from '#tests/support/runs/processes.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { runShop, startShop, type Shop } from '#tests/support/server/server.ts'

const folder = mkdtempSync(join(quickFolder(), 'selvedge-backups-'))
const [first, second, kept] = [join(folder, 'first'), join(folder, 'second'), join(folder, 'kept')]
const run = async (args: string[], dataDir: string, env: Record<string, string> = {}) => {
  const { exit, words } = runShop(args, { DATA_DIR: dataDir, ...env })
  return { code: await exit, words: words() }
}
const archive = () => join(kept, readdirSync(kept)[0]!)
const pictureOf = async (shop: Shop) => {
  const [picture] = await sql<{ name: string }>(
    shop,
    'SELECT name FROM product_images WHERE name IS NOT NULL ORDER BY id LIMIT 1',
  )
  const reply = await fetch(`${shop.url}/storage/pictures/${picture!.name}-400.webp`)
  return [reply.status, Buffer.from(await reply.arrayBuffer()).toString('base64')]
}
const login = async ({ url }: Shop) =>
  (
    await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'owner@shop.test', password: 'Demo-1234' }),
    })
  ).status

let shop: Shop
let books: object
let picture: unknown[]
let before: string
beforeAll(async () => {
  shop = await startShop({ dataDir: first })
})
afterAll(async () => {
  await shop?.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
})

test('backs up an open shop into one archive that was restored on trial, and stays open', async () => {
  ;[books, picture] = [await booksOf(shop), await pictureOf(shop)]
  const { code, words } = await run(['backup', kept], first)
  expect([code, words]).toEqual([
    0,
    expect.stringMatching(
      /\d+ rows in \d+ tables and \d+ pictures\. It was restored in a test, and everything is there\./,
    ),
  ])
  expect(readdirSync(kept)).toEqual([expect.stringMatching(/\.backup$/)])
  expect(words).toContain(archive())
  expect(words).toContain(
    `Backups are encrypted with the key in ${join(first, 'backup-key')}. Keep a copy of it elsewhere`,
  )
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
  expect(await sql(shop, "SELECT failures FROM rounds WHERE name = 'backup'")).toEqual([{ failures: 0 }])
})

test('refuses to restore over an open shop', async () => {
  for (const force of [[], ['--force']]) {
    const { code, words } = await run(['restore', archive(), ...force], first)
    expect([code, words]).toEqual([
      1,
      expect.stringContaining(`The shop is running in ${first} (DATA_DIR). Stop it first.`),
    ])
  }
  expect(await booksOf(shop)).toEqual(books)
})

test('restores a backup of an open shop in another folder, whatever happened to the shop since', async () => {
  await sql(shop, "UPDATE users SET name = 'Efua' WHERE email = 'owner@shop.test'")
  before = new Date().toISOString()
  await sleep(1_100) // the log tells times by the second
  await sql(shop, "UPDATE users SET email = 'nobody@shop.test' WHERE email = 'owner@shop.test'")
  expect(await login(shop)).toBe(401)
  const keyless = await run(['restore', archive()], second)
  expect([keyless.code, keyless.words]).toEqual([
    1,
    expect.stringContaining('The archive is encrypted with another passphrase.'),
  ])
  const { code, words } = await run(['restore', archive()], second, {
    BACKUP_PASSPHRASE: readFileSync(join(first, 'backup-key'), 'utf8').trim(),
  })
  expect([code, words]).toEqual([
    0,
    expect.stringMatching(/^The shop is as it was at \d{4}-\d\d-\d\d.*: \d+ rows in \d+ tables and \d+ pictures\.$/m),
  ])
  expect(words).toMatch(/^Everybody is signed out\..*\nNo list of dismissals is newer than the backup\./m)
  expect(databasePid(second)).toBeNull()
  await shop.stop()
  shop = await startShop({ dataDir: second })
  expect([await booksOf(shop), await pictureOf(shop), await login(shop)]).toEqual([books, picture, 200])
})

test('backs up and restores a closed shop, up to a moment after the backup, over existing data only by force', async () => {
  await shop.stop()
  expect(await run(['backup'], second)).toMatchObject({
    code: 0,
    words: expect.stringContaining(join(second, 'backups')),
  })
  const refused = await run(['restore', archive()], first)
  expect([refused.code, refused.words]).toEqual([
    1,
    expect.stringContaining('Add --force to put the backup in its place: what is there now is lost.'),
  ])
  const { code, words } = await run(['restore', archive(), '--force', '--until', before], first)
  expect([code, words]).toEqual([0, expect.stringMatching(/^Dismissals up to \d{4}-.* UTC still hold\./m)])
  shop = await startShop({ dataDir: first })
  expect([await booksOf(shop), await login(shop)]).toEqual([books, 200])
  expect(await sql(shop, "SELECT name FROM users WHERE email = 'owner@shop.test'")).toEqual([{ name: 'Efua' }])
})

test('ends with 1 and says in words what is wrong with a command', async () => {
  const page = join(folder, 'page.tar.gz')
  writeFileSync(page, '<!doctype html>')
  const wrong: [string[], string][] = [
    [['restore'], 'Usage: npm run restore'],
    [['restore', archive(), page], 'Usage: npm run restore'],
    [['restore', archive(), '--hard'], 'Usage: npm run restore'],
    [['restore', archive(), '--until', 'lunch'], "'lunch' is not a time"],
    [['backup', kept, page], 'Usage: npm run backup'],
    [['restore', join(folder, 'nowhere.tar.gz')], 'no such file'],
    [['restore', page], 'is not a backup of a shop'],
    [['backup', join(page, 'inside')], page],
  ]
  for (const [args, said] of wrong) {
    const { code, words } = await run(args, second)
    expect([args, code, words]).toEqual([args, 1, expect.stringContaining(said)])
    expect(words).not.toMatch(/^\s+at /m)
  }
})
