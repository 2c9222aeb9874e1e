import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { execute, insertRow } from '#api/db/database.ts'
import { jobFile } from '#api/jobs/job-files.ts'
import { sweep, sweepExports } from '#api/jobs/sweep.ts'
import { importFile } from '#api/import/import-work.ts'
import { forgetFiles } from '#api/operations/backup-command.ts'
import { env } from '#api/env.ts'
import { emptyIncoming, INCOMING, incomingBytes, sweepIncoming } from '#api/uploads/incoming.ts'
import { storePicture } from '#api/uploads/pictures.ts'
import { sweepPictures } from '#api/uploads/sweep-pictures.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { count, openShop } from '#tests/support/server/shop.ts'

test('deletes old keys, ended sessions, counted views, letters and webhooks, and keeps what is valid', async () => {
  const hash = (letter: string) => letter.repeat(64)
  for (const [letter, days] of [
    ['a', 0],
    ['b', 89],
    ['c', 91],
  ] as const)
    await execute(
      'INSERT INTO idempotency_keys (scope, fingerprint, created_at) VALUES (?, ?, NOW(3) - INTERVAL ? DAY)',
      [hash(letter), hash(letter), days],
    )
  for (const [id, left, revoked] of [
    ['live', 9, null],
    ['ended', -2, null],
    ['revoked', 9, 31],
    ['just-revoked', 9, 1],
  ] as const)
    await execute(
      'INSERT INTO sessions (id, refresh_hash, expires_at, revoked_at) VALUES (?, ?, NOW(3) + INTERVAL ? DAY, NOW(3) - INTERVAL ? DAY)',
      [id, hash('d'), left, revoked],
    )
  const today = new Date().toJSON().slice(0, 10)
  for (const day of [today, '2020-01-01']) await insertRow('product_views', { day, product_id: 1, session_id: 'live' })

  for (const day of [today, '2020-01-01']) await insertRow('vain_searches', { day, words: 'velvet', nothing: 1 })

  for (const [once_key, days] of [
    ['order-1-ready', 91],
    ['order-2-ready', 89],
  ] as const)
    await execute('INSERT INTO mails (once_key, created_at) VALUES (?, NOW(3) - INTERVAL ? DAY)', [once_key, days])

  for (const [letter, days] of [
    ['a', 91],
    ['b', 89],
  ] as const)
    await execute(
      "INSERT INTO payment_events (digest, event, body, received_at) VALUES (?, 'charge.success', '{}', NOW(3) - INTERVAL ? DAY)",
      [hash(letter), days],
    )

  for (const days of [31, 29])
    await execute(
      "INSERT INTO jobs (kind, input, status_code, due_at, finished_at) VALUES ('count', '{}', 'DONE', NULL, NOW(3) - INTERVAL ? DAY)",
      [days],
    )

  for (const hours of [25, 23])
    await execute("INSERT INTO product_bulks (changes, created_at) VALUES ('[]', NOW(3) - INTERVAL ? HOUR)", [hours])

  for (const [key, minutes] of [
    ['a', -1],
    ['b', 1],
  ] as const)
    await execute('INSERT INTO tries VALUES (?, 5, ?)', [key, Date.now() + minutes * 60_000])

  expect(await sweep()).toEqual({
    alert_contacts: 0,
    alerts: 0,
    newsletter_addresses: 0,
    pushes: 0,
    tries: 1,
    email_confirmations: 0,
    factor_challenges: 0,
    idempotency_keys: 1,
    sessions: 2,
    product_views: 1,
    vain_searches: 1,
    mails: 1,
    password_resets: 0,
    payment_events: 1,
    till_grants: 0,
    gift_purchases: 0,
    till_holds: 0,
    jobs: 1,
    product_bulks: 1,
    order_addresses: 0,
  })
  expect([await count('idempotency_keys'), await count('sessions'), await count('product_views')]).toEqual([2, 2, 1])
  expect(await count('sessions', "id = 'live'")).toBe(1)
})

test('deletes at the next start a file that an ended program was reading', async () => {
  mkdirSync(INCOMING, { recursive: true })
  writeFileSync(join(INCOMING, 'half-read.csv'), 'name')
  await emptyIncoming()
  expect(existsSync(INCOMING)).toBe(false)
  await expect(emptyIncoming()).resolves.toBeUndefined()
})

test('deletes what a request left behind after an hour, and counts what is there', async () => {
  await emptyIncoming()
  const [old, young] = ['old', 'young'].map(name => join(INCOMING, name)) as [string, string]
  for (const folder of [old, young]) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'photo'), 'eight by')
  }
  utimesSync(old, new Date(), new Date(Date.now() - 61 * 60_000))
  expect(await incomingBytes()).toBe(16)
  expect(await sweepIncoming()).toBe(1)
  expect([existsSync(old), existsSync(young), await incomingBytes()]).toEqual([false, true, 8])
  await emptyIncoming()
  expect([await incomingBytes(), await sweepIncoming()]).toEqual([0, 0])
})

test("keeps a job's file for a week", async () => {
  expect(await sweepExports()).toBe(0)
  const [old, young] = [await jobFile(1), await jobFile(2)]
  for (const path of [old, young]) writeFileSync(path, 'orders')
  utimesSync(old, new Date(), new Date(Date.now() - 8 * 24 * 60 * 60_000))
  expect(await sweepExports()).toBe(1)
  expect([existsSync(old), existsSync(young)]).toEqual([false, true])
})

const A_DAY_ON = () => Date.now() + 24 * 60 * 60_000 + 1000
const picture = (name: string) =>
  storePicture(env.uploadsDir, {
    name,
    files: [
      { width: 160, webp: Buffer.from(name) },
      { width: 800, webp: Buffer.from(name) },
    ],
    jpeg: Buffer.from(name),
  })
const kept = () =>
  readdirSync(join(env.uploadsDir, 'pictures'))
    .map(file => file.split(/[-.]/)[0])
    .filter((name, i, all) => all.indexOf(name) === i)
    .sort()

test('deletes unused picture files after a day and keeps those of products, categories and returns', async () => {
  await openShop()
  await sweepPictures(A_DAY_ON())
  for (const name of ['shown', 'icon', 'banner', 'orphan']) await picture(name)
  await aProduct({ images: ['shown'] })
  await execute(
    "UPDATE categories SET icon_link = '/storage/pictures/icon-800.webp', banner_link = '/storage/pictures/banner-800.webp'",
  )
  const draft = join(env.uploadsDir, 'pictures', 'shown-160.webp.6f1c2a9e-0000-4000-8000-000000000001')
  mkdirSync(join(env.uploadsDir, 'returns'), { recursive: true })
  const photo = join(env.uploadsDir, 'returns', '6f1c2a9e-0000-4000-8000-000000000001.webp')
  for (const path of [photo, join(env.uploadsDir, 'pictures', 'read-me.txt')]) writeFileSync(path, '')
  expect(await sweepPictures()).toBe(0)
  expect(await sweepPictures(A_DAY_ON())).toBe(4)
  expect([kept(), existsSync(photo)]).toEqual([['banner', 'icon', 'read', 'shown'], false])
  expect(readdirSync(join(env.uploadsDir, 'pictures')).filter(file => file.startsWith('shown'))).toHaveLength(3)
  writeFileSync(draft, '')
  expect([await sweepPictures(), await sweepPictures(A_DAY_ON()), existsSync(draft), kept().includes('shown')]).toEqual(
    [0, 1, false, true],
  )
})

test('keeps a picture that is sent again until its product shows it', async () => {
  const yesterday = new Date(Date.now() - 3 * 24 * 60 * 60_000)
  await picture('again')
  utimesSync(join(env.uploadsDir, 'pictures', 'again-160.webp'), yesterday, yesterday)
  await picture('again')
  expect(await sweepPictures()).toBe(0)
  expect(await sweepPictures(A_DAY_ON())).toBe(3)
})

test('leaves a restored shop without files of its former jobs and imports', async () => {
  const files = [await jobFile(1), await importFile('a')]
  for (const path of files) writeFileSync(path, 'of before')
  await forgetFiles()
  expect(files.map(existsSync)).toEqual([false, false])
})
