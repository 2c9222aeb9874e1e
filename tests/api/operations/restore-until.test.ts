import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quoted, rows, withConnection } from '#api/db/connection.ts'
import { migrate } from '#api/db/migrate.ts'
import { startDatabase, type DatabaseServer } from '#api/db/server.ts'
import { makeBackup } from '#api/operations/backup.ts'
import { restoreBackup } from '#api/operations/restore.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'

const folder = mkdtempSync(join(quickFolder(), 'selvedge-until-'))
const [dir, uploadsDir] = [join(folder, 'database'), join(folder, 'uploads')]
const passphrase = 'nobody else knows it'
let server: DatabaseServer
let url: string
const run = (sql: string) => withConnection(url, connection => connection.query(sql))
const colours = async () =>
  (
    await withConnection(url, connection =>
      rows<{ code: string }>(connection, 'SELECT code FROM colours ORDER BY code'),
    )
  )
    .map(({ code }) => code)
    .join(' ')
const restore = (path: string, until: Date) =>
  restoreBackup({ url, uploadsDir, path, passphrases: [passphrase], force: true, until })
/** The log tells times by the second. */
const secondLater = async () => {
  const now = new Date()
  await sleep(1_050 - now.getMilliseconds()) // until the next second has begun
  return now
}
async function startAgain(): Promise<void> {
  await server?.stop()
  server = await startDatabase(dir)
  url = server.url
}

async function makeShop(): Promise<void> {
  await withConnection(
    url,
    connection =>
      connection.query(`CREATE DATABASE ${quoted('shop')} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`),
    { withDatabase: false },
  )
  await migrate(url)
}

let early: string
let late: string
const moments: Date[] = []
beforeAll(async () => {
  mkdirSync(uploadsDir)
  await startAgain()
  await makeShop()
  await run("INSERT INTO colours (code, name) VALUES ('A', 'It''s \\\\ \\0 \\r\\n 😀')")
  early = (await makeBackup({ url, uploadsDir, passphrase }, join(folder, 'kept'))).path
  await run("INSERT INTO colours (code, name) VALUES ('B', 'It''s \\\\ \\0 \\r\\n 😀')")
  await run("UPDATE colours SET code = 'AA' WHERE code = 'A'")
  await startAgain()
  await run("INSERT INTO colours (code, name) VALUES ('C', 'C')")
  await run('CREATE TABLE later (id INT PRIMARY KEY)')
  await run('INSERT INTO later VALUES (7)')
  writeFileSync(join(uploadsDir, 'later.webp'), 'a picture')
  moments.push(await secondLater())
  await run('DELETE FROM colours')
  await run('DROP TABLE later')
  moments.push(await secondLater())
  late = (await makeBackup({ url, uploadsDir, passphrase }, join(folder, 'kept'))).path
  await startAgain()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('repeats the changes between a backup and a moment, over two runs of the server', async () => {
  expect(await colours()).toBe('')
  await restore(early, moments[0]!)
  expect(await colours()).toBe('AA B C')
  expect(
    await withConnection(url, connection =>
      rows(connection, "SELECT name = 'It''s \\\\ \\0 \\r\\n 😀' AS same FROM colours WHERE code IN ('AA', 'B')"),
    ),
  ).toEqual([{ same: 1 }, { same: 1 }])
  expect(await withConnection(url, connection => rows(connection, 'SELECT id FROM later'))).toEqual([{ id: 7 }])
  expect(readdirSync(uploadsDir)).toEqual(['later.webp'])
})

test('logs the restore itself, so that another one reaches what came after it', async () => {
  await run("INSERT INTO colours (code, name) VALUES ('D', 'D')")
  const after = await secondLater()
  await run('DELETE FROM colours')
  await startAgain()
  await restore(early, after)
  expect(await colours()).toBe('AA B C D')
})

test('repeats the changes when only the log of a lost database is left', async () => {
  await server.stop()
  rmSync(dir, { recursive: true })
  await startAgain()
  await makeShop()
  await restore(early, new Date())
  expect(await colours()).toBe('AA B C D')
})

test('names the change that could not be repeated', async () => {
  // Somebody opened the shop on empty files before restoring it: its tables are in the log twice.
  await startAgain()
  await expect(restore(early, new Date())).rejects.toThrow(
    /log\.000001.* could not be repeated: ERROR 1007 .*exists\. The backup and the log are unchanged/,
  )
  await restore(early, moments[0]!)
})

test('logs nothing of the databases backups are tried in', async () => {
  const [log] = readdirSync(`${dir}-changes`)
    .filter(name => /^log\.\d+$/.test(name))
    .sort()
    .slice(-1)
  const events = await withConnection(url, connection =>
    rows<{ Info: string }>(connection, `SHOW BINLOG EVENTS IN '${log}'`),
  )
  expect(events.length).toBeGreaterThan(10)
  expect(events.filter(({ Info }) => Info.includes('trial'))).toEqual([])
})

test('refuses in one sentence and changes nothing when the log does not lead from the backup to the moment', async () => {
  const before = await colours()
  await expect(restore(late, moments[0]!)).rejects.toThrow('This backup was made later')
  const id = join(`${dir}-changes`, 'id')
  writeFileSync(id, 'another')
  await expect(restore(early, new Date())).rejects.toThrow('This backup was made in another DATA_DIR')
  rmSync(id)
  await expect(restore(early, new Date())).rejects.toThrow('This backup has no log of changes')
  await startAgain()
  expect(existsSync(id)).toBe(true)
  const newer = (await makeBackup({ url, uploadsDir, passphrase }, join(folder, 'kept'))).path
  await startAgain()
  const [last] = (
    await withConnection(url, connection => rows<{ Log_name: string }>(connection, 'SHOW BINARY LOGS'))
  ).slice(-1)
  await run(`PURGE BINARY LOGS TO '${last!.Log_name}'`)
  await expect(restore(newer, new Date())).rejects.toThrow('The log of changes does not reach back to this backup')
  expect(await colours()).toBe(before)
})
