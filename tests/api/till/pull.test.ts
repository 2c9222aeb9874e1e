import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { execute, insertRow, select, sqlTime } from '#api/db/database.ts'
import { pull } from '#api/sync/pull.ts'
import { REPLICA_TABLES, type PullReply } from '#sync/protocol/replica.ts'
import { aUser, startApi, type Api } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { present, ReplicaDouble } from '#tests/support/till/replica-double.ts'

let api: Api
let token: string
beforeAll(async () => {
  api = await startApi()
  token = (await aUser('MANAGER', { name: 'Ama' })).token
  await aUser('MANAGER', { name: 'Gone', status_code: 'INACTIVE' })
  await aUser('CUSTOMER', { name: 'Buyer' })
  for (let i = 0; i < 30; i++)
    await aProduct({
      images: i % 2 ? [`p${i}`] : [],
      pieces: Array.from({ length: i % 5 }, (_, n) => ({ size: `UK${n + 6}`, colour: n % 2 ? 'FFFFFF' : null })),
    })
  await aProduct({ name: 'Off', status_code: 'INACTIVE' })
  await ageAll()
})
afterAll(() => api.stop())

/** Makes everything look as if it had not been touched for an hour. */
async function ageAll() {
  for (const table of [
    'settings',
    'users',
    'sizes',
    'colours',
    'categories',
    'accounts',
    'products',
    'product_variations',
  ])
    await execute(`UPDATE ${table} SET updated_at = ?`, [sqlTime(Date.now() - 3_600_000)])
}
const rowsIn = ({ changes, deleted }: PullReply) =>
  REPLICA_TABLES.reduce((sum, table) => sum + changes[table].length + deleted[table].length, 0)
const expectComplete = async (replica: ReplicaDouble) => {
  for (const table of REPLICA_TABLES)
    expect({ [table]: replica.rows(table) }).toEqual({ [table]: await present(table) })
}

describe('a whole copy', () => {
  test.each([1, 2, 3, 7, 50, 10_000])('is complete in chunks of at most %i rows', async limit => {
    const replica = new ReplicaDouble()
    const chunks = await replica.walk(limit)
    await expectComplete(replica)
    for (const chunk of chunks) expect(rowsIn(chunk)).toBeLessThanOrEqual(limit)
    expect(chunks.reduce((sum, chunk) => sum + rowsIn(chunk), 0)).toBe(chunks[0]!.total)
    expect(new Set(chunks.map(({ total }) => total)).size).toBe(1)
  })

  test('brings each product before its variants, so that the first chunk can be sold from', async () => {
    const known = new Set<number>()
    for (const { changes } of await new ReplicaDouble().walk(40)) {
      for (const { id } of changes.products) known.add(id)
      for (const { product_id } of changes.variations) expect(known.has(product_id)).toBe(true)
    }
    const first = await pull('', 60)
    expect(first.changes.variations.length).toBeGreaterThan(0)
    expect(first.changes.products.find(({ picture }) => picture)?.picture).toMatch(
      /^\/storage\/pictures\/p\d+-800\.webp$/,
    )
  })

  test("includes staff by name only, the till's accounts, and public settings", async () => {
    await execute("INSERT INTO settings (name, value) VALUES ('smtp_password', 'secret')")
    const { changes } = await pull('', 10_000)
    expect(changes.tellers).toEqual([{ id: expect.any(Number), name: 'Ama' }])
    expect(changes.accounts.map(({ code }) => code)).toEqual([
      'CASH',
      'MTN_MOBILE_MONEY',
      'BANK',
      'TELECEL_CASH',
      'AT_MONEY',
    ])
    expect(changes.settings.map(({ name }) => name)).not.toContain('smtp_password')
    expect(changes.products.find(({ name }) => name === 'Off')?.status_code).toBe('INACTIVE')
    await execute("DELETE FROM settings WHERE name = 'smtp_password'")
  })
})

describe('a later pull', () => {
  test('brings what changed and nothing else', async () => {
    const replica = new ReplicaDouble()
    await replica.walk(10_000)
    expect(rowsIn(await pull(replica.watermark, 10_000))).toBe(0)
    const [product] = await select<{ id: number }>('SELECT id FROM products ORDER BY id LIMIT 1')
    await execute('UPDATE products SET retail_price = 77.5 WHERE id = ?', [product!.id])
    await execute('UPDATE product_variations SET on_hand = on_hand - 1 ORDER BY id LIMIT 1')
    const reply = await pull(replica.watermark, 10_000)
    expect(reply).toMatchObject({
      more: false,
      total: 2,
      changes: { products: [{ id: product!.id, retail_price: 77.5 }], variations: [{ quantity_in_stock: 4 }] },
    })
    replica.take(reply)
    replica.take(await pull(replica.watermark, 10_000)) // the minute before comes again, and changes nothing
    await expectComplete(replica)
  })

  test('reports deleted products, tellers who left and accounts taken off the till', async () => {
    await ageAll()
    const replica = new ReplicaDouble()
    await replica.walk(10_000)
    const doomed = await aProduct({ name: 'Doomed', pieces: [{ size: 'S' }, { size: 'M' }] })
    const leaver = await aUser('MANAGER', { name: 'Leaver' })
    await replica.walk(10_000)
    expect(replica.tables.products.has(doomed.id) && replica.tables.tellers.has(leaver.id)).toBe(true)
    await execute('UPDATE products SET deleted_at = NOW(3) WHERE id = ?', [doomed.id])
    await execute("UPDATE users SET status_code = 'INACTIVE' WHERE id = ?", [leaver.id])
    await execute("UPDATE accounts SET at_till = 0, updated_at = NOW(3) WHERE code = 'BANK'")
    const [chunk] = await replica.walk(10_000)
    expect(chunk!.deleted).toMatchObject({
      products: [doomed.id],
      tellers: expect.arrayContaining([leaver.id]),
      accounts: [expect.any(Number)],
    })
    await expectComplete(replica)
    await execute("UPDATE accounts SET at_till = 1 WHERE code = 'BANK'")
  })

  test("brings all of the shop's own words, however old, and takes back unused ones", async () => {
    const replica = new ReplicaDouble()
    await replica.walk(10_000)
    const id = await insertRow('search_words', { word: 'omotuo', means: 'hoodie' })
    await insertRow('search_words', { word: 'waakye', means: 'dress' })
    await execute('UPDATE search_words SET updated_at = ?', [sqlTime(Date.now() - 3_600_000)])
    await replica.walk(1)
    await expectComplete(replica)
    expect(replica.rows('search_words')).toHaveLength(2)
    await execute('UPDATE search_words SET active = 0 WHERE id = ?', [id])
    await replica.walk(10_000)
    expect(replica.rows('search_words')).toMatchObject([{ word: 'waakye', means: 'dress' }])
    await execute('DELETE FROM search_words')
  })

  test('brings a restored product with its variants', async () => {
    const { id } = await aProduct({ name: 'Returning', pieces: [{ size: 'S' }, { size: 'M' }] })
    const setDeleted = async (deleted_at: string | null) => {
      await ageAll()
      await execute('UPDATE products SET deleted_at = ?, updated_at = CURRENT_TIMESTAMP(3) WHERE id = ?', [
        deleted_at,
        id,
      ])
      await refreshListings([id])
    }
    await setDeleted('2026-01-01')
    const replica = new ReplicaDouble()
    await replica.walk(10_000)
    expect(replica.tables.products.has(id)).toBe(false)
    await setDeleted(null)
    await replica.walk(10_000)
    await expectComplete(replica)
  })

  test('walks through thousands of rows that changed in the same instant', async () => {
    const replica = new ReplicaDouble()
    await replica.walk(10_000)
    await execute('UPDATE product_variations SET on_hand = on_hand + 3, updated_at = ?', [sqlTime(Date.now())])
    const chunks = await replica.walk(7)
    expect(chunks.length).toBeGreaterThan(5)
    await expectComplete(replica)
  })

  test('ends although something changes between every two chunks', async () => {
    const replica = new ReplicaDouble()
    await replica.walk(10_000)
    await execute('UPDATE product_variations SET on_hand = on_hand + 1')
    let changes = 0
    const chunks = await replica.walk(1, async () => {
      changes += await execute('UPDATE product_variations SET on_hand = on_hand + 1 ORDER BY RAND() LIMIT 1')
    })
    expect(chunks.length).toBeLessThan(300)
    expect(changes).toBe(chunks.length)
    await replica.walk(10_000)
    await expectComplete(replica)
  })
})

describe('the caller of a pull', () => {
  test.each([
    'x',
    'e30',
    Buffer.from('{"since":"1"}').toString('base64url'),
    Buffer.from('{"walk":{"table":"users"}}').toString('base64url'),
    Buffer.from('[1]').toString('base64url'),
  ])('is refused with the watermark %j', async since =>
    expect((await api.send('GET', `/api/sync/pull?since=${since}`, { token })).status).toBe(422),
  )

  test.each(['limit=0', 'limit=10001', 'limit=x', 'limit=1.5'])('is refused with %s', async query =>
    expect((await api.send('GET', `/api/sync/pull?${query}`, { token })).status).toBe(422),
  )

  test('must be staff', async () => {
    expect((await api.send('GET', '/api/sync/pull')).status).toBe(401)
    expect((await api.send('GET', '/api/sync/pull', { token: (await aUser('CUSTOMER')).token })).status).toBe(403)
    expect((await api.send('GET', '/api/sync/pull?since=&limit=10', { token })).body).toMatchObject({
      more: true,
      watermark: expect.any(String),
    })
  })
})

test('does not miss a change that commits late', async () => {
  const replica = new ReplicaDouble()
  const late = await insertRow('sizes', { code: 'LATE', name: 'Late' })
  await replica.walk(10_000)
  await execute('UPDATE sizes SET name = ?, updated_at = ? WHERE id = ?', ['Later', sqlTime(Date.now() - 30_000), late])
  await replica.walk(10_000)
  expect(replica.tables.sizes.get(late)).toMatchObject({ name: 'Later' })
})
