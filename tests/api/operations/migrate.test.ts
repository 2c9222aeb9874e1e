import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { rows, withConnection } from '#api/db/connection.ts'
import { migrate, migrationsPending } from '#api/db/migrate.ts'
import { Refusal } from '#api/boot/refusal.ts'
import { dropDatabase, freshDatabase } from '#tests/support/database/database.ts'

let url: string
let folder: string
const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql)
const run = () => migrate(url, pathToFileURL(`${folder}/`))
const query = <Row extends object>(sql: string) => withConnection(url, connection => rows<Row>(connection, sql))

beforeEach(async () => {
  url = await freshDatabase(inject('databaseServer'))
  await withConnection(url, connection => connection.query('DELETE FROM schema_migrations'))
  folder = mkdtempSync(join(tmpdir(), 'selvedge-migrations-'))
  write(
    '0001_hats.sql',
    'CREATE TABLE hats (id INT PRIMARY KEY);\n-- A hat; with a semicolon\nINSERT INTO hats VALUES (1);\nINSERT INTO hats VALUES (2);\n',
  )
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await dropDatabase(url)
})

test('applies a new file once, after those before it', async () => {
  await run()
  write('0002_brims.sql', 'ALTER TABLE hats ADD brim INT NOT NULL DEFAULT 7;\n')
  await run()
  await run()
  expect(await query('SELECT * FROM hats ORDER BY id')).toEqual([
    { id: 1, brim: 7 },
    { id: 2, brim: 7 },
  ])
})

test('migrates once when ten processes start together', async () => {
  await Promise.all(Array.from({ length: 10 }, run))
  expect(await query('SELECT COUNT(*) AS hats FROM hats')).toEqual([{ hats: 2 }])
})

test('refuses a file that was changed after it was applied, by name', async () => {
  await run()
  write('0001_hats.sql', 'CREATE TABLE hats (id BIGINT PRIMARY KEY);\n')
  await expect(run()).rejects.toThrow(/0001_hats\.sql was changed/)
})

test('refuses a database newer than the shop', async () => {
  await run()
  rmSync(join(folder, '0001_hats.sql'))
  await expect(run()).rejects.toThrow(Refusal)
})

test('names the statement that failed and resumes there once it is mended', async () => {
  write(
    '0002_pins.sql',
    'CREATE TABLE pins (id INT PRIMARY KEY);\nINSERT INTO pins VALUES (1);\nINSERT INTO pims VALUES (2);\n',
  )
  await expect(run()).rejects.toThrow(/0002_pins\.sql failed at its statement 3/)
  write(
    '0002_pins.sql',
    'CREATE TABLE pins (id INT PRIMARY KEY);\nINSERT INTO pins VALUES (1);\nINSERT INTO pins VALUES (2);\n',
  )
  await run()
  expect(await query('SELECT id FROM pins ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }])
})

test.each([0, 1, 2])('recovers from a crash after statement %i, before or after it was noted', async done => {
  await run()
  await withConnection(url, async connection => {
    await connection.query('UPDATE schema_migrations SET applied_at = NULL, statements_done = ?', [done])
    // Rows are stored together with the note; a table cannot be, so it may be there without one.
    await connection.query('DELETE FROM hats WHERE id >= ?', [Math.max(done, 1)])
  })
  await run()
  expect(await query('SELECT id FROM hats ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }])
})

test('knows whether its database is behind', async () => {
  expect(await migrationsPending()).toBe(false)
})

const EXPANDING = '-- expand\nALTER TABLE hats ADD brim INT NOT NULL DEFAULT 7;\n'
const stepBack = () => rmSync(join(folder, '0002_brims.sql'))

test('starts on a newer database that only adds', async () => {
  write('0002_brims.sql', EXPANDING)
  await run()
  stepBack()
  await run()
  write('0003_pins.sql', 'CREATE TABLE pins (id INT PRIMARY KEY);\n')
  await run()
  await query('INSERT INTO hats (id) VALUES (3)')
  write('0002_brims.sql', EXPANDING)
  await run()
  expect(await query('SELECT * FROM hats WHERE id = 3')).toEqual([{ id: 3, brim: 7 }])
  expect(await query('SELECT name, expands FROM schema_migrations ORDER BY name')).toEqual([
    { name: '0001_hats.sql', expands: 0 },
    { name: '0002_brims.sql', expands: 1 },
    { name: '0003_pins.sql', expands: 0 },
  ])
})

test('starts on a newer database whose newer version stopped while adding', async () => {
  write('0002_brims.sql', `${EXPANDING}INSERT INTO pims VALUES (2);\n`)
  await expect(run()).rejects.toThrow(/failed at its statement 2/)
  stepBack()
  await run()
})

test.each([
  ['has no mark', EXPANDING.replace('-- expand\n', '')],
  ['has its mark further down', `-- Brims.\n${EXPANDING}`],
  ['has another word there', EXPANDING.replace('expand', 'expanded')],
])('refuses a newer database by the name of the migration that %s', async (_, sql) => {
  write('0002_brims.sql', sql)
  write('0003_bands.sql', '-- expand\nALTER TABLE hats ADD band INT;\n')
  await run()
  stepBack()
  rmSync(join(folder, '0003_bands.sql'))
  await expect(run()).rejects.toThrow(
    'The database was migrated by 0002_brims.sql, which this version of the shop does not have. Is it older than the database?',
  )
})

test('remembers what expands when the database is of a version that did not', async () => {
  await run()
  await query('ALTER TABLE schema_migrations DROP COLUMN expands')
  write('0002_brims.sql', EXPANDING)
  await Promise.all([run(), run()])
  stepBack()
  await run()
  await query("INSERT INTO schema_migrations (name, sha256) VALUES ('0004_older.sql', '0')")
  await expect(run()).rejects.toThrow(/0004_older\.sql/)
})

test("starts on the shop's own tables when a later version added to them", async () => {
  const shop = await freshDatabase(inject('databaseServer'))
  cpSync(new URL('../../../sql/migrations/', import.meta.url), folder, { recursive: true })
  rmSync(join(folder, '0001_hats.sql'))
  write('9999_brims.sql', '-- expand\nALTER TABLE products ADD brim INT NOT NULL DEFAULT 7;\n')
  await migrate(shop, pathToFileURL(`${folder}/`))
  await migrate(shop)
  const applied = await withConnection(shop, connection =>
    rows(connection, "SELECT expands FROM schema_migrations WHERE name = '9999_brims.sql'"),
  )
  expect(applied).toEqual([{ expands: 1 }])
  await dropDatabase(shop)
})
