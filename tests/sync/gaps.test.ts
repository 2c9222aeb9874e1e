import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { execute, select, selectOne } from '#api/db/database.ts'
import { raiseGaps } from '#api/sync/raise-gaps.ts'
import type { Cycle } from '#sync/till/cycle.ts'
import { tillOf, type EnrolledTill } from '#sync/till/proof/enrol.ts'
import type { Mirror } from '#sync/till/replica/mirror.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { TillDb, type LocalSale } from '#sync/till/till-db.ts'
import { type Api, aUser } from '#tests/support/server/api.ts'
import { jeansOnTheShelf } from '#tests/support/goods/jeans-on-the-shelf.ts'
import { aTabletAt, cycleOf } from '#tests/support/counter/own-tablets.ts'
import { brokenRules, count } from '#tests/support/server/shop.ts'
import { aDraft, aMirror } from '#tests/support/till/till.ts'

let api: Api
let jeans: number
let owner: Awaited<ReturnType<typeof aUser>>
jeansOnTheShelf(1_000, here => {
  ;({ api, jeans } = here)
})
const { fetch } = globalThis
beforeEach(async () => {
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, api.base), init))
  owner = await aUser('ADMINISTRATOR')
})
afterEach(() => vi.unstubAllGlobals())

interface Tablet {
  db: TillDb
  till: EnrolledTill
  cycle: Cycle
}

/** A browser that is a till. What it was before is in its mirror. */
async function aTablet(mirror: Mirror): Promise<Tablet> {
  const { db, cycle } = await aTabletAt(api, owner, mirror)
  return { db, cycle, till: (await tillOf(db))! }
}

/** Rings up single pieces; returns the sales. */
async function sell(db: TillDb, sales: number): Promise<LocalSale[]> {
  const sold: LocalSale[] = []
  const lines = [{ product_variation_id: jeans, quantity: 1, price: 10 }]
  for (let n = 0; n < sales; n++) sold.push(await ringUp(db, aDraft({ teller_id: owner.id, lines })))
  return sold
}

async function send({ db, cycle }: Pick<Tablet, 'db' | 'cycle'>): Promise<void> {
  await cycle.wake()
  expect(await db.outbox.count()).toBe(0)
}

const rowsOf = (db: TillDb, table: string): Promise<object[]> => db.table(table).toArray()
const shown = async ({ till }: Tablet) =>
  (await api.send('GET', `/api/staff/tills/${till.id}`, { token: owner.token })).body.till as unknown as {
    last_seq: number
    missing_seqs: number[]
    seen_at: string | null
  }
const fromTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)

/** What staff are told is missing. */
async function told(): Promise<string[]> {
  await raiseGaps(0)
  return (
    await select<{ detail: string }>(
      "SELECT detail FROM exceptions WHERE code = 'SEQUENCE_GAP' AND status_code = 'OPEN' ORDER BY id",
    )
  ).map(({ detail }) => detail)
}
const reused = () => count('exceptions', "code = 'NUMBER_REUSED'")
const numbersTwice = () => select('SELECT number FROM orders GROUP BY number HAVING COUNT(*) > 1')

test('names the 50 unsent sales of a device whose IndexedDB was cleared, and reuses none of their numbers', async () => {
  const mirror = aMirror()
  const before = await aTablet(mirror)
  await sell(before.db, 3)
  await send(before)
  await sell(before.db, 50)
  await before.db.delete()

  const after = await aTablet(mirror)
  expect(after.till).toMatchObject({ id: before.till.id, last_seq: 53, last_number: 53 })
  await sell(after.db, 2)
  await send(after)
  expect(await shown(after)).toMatchObject({ last_seq: 55, missing_seqs: fromTo(4, 53) })
  expect(await told()).toEqual([`${after.till.code}: numbers 4 to 53 have not arrived.`])
  expect([await reused(), await numbersTwice(), await count('orders')]).toEqual([0, [], 5])
})

test('shows how far, and when, a till came whose browser lost everything, and makes the browser another till', async () => {
  const before = await aTablet(aMirror())
  await sell(before.db, 3)
  await send(before)
  await sell(before.db, 50)
  await before.db.delete()
  const after = await aTablet(aMirror())
  await sell(after.db, 1)
  await send(after)
  expect(after.till.code).not.toBe(before.till.code)
  expect(await shown(before)).toMatchObject({ last_seq: 3, missing_seqs: [], seen_at: expect.any(String) })
  expect(await numbersTwice()).toEqual([])
})

test('notes every number that a profile restored from an old copy uses again', async () => {
  const mirror = aMirror()
  const tablet = await aTablet(mirror)
  await sell(tablet.db, 5)
  await send(tablet)
  const copy = await Promise.all(
    tablet.db.tables.map(async ({ name }) => [name, await rowsOf(tablet.db, name)] as const),
  )
  const mirrored = mirror.present()!
  await sell(tablet.db, 4)
  await send(tablet)

  // A copy of the whole profile brings back its localStorage too, and nobody signs in again.
  const old = aMirror()
  old.write(mirrored)
  const db = new TillDb(`outbox ${randomUUID()}`, old)
  for (const [name, rows] of copy) await db.table(name).bulkAdd(rows)
  const again = await sell(db, 6)
  await send({ db, cycle: cycleOf(db) })

  expect(await count('orders')).toBe(15)
  const noted = await select<{ number: string }>(
    "SELECT o.number FROM exceptions e JOIN orders o ON o.id = e.order_id WHERE e.code = 'NUMBER_REUSED' ORDER BY o.id",
  )
  expect(noted.map(({ number }) => number)).toEqual(again.slice(0, 4).map(({ number }) => number))
  expect(await numbersTwice()).toHaveLength(4)
  expect(await count('exceptions', "code = 'CHAIN_BROKEN'")).toBeGreaterThan(0)
  expect(await shown(tablet)).toMatchObject({ last_seq: 11, missing_seqs: [] })
})

test('names the one sale whose row was deleted on the device', async () => {
  const tablet = await aTablet(aMirror())
  const [, second] = await sell(tablet.db, 4)
  await tablet.db.outbox.where({ id: second!.id }).delete()
  await send(tablet)
  expect(await shown(tablet)).toMatchObject({ last_seq: 4, missing_seqs: [2] })
  expect(await told()).toEqual([`${tablet.till.code}: number 2 has not arrived.`])
})

test('gets the one sale whose rows were deleted on the server from the till again', async () => {
  const tablet = await aTablet(aMirror())
  const [, second] = await sell(tablet.db, 4)
  await send(tablet)
  const order = (await selectOne<{ id: number }>('SELECT id FROM orders WHERE sale_id = ?', [second!.id]))!.id
  for (const table of ['stock_movements', 'transactions', 'order_items', 'order_events'])
    await execute(`DELETE FROM ${table} WHERE order_id = ?`, [order])
  await execute('DELETE FROM orders WHERE id = ?', [order])
  for (const table of ['sync_verdicts', 'till_links'])
    await execute(`DELETE FROM ${table} WHERE mutation_id = ?`, [second!.id])
  await execute('UPDATE product_variations SET on_hand = on_hand + 1 WHERE id = ?', [jeans])
  await execute("UPDATE accounts SET balance = balance - 10 WHERE code = 'CASH'")
  expect([await brokenRules(), (await shown(tablet)).missing_seqs]).toEqual([[], [2]])

  await tablet.cycle.ask()
  expect(await shown(tablet)).toMatchObject({ last_seq: 4, missing_seqs: [] })
  expect([await count('orders'), await count('orders', 'sale_id = ?', [second!.id]), await reused()]).toEqual([4, 1, 0])
})

/** A sale that is cut off before it is kept. */
async function sellCutOff({ db }: Tablet): Promise<void> {
  const { add } = IDBObjectStore.prototype
  IDBObjectStore.prototype.add = function (...row) {
    if (this.name === 'outbox') throw new Error('The browser was killed.')
    return add.apply(this, row)
  }
  try {
    await expect(sell(db, 1)).rejects.toThrow('The browser was killed.')
  } finally {
    IDBObjectStore.prototype.add = add
  }
}

/** The same where a sale's numbers are given out in a transaction of their own, which comes first. */
const sellCutOffLate = ({ db }: Tablet) =>
  db.till.where({ key: 'till' }).modify(till => {
    till.last_seq += 1
    till.last_number += 1
  })

test.each([
  ['misses nothing when a sale is cut off before it is kept', sellCutOff, []],
  ['control: misses a sale that never was when numbers are given out apart from their sale', sellCutOffLate, [1]],
] as const)('%s', async (_, cutOff, missing) => {
  const tablet = await aTablet(aMirror())
  await cutOff(tablet)
  await sell(tablet.db, 1)
  await send(tablet)
  expect(await shown(tablet)).toMatchObject({ last_seq: 1 + missing.length, missing_seqs: missing })
  expect([(await told()).length, await count('orders')]).toEqual([missing.length, 1])
})
