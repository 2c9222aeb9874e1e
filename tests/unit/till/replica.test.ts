import 'fake-indexeddb/auto'
import { aDraft, accepted, aTill, rejected } from '#tests/support/till/till.ts'
import { aProduct, aReply, aVariation, Shop } from '#tests/support/till/replica.ts'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import type { PullReply } from '#sync/protocol/replica.ts'
import { settle } from '#sync/till/outbox.ts'
import { pack, unpack } from '#sync/till/replica/packing.ts'
import type { Pull } from '#sync/till/replica/pull.ts'
import { ReplicaDb } from '#sync/till/replica/replica-db.ts'
import { createReplica, type Replica } from '#sync/till/replica/replica.ts'
import { ringUp } from '#sync/till/ring-up.ts'
import { createUnbooked } from '#sync/till/unbooked.ts'

const open: Replica[] = []
afterEach(() => {
  open.splice(0).forEach(replica => replica.close())
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A device that pulls from here; several with one name are its tabs. */
async function aReplica(pull: Pull, { name = `replica ${crypto.randomUUID()}`, till = aTill() } = {}) {
  const replica = createReplica(new ReplicaDb(name), pull, createUnbooked(await till))
  open.push(replica)
  return replica
}
const range = (count: number, from = 1) => Array.from({ length: count }, (_, i) => from + i)
const aBigShop = (count: number) =>
  new Shop()
    .put('sizes', { id: 1, code: '32', name: 'Waist 32' })
    .put('settings', { id: 1, name: 'shop_name', value: 'Kente & Denim' })
    .put('products', ...range(count).map(id => aProduct(id)))
    .put('variations', ...range(count).map(id => aVariation(id)))
const written = (put: { mock: { calls: unknown[][] } }) =>
  put.mock.calls.map(([record]) => record as { table: string; block: number })

test('restores rows packed as columns', () => {
  const row = fc.record({ id: fc.nat(), name: fc.string(), barcode: fc.option(fc.string()), price: fc.double() })
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: ({ id }) => id }), rows => {
      expect(unpack(pack(rows))).toEqual(rows.sort((a, b) => a.id - b.id))
    }),
  )
})

test('fetches a catalogue in chunks, keeps it packed, and reads it at a cold start offline', async () => {
  const shop = aBigShop(4500)
  const name = `replica ${crypto.randomUUID()}`
  const replica = await aReplica(shop.pull, { name })
  const seen = new Set<unknown>()
  replica.subscribe(() => {
    if (replica.snapshot().progress) seen.add(replica.snapshot().progress)
  })
  await replica.load()
  expect(replica.snapshot()).toMatchObject({ ready: false, size: 0, as_of: null })
  expect(await replica.refresh()).toBe(true)
  expect([...seen].slice(0, 2)).toEqual([
    { have: 2000, total: 9002 },
    { have: 4000, total: 9002 },
  ])
  expect(replica.snapshot()).toMatchObject({ ready: true, size: 4500, progress: null, as_of: expect.any(Number) })
  const db = new ReplicaDb(name)
  expect(await db.packed.count()).toBe(2 + 5 + 5)

  const cold = await aReplica(async () => null, { name })
  await cold.load()
  expect(cold.snapshot()).toMatchObject({ ready: true, size: 4500, as_of: replica.snapshot().as_of })
  expect(cold.search('product 4321', 1).products[0]).toEqual(aProduct(4321))
  expect([cold.sizeName('32'), cold.sizeName('XL'), cold.setting('shop_name'), cold.setting('none')]).toEqual([
    'Waist 32',
    'XL',
    'Kente & Denim',
    null,
  ])
  expect(await cold.refresh()).toBe(false)
})

test('sells from the first chunk while the rest is on its way', async () => {
  const replies = [
    aReply('1', { changes: { products: [aProduct(1)], variations: [aVariation(1)] }, more: true, total: 3 }),
    aReply('2', { changes: { products: [aProduct(2)] }, total: 3 }),
  ]
  let sold: unknown
  const replica = await aReplica(async since => {
    if (since === '1') sold = [replica.snapshot().ready, replica.byCode('sku-1')[0]?.product.id, replica.shelf(1)]
    return replies.shift()!
  })
  await replica.refresh()
  expect(sold).toEqual([true, 1, 10])
})

test('resumes an interrupted pull, also after a restart', async () => {
  const shop = aBigShop(3000)
  const name = `replica ${crypto.randomUUID()}`
  const asked: string[] = []
  const breaking: Pull = async (since, limit) => {
    asked.push(since)
    return asked.length === 3 ? null : shop.pull(since, limit)
  }
  expect(await (await aReplica(breaking, { name })).refresh()).toBe(false)
  const again = await aReplica(breaking, { name })
  await again.load()
  expect(again.snapshot().as_of).toBeNull()
  expect(await again.refresh()).toBe(true)
  expect(asked).toEqual(['', '2000', '4000', '4000', '6000'])
  expect(again.snapshot().size).toBe(3000)
})

test('rewrites only the packed records a later pull changes', async () => {
  const shop = aBigShop(3000)
  const replica = await aReplica(shop.pull)
  await replica.refresh()
  const put = vi.spyOn(IDBObjectStore.prototype, 'put')
  shop.put('variations', aVariation(1500, { quantity_in_stock: 4 }), aVariation(2500)).remove('products', 77)
  await replica.refresh()
  expect(written(put).filter(({ table }) => table)).toMatchObject([
    { table: 'products', block: 0 },
    { table: 'variations', block: 1 },
  ])
  expect([replica.shelf(1500), replica.product(77), replica.search('', 1).total]).toEqual([4, null, 2999])
})

test('keeps a deleted row deleted after a restart, and a new one present', async () => {
  const shop = aBigShop(3)
  const name = `replica ${crypto.randomUUID()}`
  await (await aReplica(shop.pull, { name })).refresh()
  shop.remove('variations', 1, 2).put('variations', aVariation(2, { sku: 'NEW' }))
  const replica = await aReplica(shop.pull, { name })
  await replica.refresh()
  const cold = await aReplica(shop.pull, { name })
  await cold.load()
  for (const each of [replica, cold])
    expect([each.variation(1), each.byCode('SKU-2'), each.byCode('new')[0]?.variation.id]).toEqual([null, [], 2])
})

test('is never rolled back by a late old answer', async () => {
  const shop = aBigShop(2)
  const name = `replica ${crypto.randomUUID()}`
  await (await aReplica(shop.pull, { name })).refresh()
  const late: ((reply: PullReply) => void)[] = []
  const slow = await aReplica(() => new Promise(resolve => late.push(resolve)), { name })
  const stale = shop.put('variations', aVariation(1, { quantity_in_stock: 5 })).pull('6', 100)
  vi.spyOn(navigator.locks, 'request').mockImplementation((async (...args: unknown[]) =>
    (args.at(-1) as (lock: unknown) => unknown)({})) as never)
  const slowly = slow.refresh()
  await vi.waitFor(() => expect(late).toHaveLength(1))
  shop.put('variations', aVariation(1, { quantity_in_stock: 3 }))
  const quick = await aReplica(shop.pull, { name })
  expect(await quick.refresh()).toBe(true)
  late[0]!(await stale)
  expect(await slowly).toBe(false)
  const cold = await aReplica(shop.pull, { name })
  await cold.load()
  expect(cold.shelf(1)).toBe(3)
})

test('fetches everything again for an unknown watermark, and drops what did not come', async () => {
  const shop = aBigShop(2500)
  const name = `replica ${crypto.randomUUID()}`
  await (await aReplica(shop.pull, { name })).refresh()
  const other = new Shop()
    .put('products', ...range(2400).map(id => aProduct(id)))
    .put('variations', ...range(2400).map(id => aVariation(id)))
  const sizes: number[] = []
  const restored: Pull = async (since, limit) => {
    sizes.push(replica.snapshot().size)
    return since === '5002' ? 'start_over' : other.pull(since, limit)
  }
  const replica = await aReplica(restored, { name })
  expect(await replica.refresh()).toBe(true)
  expect(sizes).toEqual([2500, 2500, 2500, 2500])
  const cold = await aReplica(shop.pull, { name })
  await cold.load()
  for (const each of [replica, cold])
    expect([each.snapshot().size, each.product(2450), each.byCode('sku-2450'), each.search('', 1).total]).toEqual([
      2400,
      null,
      [],
      2400,
    ])
  const confused: Pull = async (since, limit) => (since === '' ? shop.pull(since, limit) : 'start_over')
  expect(await (await aReplica(confused)).refresh()).toBe(false)
})

/** The same device asks a shop that was restored: its watermarks are as old as the backup, its generation is new. */
async function afterRestore(generations: { before?: string; after?: string }) {
  const name = `replica ${crypto.randomUUID()}`
  const told = (shop: Shop, generation?: string): Pull =>
    vi.fn<Pull>(async (since, limit) => ({ ...(await shop.pull(since, limit)), ...(generation && { generation }) }))
  await (await aReplica(told(aBigShop(10), generations.before), { name })).refresh()
  const restored = aBigShop(30).put('products', aProduct(1, { name: 'As it was' }))
  const pull = told(restored, generations.after)
  const replica = await aReplica(pull, { name })
  expect(await replica.refresh()).toBe(true)
  return { asked: vi.mocked(pull).mock.calls.map(([since]) => since), replica }
}

test('fetches everything again when the server was restored, and takes nothing by its old watermark', async () => {
  const { asked, replica } = await afterRestore({ before: 'first', after: 'second' })
  expect(asked).toEqual(['22', ''])
  expect([replica.snapshot().size, replica.product(1)!.name, replica.product(30)!.name]).toEqual([
    30,
    'As it was',
    'Product 30',
  ])
})

test.each([
  ['is the same', { before: 'first', after: 'first' }],
  ['is not known', { after: 'second' }],
  ['is not told', { before: 'first' }],
])('control: goes on from its watermark when the generation %s', async (_, generations) => {
  const { asked } = await afterRestore(generations)
  expect(asked).toEqual(['22'])
})

test('pulls in one tab for all', async () => {
  const shop = aBigShop(10)
  const name = `replica ${crypto.randomUUID()}`
  const pull = vi.fn<Pull>(shop.pull)
  const [tab, other] = [await aReplica(pull, { name }), await aReplica(pull, { name })]
  await Promise.all([tab.load(), other.load()])
  expect((await Promise.all([tab.refresh(), other.refresh()])).filter(Boolean)).toHaveLength(1)
  expect(pull).toHaveBeenCalledTimes(1)
  await vi.waitFor(() => {
    for (const each of [tab, other])
      expect(each.snapshot()).toMatchObject({ size: 10, ready: true, as_of: expect.any(Number) })
  })
})

test('deletes the copy of a revoked till in every tab, and fetches it once allowed again', async () => {
  const shop = aBigShop(10)
  const name = `replica ${crypto.randomUUID()}`
  let isRevoked = false
  const pull: Pull = async (since, limit) => (isRevoked ? 'revoked' : shop.pull(since, limit))
  const [tab, other] = [await aReplica(pull, { name }), await aReplica(pull, { name })]
  await other.load()
  await tab.refresh()
  await vi.waitFor(() => expect(other.snapshot().size).toBe(10))
  isRevoked = true
  expect([await tab.refresh(), await tab.refresh()]).toEqual([false, false])
  expect(tab.snapshot()).toMatchObject({ size: 0, ready: false, as_of: null, revoked: true })
  expect([tab.product(1), tab.search('', 1).total]).toEqual([null, 0])
  await vi.waitFor(() => expect(other.snapshot()).toMatchObject({ size: 0, ready: false, as_of: null }))
  const cold = await aReplica(async () => null, { name })
  await cold.load()
  expect(cold.snapshot().size).toBe(0)
  isRevoked = false
  expect(await tab.refresh()).toBe(true)
  expect(tab.snapshot()).toMatchObject({ size: 10, ready: true, revoked: false })
})

test('finds only products on sale, but knows every code', async () => {
  const shop = new Shop()
    .put(
      'products',
      aProduct(1, { name: 'Slim Jeans' }),
      aProduct(2, { name: 'Slim Chinos', status_code: 'INACTIVE' }),
      aProduct(3, { name: 'Polo' }),
    )
    .put(
      'variations',
      aVariation(1, { sku: 'SLV-501-32', barcode: '0123456789012' }),
      aVariation(2, { sku: 'SLV-700' }),
      aVariation(3, { sku: 'POLO-M' }),
      aVariation(4, { sku: 'SLV-501-34', product_id: 1 }),
    )
  const replica = await aReplica(shop.pull)
  await replica.refresh()
  const found = (text: string) => replica.search(text, 1).products.map(({ id }) => id)
  expect([
    found('slim'),
    found('slv-'),
    found('SLV-501-32'),
    found('0123456789012'),
    found('123456789012'),
    found('po'),
    found(''),
  ]).toEqual([[1], [1], [1], [1], [1], [3], [3, 1]])
  expect([
    replica.byCode('slv-700')[0]?.product.status_code,
    replica.byCode('123456789012')[0]?.variation.id,
    replica.byCode('999'),
  ]).toEqual(['INACTIVE', 1, []])
  expect(replica.variationsOf(1).map(({ id }) => id)).toEqual([1, 4])
  shop
    .put('products', aProduct(1, { name: 'Slim Jeans', status_code: 'INACTIVE' }), aProduct(2, { name: 'Slim Chinos' }))
    .put('variations', aVariation(4, { sku: 'POLO-L', product_id: 3 }))
  await replica.refresh()
  expect([
    found('slim'),
    found('polo-l'),
    replica.variationsOf(1).map(({ id }) => id),
    replica.byCode('slv-501-34'),
  ]).toEqual([[2], [3], [1], []])
})

test('finds an article by every spelling of its code, and all goods that share one', async () => {
  const shop = new Shop()
    .put('products', aProduct(1), aProduct(2), aProduct(3), aProduct(4, { status_code: 'INACTIVE' }))
    .put(
      'variations',
      aVariation(1, { barcode: '036000291452' }),
      aVariation(2, { barcode: '00036000291452' }),
      aVariation(3),
      aVariation(4, { barcode: '0036000291452' }),
    )
  const replica = await aReplica(shop.pull)
  await replica.refresh()
  const meant = (code: string) => replica.byCode(code).map(({ variation }) => variation.id)
  for (const code of ['036000291452', '0036000291452', ' 00036000291452 '])
    expect([code, meant(code)]).toEqual([code, [1, 2]])
  expect(replica.search('0036000291452', 1).products.map(({ id }) => id)).toEqual([1, 2])

  // A camera reads the UPC-E 04252614, which abbreviates 042100005264; goods with just these eight digits come first.
  shop.put('variations', aVariation(3, { barcode: '042100005264' }))
  await replica.refresh()
  expect([meant('04252614'), replica.search('04252614', 1).products.map(({ id }) => id)]).toEqual([[3], [3]])
  shop.put('variations', aVariation(2, { barcode: '04252614' }))
  await replica.refresh()
  expect([meant('04252614'), meant('042100005264')]).toEqual([[2], [3]])

  shop.put('products', ...[1, 2].map(id => aProduct(id, { status_code: 'INACTIVE' })))
  await replica.refresh()
  expect(meant('36000291452'.padStart(12, '0'))).toEqual([1, 4])
})

test("finds goods by the shop's own words until they are out of use, also after a restart", async () => {
  const shop = new Shop()
    .put('products', aProduct(1, { name: 'Weekend hoodie' }), aProduct(2, { name: 'Polka dress' }))
    .put('variations', aVariation(1), aVariation(2))
    .put('search_words', { id: 7, word: 'omotuo', means: 'hoodie' })
  const name = `replica ${crypto.randomUUID()}`
  const replica = await aReplica(shop.pull, { name })
  await replica.refresh()
  const found = (from: Replica, text: string) => from.search(text, 1).products.map(product => product.id)
  expect([found(replica, 'omotuo'), found(replica, 'gown')]).toEqual([[1], [2]])
  const restarted = await aReplica(shop.pull, { name })
  await restarted.load()
  expect(found(restarted, 'omotuo')).toEqual([1])
  // Builds from before read all of these, and knew no other tables.
  const tables = (await new ReplicaDb(name).packed.toCollection().primaryKeys()).map(([table]) => table)
  expect(tables.every(table => ['products', 'variations'].includes(table))).toBe(true)
  shop.put('search_words', { id: 7, word: 'omotuo', means: 'dress' })
  await replica.refresh()
  expect(found(replica, 'omotuo')).toEqual([2])
  shop.remove('search_words', 7)
  await replica.refresh()
  expect(found(replica, 'omotuo')).toEqual([])
})

test('deducts the outbox from stock, and returns no piece before the copy includes the sale', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  const till = await aTill()
  const shop = aBigShop(1)
  const replica = await aReplica(shop.pull, { till: Promise.resolve(till) })
  await replica.refresh()
  const shelf = (pieces: number) => vi.waitFor(() => expect(replica.shelf(1)).toBe(pieces))
  const sell = (quantity: number) => ringUp(till, aDraft({ lines: [{ product_variation_id: 1, quantity, price: 10 }] }))
  const [first, second] = [await sell(2), await sell(3)]
  await shelf(5)
  vi.setSystemTime(1_001_000)
  await settle(till, [accepted(first.id), rejected(second.id)])
  await new Promise(resolve => setTimeout(resolve, 50)) // in which the shelf would change
  await shelf(5)
  vi.setSystemTime(1_002_000)
  shop.put('variations', aVariation(1, { quantity_in_stock: 8 }))
  await replica.refresh()
  await shelf(5)
  await settle(till, [accepted(second.id)])
  shop.put('variations', aVariation(1, { quantity_in_stock: 5 }))
  vi.setSystemTime(1_003_000)
  await replica.refresh()
  await shelf(5)
})

test('does not count a piece as booked in a pull from before its verdict', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  const till = await aTill()
  const shop = aBigShop(1)
  let during = async () => {}
  const replica = await aReplica(
    async (since, limit) => {
      const reply = await shop.pull(since, limit)
      await during()
      return reply
    },
    { till: Promise.resolve(till) },
  )
  await replica.refresh()
  const { id } = await ringUp(till, aDraft())
  during = async () => {
    vi.setSystemTime(1_005_000)
    await settle(till, [accepted(id)])
    vi.setSystemTime(1_006_000)
  }
  await replica.refresh()
  await new Promise(resolve => setTimeout(resolve, 50)) // in which the shelf would change
  await vi.waitFor(() => expect(replica.shelf(1)).toBe(9))
})

test('does not deduct sales accepted before the copy was made again', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  const till = await aTill()
  const { id } = await ringUp(till, aDraft())
  await settle(till, [accepted(id)])
  vi.setSystemTime(1_001_000)
  const shop = aBigShop(1)
  const seen: number[] = []
  const inChunks: Pull = async since => {
    if (since === '4') seen.push(replica.shelf(1))
    return shop.pull(since, 4)
  }
  shop.put('accounts', { id: 1, code: 'CASH', name: 'Cash' })
  const replica = await aReplica(inChunks, { till: Promise.resolve(till) })
  await replica.refresh()
  expect([...seen, replica.shelf(1)]).toEqual([10, 10])
})
