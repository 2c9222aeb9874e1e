import 'fake-indexeddb/auto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { execute, select, selectOne } from '#api/db/database.ts'
import { makeBackup } from '#api/operations/backup.ts'
import { restoreBackup } from '#api/operations/restore.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { sendAgain } from '#sync/till/outbox.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { jeansOnTheShelf } from '#tests/support/goods/jeans-on-the-shelf.ts'
import { KeepingTill } from '#tests/support/till/keeping-till.ts'
import { aTabletAt, type Tablet } from '#tests/support/counter/own-tablets.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'
import { count } from '#tests/support/server/shop.ts'
import { aDraft } from '#tests/support/till/till.ts'

const folder = mkdtempSync(join(quickFolder(), 'selvedge-rejected-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const [url, uploadsDir, passphrase] = [process.env.DATABASE_URL!, join(folder, 'uploads'), 'nobody else knows it']
const backUp = async () => (await makeBackup({ url, uploadsDir, passphrase }, folder)).path
const putBack = (path: string) => restoreBackup({ url, uploadsDir, path, passphrases: [passphrase], force: true })

let api: Api
let jeans: number
let owner: Awaited<ReturnType<typeof aUser>>
let tablet: Tablet
jeansOnTheShelf(100, here => {
  ;({ api, jeans } = here)
})
const { fetch } = globalThis
beforeEach(async () => {
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, api.base), init))
  owner = await aUser('ADMINISTRATOR')
  tablet = await aTabletAt(api, owner)
})
afterEach(() => vi.unstubAllGlobals())

/** Sells one piece, by default of a variation that the shop knows. Returns the sale's id. */
async function sell(product_variation_id = jeans): Promise<string> {
  const draft = aDraft({
    teller_id: owner.id,
    lines: [{ product_variation_id, quantity: 1, price: 10 }],
    customer_name: 'Esi',
  })
  await ringUp(tablet.db, draft)
  await tablet.cycle.wake()
  return draft.id
}

const unknown = () => jeans + 1_000
const verdictOf = async (id: string) => (await tablet.db.sales.get(id))?.verdict?.status
const openRejections = () => count('exceptions', "code = 'SALE_REJECTED' AND status_code = 'OPEN'")
const gaps = () => count('exceptions', "code = 'SEQUENCE_GAP' AND status_code = 'OPEN'")

/** What stood against the sale is mended, and staff book it. */
async function bookByHand(): Promise<void> {
  await execute("INSERT IGNORE INTO sizes (code, name) VALUES ('NEW', 'New')")
  await execute(
    "INSERT INTO product_variations (id, product_id, sku, size_code, on_hand) SELECT :id, product_id, 'NEW', 'NEW', 0 FROM product_variations WHERE id = :jeans",
    { id: unknown(), jeans },
  )
  const { id } = (await selectOne<{ id: number }>(
    "SELECT id FROM exceptions WHERE code = 'SALE_REJECTED' AND status_code = 'OPEN'",
  ))!
  expect(
    (await api.send('POST', `/api/staff/exceptions/${id}/apply`, { token: owner.token, body: {} })).status,
  ).toBeLessThan(300)
}

test('sends a rejected sale again with its customer when the backup is older than it', async () => {
  await sell()
  const path = await backUp()
  const refused = await sell(unknown())
  const last = await sell()
  expect([await verdictOf(refused), await openRejections()]).toEqual(['rejected', 1])

  await putBack(path)
  expect([await count('orders'), await openRejections()]).toEqual([1, 0])
  await tablet.cycle.ask()
  expect([await count('orders'), await openRejections(), await gaps()]).toEqual([2, 1, 0])
  expect([await verdictOf(refused), await verdictOf(last), await tablet.db.outbox.count()]).toEqual([
    'rejected',
    'accepted',
    1,
  ])
  expect(await select('SELECT COUNT(*) AS n FROM till_links')).toEqual([{ n: 3 }])

  await bookByHand()
  await sendAgain(tablet.db, refused)
  await tablet.cycle.wake()
  expect([await verdictOf(refused), await count('orders', "customer_name = 'Esi'")]).toEqual(['accepted', 2])
})

test('asks again for a rejected sale that was booked by hand after the backup', async () => {
  const refused = await sell(unknown())
  await sell()
  const path = await backUp()
  await bookByHand()
  await sendAgain(tablet.db, refused)
  await tablet.cycle.wake()
  expect([await verdictOf(refused), await tablet.db.outbox.count()]).toEqual(['accepted', 0])

  await putBack(path)
  await tablet.cycle.ask()
  expect([await verdictOf(refused), await tablet.db.outbox.count(), await openRejections()]).toEqual(['rejected', 1, 1])
  await bookByHand()
  await sendAgain(tablet.db, refused)
  await tablet.cycle.wake()
  expect([await verdictOf(refused), await tablet.db.outbox.count(), await count('orders')]).toEqual(['accepted', 0, 2])
})

// Before: both lives of the shop began with the same ids, so that a till of the first sold other goods in the second.
test('gives out no id again when one backup is put back twice', async () => {
  const path = await backUp()
  const TABLES = ['orders', 'users', 'products', 'product_variations', 'tills']
  const added = async () => {
    await putBack(path)
    await aProduct()
    const till = await new KeepingTill(api).open(await aUser('ADMINISTRATOR'))
    await till.carry(till.ring(1, 7, jeans))
    return Promise.all(
      TABLES.map(async table => (await selectOne<{ id: number }>(`SELECT MAX(id) AS id FROM ${table}`))!.id),
    )
  }
  const [first, second] = [await added(), await added()]
  expect(TABLES.filter((_, i) => second[i]! <= first[i]!)).toEqual([])
})

// Before: new goods got the ids of those that the restore had lost, and the sale was booked as a sale of them.
test('books a sale of goods that the restore has lost as no other goods, however many were added since', async () => {
  const path = await backUp()
  const lost = await aProduct()
  await putBack(path)
  const added = [await aProduct(), await aProduct()]
  for (const { id, variations } of added)
    expect([id > lost.id, variations[0]! > lost.variations[0]!]).toEqual([true, true])
  const refused = await sell(lost.variations[0])
  expect([await verdictOf(refused), await count('orders'), await openRejections()]).toEqual(['rejected', 0, 1])
})
