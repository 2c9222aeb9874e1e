import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { rows, withConnection } from '#api/db/connection.ts'
import { migrate, migrationsPending } from '#api/db/migrate.ts'
import { Refusal } from '#api/boot/refusal.ts'
import { dropDatabase, freshDatabase } from '#tests/support/database.ts'

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

test('a new file is applied once, after those before it', async () => {
  await run()
  write('0002_brims.sql', 'ALTER TABLE hats ADD brim INT NOT NULL DEFAULT 7;\n')
  await run()
  await run()
  expect(await query('SELECT * FROM hats ORDER BY id')).toEqual([
    { id: 1, brim: 7 },
    { id: 2, brim: 7 },
  ])
})

test('ten processes that start together migrate once', async () => {
  await Promise.all(Array.from({ length: 10 }, run))
  expect(await query('SELECT COUNT(*) AS hats FROM hats')).toEqual([{ hats: 2 }])
})

test('a file that was changed after it was applied is refused by name', async () => {
  await run()
  write('0001_hats.sql', 'CREATE TABLE hats (id BIGINT PRIMARY KEY);\n')
  await expect(run()).rejects.toThrow(/0001_hats\.sql was changed/)
})

test('a database newer than the shop is refused', async () => {
  await run()
  rmSync(join(folder, '0001_hats.sql'))
  await expect(run()).rejects.toThrow(Refusal)
})

test('a file that fails names its statement, and goes on from there once mended', async () => {
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

test.each([0, 1, 2])('a crash after statement %i, before or after it was noted, is made good', async done => {
  await run()
  await withConnection(url, async connection => {
    await connection.query('UPDATE schema_migrations SET applied_at = NULL, statements_done = ?', [done])
    // Rows are stored together with the note; a table cannot be, so it may be there without one.
    await connection.query('DELETE FROM hats WHERE id >= ?', [Math.max(done, 1)])
  })
  await run()
  expect(await query('SELECT id FROM hats ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }])
})

test('the shop knows whether its database is behind', async () => {
  expect(await migrationsPending()).toBe(false)
})
