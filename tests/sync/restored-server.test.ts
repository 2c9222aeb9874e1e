import 'fake-indexeddb/auto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { select, selectOne } from '#api/db/database.ts'
import { makeBackup } from '#api/operations/backup.ts'
import { restoreBackup } from '#api/operations/restore.ts'
import { heedGeneration } from '#sync/till/proof/resend.ts'
import type * as Resend from '#sync/till/proof/resend.ts'
import { pullWith } from '#sync/till/replica/pull.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { jeansOnTheShelf } from '#tests/support/goods/jeans-on-the-shelf.ts'
import { aKeylessTabletAt, aTabletAt, giveKeyAt, signInAt, type Tablet } from '#tests/support/counter/own-tablets.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { brokenRules, count, onHand } from '#tests/support/server/shop.ts'
import { aDraft } from '#tests/support/till/till.ts'

/** What a test takes away: whether a till sends again what the server asks for. */
const guards = vi.hoisted(() => ({ resends: true }))
vi.mock('#sync/till/proof/resend.ts', async original => {
  const real = await original<typeof Resend>()
  const nextAgain: typeof real.nextAgain = async (...asked) => (guards.resends ? real.nextAgain(...asked) : null)
  return { ...real, nextAgain }
})

const folder = mkdtempSync(join(quickFolder(), 'selvedge-tablets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const [url, uploadsDir, passphrase] = [process.env.DATABASE_URL!, join(folder, 'uploads'), 'nobody else knows it']

let api: Api
let jeans: number
jeansOnTheShelf(100, here => {
  ;({ api, jeans } = here)
})
const { fetch } = globalThis
beforeEach(() => {
  guards.resends = true
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, api.base), init))
})
afterEach(() => vi.unstubAllGlobals())

async function sell({ db, cycle }: Tablet, teller_id: number, sales: number): Promise<void> {
  for (let n = 0; n < sales; n++)
    await ringUp(
      db,
      aDraft({
        teller_id,
        lines: [{ product_variation_id: jeans, quantity: 1, price: 10 }],
        customer_name: 'Esi',
        customer_phone: '+233244123456',
      }),
    )
  await cycle.wake()
}

test('gets back what idle tills sold after the backup, also from a till it has never seen', async () => {
  const [owner, kojo] = [await aUser('ADMINISTRATOR'), await aUser('MANAGER')]
  const front = await aTabletAt(api, owner)
  await sell(front, owner.id, 3)
  const { path } = await makeBackup({ url, uploadsDir, passphrase }, folder)
  const late = await aTabletAt(api, owner)
  await signInAt(front.db, kojo)
  await sell(front, kojo.id, 3)
  await sell(late, owner.id, 3)
  const sold = (await select<{ sale_id: string }>('SELECT sale_id FROM orders ORDER BY sale_id')).map(
    ({ sale_id }) => sale_id,
  )
  expect([sold.length, await front.db.outbox.count(), await late.db.outbox.count()]).toEqual([9, 0, 0])

  await restoreBackup({ url, uploadsDir, path, passphrases: [passphrase], force: true })
  expect(await count('orders')).toBe(3)
  // Nobody touches them: both ask every few minutes.
  await front.cycle.ask()
  await late.cycle.ask()
  expect(
    (await select<{ sale_id: string }>('SELECT sale_id FROM orders ORDER BY sale_id')).map(({ sale_id }) => sale_id),
  ).toEqual(sold)
  expect([
    await onHand(jeans),
    await selectOne("SELECT balance FROM accounts WHERE code = 'CASH'"),
    await brokenRules(),
    await count('exceptions'),
  ]).toEqual([91, { balance: 90 }, [], 0])
  for (const { id, sale_id } of await select<{ id: number; sale_id: string }>('SELECT id, sale_id FROM orders')) {
    const sale = (await front.db.sales.get(sale_id)) ?? (await late.db.sales.get(sale_id))
    expect(sale?.verdict).toMatchObject({ status: 'accepted', order_id: id })
  }

  await sell(late, owner.id, 1)
  await sell(front, kojo.id, 1)
  expect([
    await count('orders'),
    await count('exceptions'),
    await late.db.outbox.count(),
    await front.db.outbox.count(),
  ]).toEqual([11, 0, 0, 0])
})

test('control: loses what the backup lacks when its tills send nothing again', async () => {
  const owner = await aUser('ADMINISTRATOR')
  const till = await aTabletAt(api, owner)
  await sell(till, owner.id, 3)
  const { path } = await makeBackup({ url, uploadsDir, passphrase }, folder)
  await sell(till, owner.id, 3)
  guards.resends = false
  await restoreBackup({ url, uploadsDir, path, passphrases: [passphrase], force: true })
  await till.cycle.ask()
  expect([await count('orders'), await till.db.outbox.count(), await till.db.sales.count()]).toEqual([3, 0, 6])

  guards.resends = true
  await till.cycle.ask()
  expect([await count('orders'), await brokenRules()]).toEqual([6, []])
})

const saleIds = async () =>
  (await select<{ sale_id: string }>('SELECT sale_id FROM orders ORDER BY sale_id')).map(({ sale_id }) => sale_id)

/** As the page does with each pull. */
async function pullAt({ db, cycle }: Tablet, token: string): Promise<void> {
  const pull = pullWith({ token: () => token, refresh: async () => false })
  const reply = await pull('', 1)
  if (typeof reply === 'object' && (await heedGeneration(db, reply!.generation!))) await cycle.wake()
}

test('gets back what a till without a key sold after the backup, once it pulls', async () => {
  const owner = await aUser('ADMINISTRATOR')
  const till = await aKeylessTabletAt(api, owner)
  await pullAt(till, owner.token)
  await sell(till, owner.id, 2)
  const { path } = await makeBackup({ url, uploadsDir, passphrase }, folder)
  await sell(till, owner.id, 3)
  const sold = await saleIds()
  expect([sold.length, await till.db.outbox.count()]).toEqual([5, 0])
  expect(JSON.stringify(await till.db.table('till').toArray())).not.toContain('Esi')

  await restoreBackup({ url, uploadsDir, path, passphrases: [passphrase], force: true })
  await till.cycle.ask()
  expect(await count('orders')).toBe(2)
  await pullAt(till, owner.token)
  await pullAt(till, owner.token)
  expect([await saleIds(), await onHand(jeans), await till.db.outbox.count()]).toEqual([sold, 95, 0])
  expect([await brokenRules(), await count('exceptions')]).toEqual([[], 0])
})

test('gets back what a till sold before it had a key, when the backup is older than both', async () => {
  const owner = await aUser('ADMINISTRATOR')
  const till = await aKeylessTabletAt(api, owner)
  const { path } = await makeBackup({ url, uploadsDir, passphrase }, folder)
  await sell(till, owner.id, 3)
  await giveKeyAt(api, till, owner)
  await sell(till, owner.id, 2)
  const sold = await saleIds()
  expect(sold).toHaveLength(5)

  await restoreBackup({ url, uploadsDir, path, passphrases: [passphrase], force: true })
  await till.cycle.ask()
  expect([await saleIds(), await onHand(jeans), await till.db.outbox.count()]).toEqual([sold, 95, 0])
  expect([await brokenRules(), await count('exceptions')]).toEqual([[], 0])
})
