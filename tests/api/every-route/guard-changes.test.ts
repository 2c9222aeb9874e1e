import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { eraseOwn } from '#api/account/erase.ts'
import { guardChanges } from '#api/audit/guard-changes.ts'
import { recordChange } from '#api/audit/record-change.ts'
import type * as Database from '#api/db/database.ts'
import { db, errnoOf, execute, inTransaction, insertRow, select } from '#api/db/database.ts'
import { aUser, PASSWORD } from '#tests/support/server/api.ts'

/** What the database answers when it is asked for a trigger: null for its own answer. */
const refusal = vi.hoisted(() => ({ errno: null as number | null }))
vi.mock('#api/db/database.ts', async original => {
  const real = await original<typeof Database>()
  return {
    ...real,
    execute: (sql: string, ...rest: unknown[]) =>
      refusal.errno !== null && sql.startsWith('CREATE TRIGGER')
        ? Promise.reject(Object.assign(new Error('refused'), { errno: refusal.errno }))
        : real.execute(sql, ...(rest as [])),
  }
})

const SIGNALLED = 1644
const errnoAt = (sql: string) => execute(sql).then(() => null, errnoOf)
const rows = () =>
  select<{ subject: string; was: string | null; became: string | null }>(
    'SELECT subject, was, became FROM staff_changes ORDER BY id',
  )

beforeAll(async () => {
  const id = await insertRow('users', { name: 'Ama', email: 'ama@shop.test', password_hash: '', role_code: 'MANAGER' })
  await insertRow('staff_changes', {
    user_id: id,
    subject: 'product',
    subject_id: 4,
    action: 'change',
    was: '{"name":"A"}',
    became: '{"name":"B"}',
  })
})
afterAll(async () => {
  for (const name of ['staff_changes_stay', 'staff_changes_stand']) await db.query(`DROP TRIGGER IF EXISTS ${name}`)
})

test('control: anybody may change the log when the triggers are missing', async () => {
  expect(await errnoAt('UPDATE staff_changes SET became = \'{"name":"C"}\'')).toBeNull()
  await execute('UPDATE staff_changes SET became = \'{"name":"B"}\'')
})

test('goes on without triggers when the database user may not create them, and fails otherwise', async () => {
  refusal.errno = 1419
  expect(await guardChanges()).toBe(false)
  refusal.errno = 1205
  await expect(guardChanges()).rejects.toThrow('refused')
  refusal.errno = null
})

test('refuses every statement that changes or deletes the log, and accepts new rows', async () => {
  expect([await guardChanges(), await guardChanges()]).toEqual([true, true])
  const before = await rows()
  for (const sql of [
    'DELETE FROM staff_changes',
    "UPDATE staff_changes SET was = '{}'",
    'UPDATE staff_changes SET user_id = NULL',
    'UPDATE staff_changes SET was = NULL',
    "UPDATE staff_changes SET created_at = '2020-01-01'",
    "UPDATE staff_changes SET was = NULL, became = NULL, subject = 'order'",
    "UPDATE staff_changes SET was = NULL, became = NULL, action = 'add'",
    "REPLACE INTO staff_changes (id, subject, action) SELECT id, 'order', 'add' FROM staff_changes LIMIT 1",
  ])
    expect([sql, await errnoAt(sql)]).toEqual([sql, SIGNALLED])
  expect(await rows()).toEqual(before)
  await inTransaction(() => recordChange({ subject: 'colour', subject_id: 1, action: 'add', became: { name: 'Navy' } }))
  expect(await rows()).toHaveLength(before.length + 1)
})

test('still erases the log of a person who erases their account', async () => {
  const esi = await aUser('CUSTOMER', { name: 'Esi', email: `${randomUUID()}@shop.test` })
  await inTransaction(() =>
    recordChange({
      subject: 'user',
      subject_id: esi.id,
      action: 'change',
      was: { name: 'Esi' },
      became: { name: 'Esi Quaye' },
    }),
  )
  await eraseOwn(
    {
      ...esi,
      phone: null,
      role_code: 'CUSTOMER',
      status_code: 'ACTIVE',
      role: { id: 1, name: 'Customer' },
      name: 'Esi',
    },
    PASSWORD,
  )
  expect((await rows()).at(-1)).toEqual({ subject: 'user', was: null, became: null })
  expect(JSON.stringify(await rows())).not.toContain('Quaye')
})
