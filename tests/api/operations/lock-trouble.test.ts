import { createConnection, type Connection } from 'mysql2/promise'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '#tests/support/runs/processes.ts'
import { lockTrouble, markWitnesses } from '#tests/support/runs/lock-trouble.ts'

let all: Connection[]

beforeEach(async () => {
  all = await Promise.all([0, 1, 2].map(() => createConnection({ uri: process.env.DATABASE_URL! })))
  await all[2]!.query('CREATE OR REPLACE TABLE locked (id INT PRIMARY KEY, n INT)')
  await all[2]!.query('INSERT INTO locked VALUES (1, 0), (2, 0)')
  markWitnesses()
})
afterEach(async () => {
  await all[2]!.query('DROP TABLE locked')
  for (const connection of all) connection.destroy()
})

const change = (who: number, id: number) => all[who]!.query('UPDATE locked SET n = n + 1 WHERE id = ?', [id])

test('says that a statement of this database waits for a lock', async () => {
  expect(await lockTrouble()).toBeUndefined()
  await all[0]!.query('BEGIN')
  await change(0, 1)
  const waiting = change(1, 1)
  await until(async () => (await lockTrouble()) !== undefined, 'the second waits')
  expect(await lockTrouble()).toMatch(/^lock wait: UPDATE locked/)
  await all[0]!.query('ROLLBACK')
  await waiting
  expect(await lockTrouble()).toBeUndefined()
})

test('says that two of its transactions were in a deadlock, also when it is over', async () => {
  for (const who of [0, 1]) await all[who]!.query('BEGIN')
  await change(0, 1)
  await change(1, 2)
  const ends = await Promise.allSettled([change(0, 2), change(1, 1)])
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  for (const who of [0, 1]) await all[who]!.query('ROLLBACK')
  expect(await lockTrouble()).toBe('A deadlock in the database log.')
  markWitnesses()
  expect(await lockTrouble()).toBeUndefined()
})
