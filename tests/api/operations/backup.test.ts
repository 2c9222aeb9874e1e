import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { quoted, rows, withConnection } from '#api/db/connection.ts'
import { execute, insertRow } from '#api/db/database.ts'
import { makeBackup } from '#api/operations/backup.ts'
import { dumpDatabase } from '#api/operations/dump-database.ts'
import { restoreBackup } from '#api/operations/restore.ts'
import { tryOut } from '#api/operations/try-out.ts'
import { giftCardKey } from '#api/stored-value/codes.ts'
import { dropDatabase, freshDatabase } from '#tests/support/database/database.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { aVariation, openShop } from '#tests/support/server/shop.ts'
import { aCustomerOwner, anOrderOf, aPaidOrderOf } from '#tests/support/shop/website-orders.ts'

const folder = mkdtempSync(join(quickFolder(), 'selvedge-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const uploadsDir = join(folder, 'uploads')
const url = process.env.DATABASE_URL!
const passphrase = 'nobody else knows it'
const passphrases = [passphrase]
const shop = { url, uploadsDir, passphrase }

/** Every row of every table, as one digest each, but for the one that says which life of the database it is. */
const contentOf = (of: string) =>
  withConnection(of, async connection => {
    const digests: Record<string, string> = {}
    for (const { name } of await rows<{ name: string }>(
      connection,
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name <> 'shop_generation'",
    )) {
      const all = (await rows(connection, `SELECT * FROM ${quoted(name)}`)).map(row => JSON.stringify(row)).sort()
      digests[name] = `${all.length} ${createHash('sha256').update(all.join('\n')).digest('hex')}`
    }
    return digests
  })

/** What is hard to write down and read back. */
const AWKWARD = `It's "new" \\ back\\slash; -- and /* */ \0 \r\n \u2028 \u2029 %_ ɛɔ 😀 ₵`

beforeEach(async () => {
  await openShop()
  rmSync(uploadsDir, { recursive: true, force: true })
  mkdirSync(join(uploadsDir, 'products'), { recursive: true })
  writeFileSync(
    join(uploadsDir, 'products', 'a.webp'),
    Buffer.from([0, 10, 13, 255, ...Array.from({ length: 3000 }, (_, n) => n % 256)]),
  )
  writeFileSync(join(uploadsDir, 'empty.webp'), '')
  writeFileSync(
    join(uploadsDir, 'products', 'b.webp.6f1c2a9e-0000-4000-8000-000000000001'),
    'a draft, gone at any moment',
  )
  const jeans = await aVariation(50)
  await refreshListings(
    (await withConnection(url, connection => rows<{ id: number }>(connection, 'SELECT id FROM products'))).map(
      ({ id }) => id,
    ),
  )
  await anOrderOf({ [jeans]: 2 }, { first_name: 'Yaa', shipping_additional_details: AWKWARD })
  await aPaidOrderOf({ [jeans]: 1 }, await aCustomerOwner())
  await execute("UPDATE orders SET paid_at = '2026-01-02 03:04:05.678' WHERE paid_at IS NOT NULL")
})

test('restores a shop elsewhere to the last byte and numbers its orders far higher', async () => {
  const { path, manifest } = await makeBackup(shop, join(folder, 'kept'))
  expect(manifest).toMatchObject({ format: 1, uploads: 2, tables: { orders: 2 }, gift_card_key: giftCardKey() })
  const there = await freshDatabase(inject('databaseServer'))
  const theirs = join(folder, 'theirs')
  await restoreBackup({ url: there, uploadsDir: theirs, path, passphrases, force: false })
  expect(await contentOf(there)).toEqual(await contentOf(url))
  expect(readdirSync(theirs, { recursive: true }).sort()).toEqual([
    'empty.webp',
    'products',
    join('products', 'a.webp'),
  ])
  expect(readFileSync(join(theirs, 'products', 'a.webp'))).toEqual(readFileSync(join(uploadsDir, 'products', 'a.webp')))
  const next = (of: string) =>
    withConnection(
      of,
      async connection =>
        (
          await rows<{ next: number }>(
            connection,
            "SELECT AUTO_INCREMENT AS next FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'orders'",
          )
        )[0]!.next,
    )
  expect(await next(there)).toBe((await next(url)) + 100_000)
  await expect(restoreBackup({ url: there, uploadsDir: theirs, path, passphrases, force: false })).rejects.toThrow(
    'There is a shop in this database already',
  )
  await restoreBackup({ url: there, uploadsDir: theirs, path, passphrases, force: true })
  expect(await contentOf(there)).toEqual(await contentOf(url))
  await dropDatabase(there)
})

test('restores a backup of a newer version that only added to the schema', async () => {
  const later =
    "INSERT INTO schema_migrations (name, sha256, expands, applied_at) VALUES ('9999_later.sql', '0', ?, NOW(3))"
  const there = await freshDatabase(inject('databaseServer'))
  const remove = () => execute("DELETE FROM schema_migrations WHERE name = '9999_later.sql'")
  try {
    await execute(later, [1])
    const { path, manifest } = await makeBackup(shop, join(folder, 'newer'))
    expect(manifest.migrations.at(-1)).toEqual({ name: '9999_later.sql', sha256: '0', expands: true })
    await remove()
    await restoreBackup({ url: there, uploadsDir: join(folder, 'here'), path, passphrases, force: false })
    expect((await contentOf(there)).orders).toEqual((await contentOf(url)).orders)
    await execute(later, [0])
    await expect(makeBackup(shop, join(folder, 'newer'))).rejects.toThrow(/migrated by 9999_later\.sql/)
  } finally {
    await remove()
    await dropDatabase(there)
  }
})

test('leaves out a picture that is deleted while the backup is written', async () => {
  const [kept, gone] = [join(folder, 'vanishing'), join(uploadsDir, 'z-gone.webp')]
  mkdirSync(kept)
  writeFileSync(gone, 'a picture')
  const watcher = watch(kept, () => rmSync(gone, { force: true }))
  const { path, manifest } = await makeBackup(shop, kept)
  watcher.close()
  expect([existsSync(gone), manifest.uploads, await tryOut(url, { path, passphrases })]).toEqual([false, 2, []])
})

test('shows one moment though the shop keeps selling, and leaves nothing beside it', async () => {
  const jeans = await aVariation(1_000)
  const closing = new AbortController()
  const selling = (async () => {
    while (!closing.signal.aborted) await aPaidOrderOf({ [jeans]: 1 }, await aCustomerOwner())
  })()
  const { path } = await makeBackup(shop, join(folder, 'between'))
  closing.abort()
  await selling
  expect(await tryOut(url, { path, passphrases })).toEqual([])
  expect(readdirSync(join(folder, 'between'))).toHaveLength(1)
  const left = await withConnection(url, connection =>
    rows(
      connection,
      "SELECT schema_name FROM information_schema.schemata WHERE schema_name LIKE CONCAT(DATABASE(), '_trial%')",
    ),
  )
  expect(left).toEqual([])
})

test('sets a backup aside when its books do not add up', async () => {
  await insertRow('transactions', { account_code: 'CASH', type_code: 'MANUAL', amount: 5, description: '' })
  await expect(makeBackup(shop, join(folder, 'crooked'))).rejects.toThrow(
    'a balance that is not the sum of its entries',
  )
  expect(readdirSync(join(folder, 'crooked'))).toEqual([expect.stringMatching(/\.wrong$/)])
  await execute("DELETE FROM transactions WHERE type_code = 'MANUAL'")
})

test('leaves nothing behind when it is stopped half way', async () => {
  let pauses = 0
  const pause = async () => {
    if (++pauses > 20) throw new Error('the program ends')
  }
  await expect(makeBackup({ ...shop, pause }, join(folder, 'stopped'))).rejects.toThrow('the program ends')
  expect(readdirSync(join(folder, 'stopped'))).toEqual([])
  expect(
    await withConnection(url, connection =>
      rows(
        connection,
        "SELECT schema_name FROM information_schema.schemata WHERE schema_name LIKE CONCAT(DATABASE(), '_trial%')",
      ),
    ),
  ).toEqual([])
})

test('deletes what a killed backup left a day ago, not what another one is writing', async () => {
  const [old, present] = [join(folder, 'backup-draft-old'), join(folder, 'backup-draft-present')]
  for (const path of [old, present]) mkdirSync(path)
  const yesterday = new Date(Date.now() - 25 * 60 * 60_000)
  utimesSync(old, yesterday, yesterday)
  await makeBackup(shop, join(folder, 'after'))
  expect(readdirSync(folder).filter(name => name.startsWith('backup-draft-'))).toEqual(['backup-draft-present'])
  rmSync(present, { recursive: true })
})

test('says what to allow when the database user may not create databases', async () => {
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  const narrow = new URL(url)
  narrow.username = 'narrow'
  await withConnection(url, async connection => {
    await connection.query('CREATE USER narrow@localhost')
    await connection.query(`GRANT ALL ON ${quoted(name)}.* TO narrow@localhost`)
  })
  try {
    await expect(makeBackup({ ...shop, url: narrow.href }, join(folder, 'narrow'))).rejects.toThrow(
      `GRANT ALL ON \`${name}\\_trial\\_%\`.*`,
    )
    await withConnection(url, connection =>
      connection.query(`GRANT ALL ON \`${name}\\_trial\\_%\`.* TO narrow@localhost`),
    )
    await makeBackup({ ...shop, url: narrow.href }, join(folder, 'narrow'))
    expect(readdirSync(join(folder, 'narrow'))).toHaveLength(1)
  } finally {
    await withConnection(url, connection => connection.query('DROP USER narrow@localhost'))
  }
})

test('says so when there is no room left', async () => {
  await expect(dumpDatabase(url, '/dev/full')).rejects.toThrow('ENOSPC')
})

test('finishes on a server that limits the time of queries', async () => {
  const limited = new URL(url)
  limited.username = 'hasty'
  await withConnection(url, async connection => {
    await connection.query('CREATE USER hasty@localhost WITH MAX_STATEMENT_TIME 0.0001')
    await connection.query('GRANT ALL ON *.* TO hasty@localhost')
  })
  try {
    await expect(
      withConnection(limited.href, connection => connection.query('SELECT SLEEP(0.01) FROM users')),
    ).rejects.toThrow('max_statement_time exceeded')
    const { path } = await makeBackup({ ...shop, url: limited.href }, join(folder, 'hasty'))
    await restoreBackup({ url: limited.href, uploadsDir, path, passphrases, force: true })
    expect(await tryOut(url, { path, passphrases })).toEqual([])
  } finally {
    await withConnection(url, connection => connection.query('DROP USER hasty@localhost'))
  }
})
