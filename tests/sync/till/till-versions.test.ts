import 'fake-indexeddb/auto'
import { accept, acceptSigned, aDraft, aTill, giveKey, wrongIn } from '#tests/support/till/till.ts'
import { Dexie } from 'dexie'
import { expect, test, vi } from 'vitest'
import type { SignedMutation } from '#sync/protocol/signed.ts'
import { createCycle } from '#sync/till/cycle.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { TillDb, type Written } from '#sync/till/till-db.ts'

/** The outbox database as the build before signatures opened it. */
class DbBefore extends Dexie {
  constructor(name: string) {
    super(name, { chromeTransactionDurability: 'strict', cache: 'disabled' })
    this.version(1).stores(STORES)
  }
}

const STORES = {
  outbox: '++position, &id, [held+position], [held+attempts+position], not_before',
  sales: 'id, occurred_at, accepted_at',
  till: 'key',
  room: 'key',
}

/** What the next build may make of it: one more store, one more index. */
class DbAfter extends Dexie {
  constructor(name: string) {
    super(name, { cache: 'disabled' })
    this.version(1).stores(STORES)
    this.version(2).stores({ ...STORES, outbox: `${STORES.outbox}, key_id`, shifts: 'id' })
  }
}

/** As the build before wrote it: an unsent sale, by hand, with no row and no member that came later. */
const ofTheBuildBefore = (seq: number) => {
  const [id, occurred_at] = [crypto.randomUUID(), new Date().toISOString()]
  const sale = {
    id,
    number: `T1-${String(seq).padStart(6, '0')}`,
    till_code: 'T1',
    teller_id: 7,
    occurred_at,
    account_code: 'CASH',
    tendered: null,
    reference: null,
    customer_name: 'Kofi',
    customer_phone: null,
    lines: [{ product_variation_id: 1, quantity: 1, price: 10 }],
    discount: 0,
    total: 10,
  }
  return {
    sale: { ...sale, teller_name: 'Ama', receipt_lines: [] },
    entry: {
      id,
      device_id: '6c0d1f8e-6a1b-4b53-9d53-0f6f3f0c2a11',
      protocol: 1,
      attempts: 0,
      not_before: 0,
      held: 0,
      mutation: { id, kind: 'sale.record', seq, occurred_at, payload: sale },
    },
  }
}

test('opens the full outbox of the build before while two of its tabs are open, loses nothing and sends it', async () => {
  const name = `outbox ${crypto.randomUUID()}`
  const [tab, other] = [new DbBefore(name), new DbBefore(name)]
  const sold = Array.from({ length: 70 }, (_, i) => ofTheBuildBefore(i + 1))
  await tab
    .table('till')
    .add({
      key: 'till',
      id: 1,
      code: 'T1',
      name: 'Front',
      device_id: sold[0]!.entry.device_id,
      last_number: 70,
      last_seq: 70,
      teller: null,
    })
  await other.table('sales').bulkAdd(sold.map(({ sale }) => sale))
  await tab.table('outbox').bulkAdd(sold.map(({ entry }) => entry))
  const db = new TillDb(name)
  const sent: number[] = []
  await giveKey(db)
  await ringUp(db, aDraft())
  await createCycle(db, async request => {
    sent.push(...request.mutations.map(({ seq }) => seq))
    return request.key_id ? acceptSigned(request) : accept(request)
  }).wake()
  expect(sent).toEqual(Array.from({ length: 71 }, (_, i) => i + 1))
  expect(await tab.table('outbox').count()).toBe(0)
  expect((await other.table('sales').toArray()).filter(({ verdict }) => verdict?.status === 'accepted')).toHaveLength(
    71,
  )
})

test('sells and sends on the build before after a rollback; then this one continues the chain', async () => {
  const db = await aTill()
  const { public_key } = await giveKey(db)
  await ringUp(db, aDraft({ customer_name: 'Esi' }))
  await ringUp(db, aDraft())
  db.close()

  const before = new DbBefore(db.name)
  const [entry] = (await before.table('outbox').toArray()) as { id: string; protocol: number; mutation: Written }[]
  // What the build before would send: nothing in it that its protocol does not know.
  expect([entry!.protocol, Object.keys(entry!.mutation).sort()]).toEqual([
    1,
    ['id', 'kind', 'occurred_at', 'payload', 'seq'],
  ])
  expect(entry!.mutation.payload).toMatchObject({ customer_name: 'Esi', number: 'T1-000001' })
  await before.table('outbox').where({ id: entry!.id }).delete() // its server accepts it
  const { sale, entry: added } = ofTheBuildBefore(3)
  const till = await before.table('till').get('till')
  await before.table('till').put({ ...till, last_number: 3, last_seq: 3 })
  await before.table('sales').add(sale)
  await before.table('outbox').add(added)
  before.close()

  const again = new TillDb(db.name)
  await ringUp(again, aDraft())
  const sent: SignedMutation[] = []
  await createCycle(again, async request => {
    sent.push(...(request.mutations as SignedMutation[]))
    return acceptSigned(request)
  }).wake()
  expect(sent.map(({ seq }) => seq)).toEqual([2, 3, 4])
  // the first of the chain went the other way
  expect((await wrongIn(sent, public_key)).filter(wrong => wrong !== '2: chain')).toEqual([])
  expect(await again.outbox.count()).toBe(0)
})

test('opens a database the next build has changed, sells and sends', async () => {
  const db = await aTill()
  await giveKey(db)
  await ringUp(db, aDraft())
  const after = new DbAfter(db.name)
  await after.open() // this build's tab lets go for the upgrade
  await after.table('shifts').add({ id: 'a shift' })
  await ringUp(db, aDraft())
  after.close()
  const rolledBack = new TillDb(db.name)
  await ringUp(rolledBack, aDraft())
  await createCycle(rolledBack, async request => acceptSigned(request)).wake()
  expect([await rolledBack.outbox.count(), await rolledBack.sales.count()]).toEqual([0, 3])
  const forward = new DbAfter(db.name)
  expect(await forward.table('shifts').count()).toBe(1)
})

test('control: cannot open what the next build changed when a build asks for exactly its own version', async () => {
  const db = await aTill()
  await ringUp(db, aDraft())
  const { verno } = db
  db.close()
  const after = new DbAfter(db.name)
  await after.open()
  after.close()
  const opened = new Promise((resolve, reject) => {
    const opening = indexedDB.open(db.name, verno * 10)
    opening.onsuccess = resolve
    opening.onerror = () => reject(opening.error)
  })
  await expect(opened).rejects.toMatchObject({ name: 'VersionError' })
  expect(await new TillDb(db.name).outbox.count()).toBe(1)
})

test('says that another tab blocks an upgrade, and goes on once it is closed', async () => {
  const name = `outbox ${crypto.randomUUID()}`
  const older = await new Promise<IDBDatabase>(resolve => {
    const opening = indexedDB.open(name, 1) // of a time before the first version, and deaf to what others ask
    opening.onsuccess = () => resolve(opening.result)
  })
  const blocked = vi.fn<() => void>()
  const db = new TillDb(name)
  db.on('blocked', blocked)
  const opening = db.open()
  await vi.waitFor(() => expect(blocked).toHaveBeenCalled())
  older.close()
  await opening
  expect(await db.outbox.count()).toBe(0)
})
