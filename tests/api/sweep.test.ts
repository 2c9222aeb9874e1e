import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { execute, insertRow } from '#api/db/database.ts'
import { sweep } from '#api/jobs/sweep.ts'
import { emptyIncoming, INCOMING } from '#api/uploads/incoming.ts'
import { count } from '#tests/support/shop.ts'

test('old keys, ended sessions and counted views go; what is still good stays', async () => {
  const hash = (letter: string) => letter.repeat(64)
  for (const [letter, days] of [['a', 0], ['b', 89], ['c', 91]] as const)
    await execute('INSERT INTO idempotency_keys (scope, fingerprint, created_at) VALUES (?, ?, NOW(3) - INTERVAL ? DAY)', [hash(letter), hash(letter), days])
  for (const [id, left, revoked] of [['live', 9, null], ['ended', -2, null], ['revoked', 9, 31], ['just-revoked', 9, 1]] as const)
    await execute('INSERT INTO sessions (id, refresh_hash, expires_at, revoked_at) VALUES (?, ?, NOW(3) + INTERVAL ? DAY, NOW(3) - INTERVAL ? DAY)', [id, hash('d'), left, revoked])
  const today = new Date().toJSON().slice(0, 10)
  for (const day of [today, '2020-01-01']) await insertRow('product_views', { day, product_id: 1, session_id: 'live' })

  expect(await sweep()).toEqual({ idempotency_keys: 1, sessions: 2, product_views: 1 })
  expect([await count('idempotency_keys'), await count('sessions'), await count('product_views')]).toEqual([2, 2, 1])
  expect(await count('sessions', "id = 'live'")).toBe(1)
})

test('a file that an ended program was still reading is gone at the next start', async () => {
  mkdirSync(INCOMING, { recursive: true })
  writeFileSync(join(INCOMING, 'half-read.csv'), 'name')
  await emptyIncoming()
  expect(existsSync(INCOMING)).toBe(false)
  await expect(emptyIncoming()).resolves.toBeUndefined()
})
