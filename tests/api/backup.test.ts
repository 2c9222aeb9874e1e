import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { quoted, rows, withConnection } from '#api/db/connection.ts'
import { execute, insertRow } from '#api/db/database.ts'
import { makeBackup, openArchive, tryOut } from '#api/operations/backup.ts'
import { restoreBackup } from '#api/operations/restore.ts'
import { tarHead, tarPadding, TAR_END } from '#api/operations/tar.ts'
import { dropDatabase, freshDatabase } from '#tests/support/database.ts'
import { aVariation, openShop } from '#tests/support/shop.ts'
import { aCustomerOwner, anOrderOf, aPaidOrderOf } from '#tests/support/website-orders.ts'

const folder = mkdtempSync(join(tmpdir(), 'selvedge-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const uploadsDir = join(folder, 'uploads')
const url = process.env.DATABASE_URL!

/** Every row of every table, as one digest each. */
const contentOf = (of: string) => withConnection(of, async connection => {
  const digests: Record<string, string> = {}
  for (const { name } of await rows<{ name: string }>(connection, 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()')) {
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
  writeFileSync(join(uploadsDir, 'products', 'a.webp'), Buffer.from([0, 10, 13, 255, ...Array.from({ length: 3000 }, (_, n) => n % 256)]))
  writeFileSync(join(uploadsDir, 'empty.webp'), '')
  writeFileSync(join(uploadsDir, 'products', 'b.webp.6f1c2a9e-0000-4000-8000-000000000001'), 'a draft, gone at any moment')
  const jeans = await aVariation(50)
  await refreshListings((await withConnection(url, connection => rows<{ id: number }>(connection, 'SELECT id FROM products'))).map(({ id }) => id))
  await anOrderOf({ [jeans]: 2 }, { first_name: 'Yaa', shipping_additional_details: AWKWARD })
  await aPaidOrderOf({ [jeans]: 1 }, await aCustomerOwner())
  await execute("UPDATE orders SET paid_at = '2026-01-02 03:04:05.678' WHERE paid_at IS NOT NULL")
})

test('a shop that is put back elsewhere is the same to the last byte, and its tables count on', async () => {
  const { path, manifest } = await makeBackup({ url, uploadsDir }, join(folder, 'kept'))
  expect(manifest).toMatchObject({ format: 1, uploads: 2, tables: { orders: 2 } })
  const there = await freshDatabase(inject('databaseServer'))
  const theirs = join(folder, 'theirs')
  await restoreBackup({ url: there, uploadsDir: theirs, path, force: false })
  expect(await contentOf(there)).toEqual(await contentOf(url))
  expect(readdirSync(theirs, { recursive: true }).sort()).toEqual(['empty.webp', 'products', join('products', 'a.webp')])
  expect(readFileSync(join(theirs, 'products', 'a.webp'))).toEqual(readFileSync(join(uploadsDir, 'products', 'a.webp')))
  const next = (of: string) => withConnection(of, async connection => (await rows<{ next: number }>(connection, "SELECT AUTO_INCREMENT AS next FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'orders'"))[0]!.next)
  expect(await next(there)).toBe(await next(url))
  await expect(restoreBackup({ url: there, uploadsDir: theirs, path, force: false })).rejects.toThrow('There is a shop in this database already')
  await restoreBackup({ url: there, uploadsDir: theirs, path, force: true })
  expect(await contentOf(there)).toEqual(await contentOf(url))
  await dropDatabase(there)
})

test('a picture that is taken away while the backup is written is not in it', async () => {
  const [kept, gone] = [join(folder, 'vanishing'), join(uploadsDir, 'z-gone.webp')]
  mkdirSync(kept)
  writeFileSync(gone, 'a picture')
  const watcher = watch(kept, () => rmSync(gone, { force: true }))
  const { path, manifest } = await makeBackup({ url, uploadsDir }, kept)
  watcher.close()
  expect([existsSync(gone), manifest.uploads, await tryOut({ url, uploadsDir }, path)]).toEqual([false, 2, []])
})

test('a backup shows one moment, though the shop goes on selling, and leaves nothing beside it', async () => {
  const jeans = await aVariation(1_000)
  const closing = new AbortController()
  const selling = (async () => { while (!closing.signal.aborted) await aPaidOrderOf({ [jeans]: 1 }, await aCustomerOwner()) })()
  const { path } = await makeBackup({ url, uploadsDir }, join(folder, 'meanwhile'))
  closing.abort()
  await selling
  expect(await tryOut({ url, uploadsDir }, path)).toEqual([])
  expect(readdirSync(join(folder, 'meanwhile'))).toHaveLength(1)
  const left = await withConnection(url, connection => rows(connection, "SELECT schema_name FROM information_schema.schemata WHERE schema_name LIKE '%trial%'"))
  expect(left).toEqual([])
})

test('what is not right is found on trial and put back nowhere: books that do not add up, missing rows, half an archive, another file', async () => {
  const there = await freshDatabase(inject('databaseServer'))
  const theirs = join(folder, 'never')
  const restore = (path: string) => restoreBackup({ url: there, uploadsDir: theirs, path, force: false })
  const { path } = await makeBackup({ url, uploadsDir }, join(folder, 'whole'))

  await insertRow('transactions', { account_code: 'CASH', type_code: 'MANUAL', amount: 5, description: '' })
  await expect(makeBackup({ url, uploadsDir }, join(folder, 'crooked'))).rejects.toThrow('a balance that is not the sum of its entries')
  expect(readdirSync(join(folder, 'crooked'))).toEqual([expect.stringMatching(/\.part$/)])
  await execute("DELETE FROM transactions WHERE type_code = 'MANUAL'")

  const half = join(folder, 'half.tar.gz')
  writeFileSync(half, gzipSync(gunzipSync(readFileSync(path)).subarray(0, 20_000)))
  await expect(restore(half)).rejects.toThrow('cut short')
  const other = join(folder, 'other.tar.gz')
  writeFileSync(other, gzipSync('this is no archive'.repeat(100)))
  await expect(restore(join(folder, 'nowhere.tar.gz'))).rejects.toThrow('no such file')
  await expect(restore(other)).rejects.toThrow('is no backup of a shop')
  writeFileSync(other, 'not even packed')
  await expect(restore(other)).rejects.toThrow('is no backup of a shop')

  const { manifest } = await openArchive(path)
  const forged = (entries: [string, string][], told: object = manifest) => {
    const all: [string, string][] = [['manifest.json', JSON.stringify(told)], ...entries]
    writeFileSync(other, gzipSync(Buffer.concat([...all.flatMap(([name, text]) => [tarHead(name, Buffer.byteLength(text)), Buffer.from(text), tarPadding(Buffer.byteLength(text))]), TAR_END])))
    return other
  }
  await expect(restore(forged([], { ...manifest, migrations: [...manifest.migrations, { name: '9999_later.sql', sha256: '0' }] }))).rejects.toThrow('9999_later.sql')
  await expect(restore(forged([['database.sql', 'CREATE TABLE hats (id INT);\n']], { ...manifest, tables: { hats: 1 }, migrations: [], uploads: 0 }))).rejects.toThrow('hats has 0 rows, not 1')
  expect(existsSync(theirs)).toBe(false)
  expect(await withConnection(there, connection => rows(connection, 'SELECT id FROM orders'))).toEqual([])
  await dropDatabase(there)
})
