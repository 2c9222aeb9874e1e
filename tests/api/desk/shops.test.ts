import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { rows, withConnection } from '#api/db/connection.ts'
import { execute, selectOne } from '#api/db/database.ts'
import { migrate } from '#api/db/migrate.ts'
import { seedReference } from '#api/demo/seed.ts'
import { copiedDatabase, dropDatabase } from '#tests/support/database/database.ts'

const all = new URL('../../../sql/migrations/', import.meta.url)
const older = mkdtempSync(join(tmpdir(), 'selvedge-older-'))
for (const name of readdirSync(all).filter(file => file < '0120')) cpSync(new URL(name, all), join(older, name))
afterAll(() => rmSync(older, { recursive: true }))

let url: string
beforeAll(async () => {
  url = await copiedDatabase(inject('databaseServer'), [])
  await migrate(url, pathToFileURL(`${older}/`))
})
afterAll(() => dropDatabase(url))

test('names the first shop by its setting when a shop with settings is migrated', async () => {
  const ask = (sql: string) => withConnection(url, connection => rows(connection, sql))
  await ask("INSERT INTO settings (name, value) VALUES ('shop_name', ' Ama & Sons ')")
  await migrate(url)
  expect(await ask('SELECT id, code, name FROM shops')).toEqual([{ id: 1, code: 'main', name: 'Ama & Sons' }])
})

test('names the first shop by its setting when the shop starts', async () => {
  const name = async () => (await selectOne<{ name: string }>('SELECT name FROM shops WHERE id = 1'))!.name
  await seedReference()
  expect(await name()).toBe('Selvedge')
  await execute("UPDATE settings SET value = 'Ama & Sons' WHERE name = 'shop_name'")
  await seedReference()
  expect(await name()).toBe('Ama & Sons')
})
