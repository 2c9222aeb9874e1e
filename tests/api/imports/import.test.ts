import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { execute, select, selectOne } from '#api/db/database.ts'
import { jobKinds } from '#api/job-kinds.ts'
import { workJobs } from '#api/jobs/work-jobs.ts'
import { INCOMING } from '#api/uploads/incoming.ts'
import type { ImportReport } from '#sync/protocol/staff/import-report.ts'
import { patience } from '#tests/support/patience.ts'
import { aUser, startApi, type Api } from '#tests/support/server/api.ts'
import { aRow, ownFile } from '#tests/support/import-files/own-files.ts'
import { brokenRules, count, openShop } from '#tests/support/server/shop.ts'

let api: Api
let token: string
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  token = (await aUser('MANAGER')).token
})
afterAll(() => api.stop())

const shopify = readFileSync('tests/support/shopify-apparel.csv', 'utf8')

function form(content: string, fields: Record<string, string> = {}, type = 'text/csv') {
  const body = new FormData()
  body.append('file', new Blob([content], { type }), 'products.csv')
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return body
}
const send = (
  content: string,
  { headers = {}, ...fields }: { headers?: Record<string, string>; dry_run?: string } = {},
) =>
  api.send('POST', '/api/staff/products/import', {
    token,
    body: form(content, fields as Record<string, string>),
    headers,
  })
/** The answer to a form of so many bytes of which only the first have come. */
const statusOfBegun = (bytes: number) =>
  new Promise<number | undefined>((resolve, reject) => {
    const type = 'multipart/form-data; boundary=x'
    const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': bytes }
    const begun = request(`${api.base}/api/staff/products/import`, { method: 'POST', agent: false, headers }, reply => {
      resolve(reply.statusCode)
      begun.destroy()
    })
    begun.on('error', reject).write('--x\r\n')
  })
const read = async (content: string, options: Parameters<typeof send>[1] = {}) => {
  const reply = await send(content, options)
  expect(reply.status).toBe(200)
  return reply.body as unknown as ImportReport
}
const product = (slug: string) =>
  selectOne<{
    id: number
    name: string
    description: string
    retail_price: number
    discount: number
    status_code: string
    features: string
    created_at: Date
    category: string
  }>('SELECT p.*, c.name AS category FROM products p JOIN categories c ON c.id = p.category_id WHERE slug = ?', [slug])
const variations = (slug: string) =>
  select<{
    id: number
    sku: string
    barcode: string | null
    size_code: string
    colour_code: string | null
    on_hand: number
  }>(
    'SELECT v.id, v.sku, v.barcode, v.size_code, v.colour_code, v.on_hand FROM product_variations v JOIN products p ON p.id = v.product_id WHERE p.slug = ? ORDER BY v.id',
    [slug],
  )
const stamps = async () =>
  JSON.stringify(
    await Promise.all(
      [
        'products',
        'product_variations',
        'product_images',
        'product_listings',
        'stock_movements',
        'categories',
        'sizes',
        'colours',
      ].map(table => select(`SELECT * FROM ${table}`)),
    ),
  )

describe("Shopify's export", () => {
  it('is imported whole, and again without changes', async () => {
    expect(await read(shopify)).toEqual({ summary: { created: 20, updated: 0, unchanged: 0, failed: 0 }, errors: [] })
    expect(await variations('classic-varsity-top')).toMatchObject([
      { sku: 'CLASSIC-VARSITY-TOP-SMALL', size_code: 'SMALL', colour_code: null, on_hand: 1 },
      { size_code: 'MEDIUM', on_hand: 1 },
      { size_code: 'LARGE', on_hand: 1 },
    ])
    expect(await variations('ocean-blue-shirt')).toMatchObject([{ size_code: 'ONE', on_hand: 1 }])
    expect(await product('ocean-blue-shirt')).toMatchObject({
      name: 'Ocean Blue Shirt',
      retail_price: 50,
      discount: 0,
      status_code: 'LIVE',
      category: 'men',
    })
    expect(await count('product_images', "name IS NULL AND source LIKE 'https://burst.shopifycdn.com/%'")).toBe(20)
    expect(await count('product_listings')).toBe(20)
    expect(await brokenRules()).toEqual([])

    const before = await stamps()
    expect(await read(shopify)).toEqual({ summary: { created: 0, updated: 0, unchanged: 20, failed: 0 }, errors: [] })
    expect(await stamps()).toBe(before)
  })

  it('brings prices, colours, words and status', async () => {
    const header =
      'Handle,Title,Body (HTML),Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Image Alt Text,Status'
    expect(
      await read(
        `${header}\n` +
          `kente-tee,Kente Tee,"<p>Woven &amp; warm</p><script>alert(1)</script>",Tops > Tees,sale,true,Color,Navy Blue,Size,M,KT-1,-4,59.99,80,'0012345,https://cdn.example/1.jpg,Front,active\n` +
          'kente-tee,,,,,,,Volta Green,,L,KT-2,6,59.99,80,,https://cdn.example/2.jpg,,\n' +
          'kente-tee,,,,,,,,,,,,,,,https://cdn.example/3.jpg,,\n' +
          'old-tee,Old Tee,,,,false,Title,Default Title,,,,2,20,,,,,draft\n',
      ),
    ).toEqual({ summary: { created: 2, updated: 0, unchanged: 0, failed: 0 }, errors: [] })
    expect(await product('kente-tee')).toMatchObject({
      retail_price: 80,
      discount: 20.01,
      description: 'Woven & warm',
      status_code: 'LIVE',
    })
    expect(await product('old-tee')).toMatchObject({ status_code: 'INACTIVE', category: 'Other' })
    const [navy, green] = await variations('kente-tee')
    expect(navy).toMatchObject({ sku: 'KT-1', barcode: '0012345', size_code: 'M', colour_code: '000080', on_hand: 0 })
    expect(green).toMatchObject({ sku: 'KT-2', size_code: 'L', on_hand: 6 })
    expect((await select('SELECT position, source FROM product_images ORDER BY position')).length).toBe(3)
  })
})

describe("the shop's own file", () => {
  const rows = [
    aRow('ama', {
      description: 'Two\nlines, "quoted"',
      features: '98% cotton | Five pockets',
      created_at: '2026-01-31',
      discount: '9.50',
      sku: 'A-1',
      barcode: '0601',
    }),
    {
      slug: 'ama',
      size_code: 'UK12',
      size_name: 'UK 12',
      colour_code: '23407F',
      colour_name: 'Deep Indigo',
      sku: 'A-2',
      quantity: 4,
    },
  ]

  it('is imported with everything it says', async () => {
    expect((await read(ownFile(rows))).summary).toEqual({ created: 1, updated: 0, unchanged: 0, failed: 0 })
    expect(await product('ama')).toMatchObject({
      name: 'The ama',
      description: 'Two\nlines, "quoted"',
      features: '["98% cotton","Five pockets"]',
      retail_price: 99.5,
      discount: 9.5,
      created_at: new Date('2026-01-31T00:00:00Z'),
    })
    expect(await variations('ama')).toMatchObject([
      { sku: 'A-1', barcode: '0601', size_code: 'UK10', on_hand: 3 },
      { sku: 'A-2', size_code: 'UK12', colour_code: '23407F', on_hand: 4 },
    ])
    expect(await count('stock_movements', "reason = 'RECEIPT' AND user_id IS NOT NULL")).toBe(2)
  })

  it('corrects what differs and leaves alone what it does not mention', async () => {
    await read(ownFile([...rows, aRow('kofi')]))
    const kofi = await selectOne('SELECT updated_at FROM products WHERE slug = ?', ['kofi'])
    const changed = [
      { slug: 'ama', name: 'Ama', retail_price: '120', size_code: 'UK10', colour_name: 'Indigo', sku: 'A-9' },
      aRow('kofi'),
    ]
    expect((await read(ownFile(changed))).summary).toEqual({ created: 0, updated: 1, unchanged: 1, failed: 0 })
    expect(await product('ama')).toMatchObject({
      name: 'Ama',
      retail_price: 120,
      discount: 0,
      description: 'Two\nlines, "quoted"',
    })
    expect(await variations('ama')).toMatchObject([
      { sku: 'A-9', barcode: '0601', on_hand: 3 },
      { sku: 'A-2', on_hand: 4 },
    ])
    expect(await selectOne('SELECT updated_at FROM products WHERE slug = ?', ['kofi'])).toEqual(kofi)
  })

  it('undoes no sale when it is imported again', async () => {
    await read(ownFile(rows))
    const [sold] = await variations('ama')
    await execute('UPDATE product_variations SET on_hand = on_hand - 2 WHERE id = ?', [sold!.id])
    await execute("INSERT INTO stock_movements (product_variation_id, reason, quantity) VALUES (?, 'SALE', -2)", [
      sold!.id,
    ])
    expect((await read(ownFile(rows))).summary.unchanged).toBe(1)
    expect(await variations('ama')).toMatchObject([{ on_hand: 1 }, { on_hand: 4 }])
    expect(await brokenRules()).toEqual([])
  })

  it('may return to a product later, and its first rows apply', async () => {
    const file = ownFile([
      aRow('ama'),
      aRow('kofi'),
      aRow('ama', {
        name: 'Other',
        retail_price: 1,
        size_code: 'UK12',
        size_name: 'UK 12',
        pictures: 'https://cdn.example/a.jpg',
      }),
    ])
    expect(await read(file)).toEqual({ summary: { created: 2, updated: 0, unchanged: 0, failed: 0 }, errors: [] })
    expect(await product('ama')).toMatchObject({ name: 'The ama', retail_price: 99.5 })
    expect(await variations('ama')).toHaveLength(2)
    expect((await read(file)).summary).toEqual({ created: 0, updated: 0, unchanged: 2, failed: 0 })
  })

  it('finds a product by its former address', async () => {
    await read(ownFile([aRow('ama')]))
    const { id } = (await product('ama'))!
    await execute("UPDATE products SET slug = 'ama-slim' WHERE id = ?", [id])
    await execute("INSERT INTO product_slugs (slug, product_id) VALUES ('ama', ?)", [id])
    expect((await read(ownFile([aRow('ama', { name: 'Ama' })]))).summary).toEqual({
      created: 0,
      updated: 1,
      unchanged: 0,
      failed: 0,
    })
    expect(await product('ama-slim')).toMatchObject({ id, name: 'Ama' })
    expect(await count('products')).toBe(1)
  })

  it('makes no variant from a row about the product alone', async () => {
    await read(ownFile(rows))
    expect((await read('slug,name,retail_price\nama,Ama,80\n')).summary.updated).toBe(1)
    expect(await variations('ama')).toHaveLength(2)
  })

  it("cannot take another product's SKU", async () => {
    await read(ownFile([aRow('ama', { sku: 'A-1' })]))
    const report = await read(ownFile([aRow('kofi', { sku: 'a-1' }), aRow('esi', { sku: 'E-1' })]))
    expect(report).toEqual({
      summary: { created: 1, updated: 0, unchanged: 0, failed: 1 },
      errors: [{ line: 2, message: 'The SKU "a-1" is already used by "The ama".' }],
    })
    expect(await product('kofi')).toBeNull()
  })

  it('cannot give a barcode of the shop to a second variant', async () => {
    await read(ownFile([aRow('ama', { barcode: '2000000000015' }), aRow('yaa', { barcode: '6034128000011' })]))
    const file = ownFile([
      aRow('kofi', { barcode: '2000000000015' }),
      aRow('esi', { barcode: '2000000000022' }),
      aRow('abena', { barcode: '2000000000022' }),
      aRow('yaa', { barcode: '2000000000015' }),
      aRow('efua', { barcode: '6034128000011' }),
    ])
    const report = await read(file)
    expect(report.summary).toEqual({ created: 2, updated: 0, unchanged: 0, failed: 3, hints: 1 })
    expect(report.hints).toEqual([
      { line: 6, message: '"The yaa" (YAA-UK10-INDIGO) has the barcode "6034128000011" too.' },
    ])
    expect(report.errors.map(({ line, message }) => [line, message.slice(0, 40)])).toEqual([
      [2, 'The barcode "2000000000015" is already u'],
      [4, 'Line 3 already has the barcode "20000000'],
      [5, 'Line 2 already has the barcode "20000000'],
    ])
    expect(await brokenRules()).toEqual([])
  })

  it('may have more variants than one transaction holds', async () => {
    const rows = Array.from({ length: 1_203 }, (_, i) =>
      i === 0
        ? aRow('many', { size_code: 'N0', size_name: 'N0' })
        : { slug: 'many', size_code: `N${i}`, size_name: `N${i}`, quantity: 1 },
    )
    expect((await read(ownFile(rows), { dry_run: '1' })).summary).toEqual({
      created: 1,
      updated: 0,
      unchanged: 0,
      failed: 0,
    })
    expect(await read(ownFile(rows))).toEqual({
      summary: { created: 1, updated: 0, unchanged: 0, failed: 0 },
      errors: [],
    })
    expect(await variations('many')).toHaveLength(1_203)
    const before = await stamps()
    expect((await read(ownFile(rows))).summary).toEqual({ created: 0, updated: 0, unchanged: 1, failed: 0 })
    expect(await stamps()).toBe(before)
  })

  it('skips a product that only the database refuses', async () => {
    const file = ownFile([aRow('ama', { sku: 'STRASSE' }), aRow('kofi', { sku: 'STRA\u00dfE' }), aRow('esi')])
    const report = await read(file)
    expect(report.summary).toEqual({ created: 2, updated: 0, unchanged: 0, failed: 1 })
    expect(report.errors).toMatchObject([{ line: 3, message: expect.stringContaining('already in use') as string }])
    expect((await read(file)).summary).toEqual({ created: 0, updated: 0, unchanged: 2, failed: 1 })
  })

  it('names every row that a bad first row excludes', async () => {
    const file = ownFile([
      aRow('ama', { retail_price: 'free' }),
      { slug: 'ama', size_code: 'UK12', size_name: 'UK 12' },
      aRow('kofi'),
    ])
    const report = await read(file)
    expect(report.summary).toEqual({ created: 1, updated: 0, unchanged: 0, failed: 1 })
    expect(report.errors.map(({ line }) => line)).toEqual([2, 3])
  })

  it('makes everything once when it is imported twice at the same moment', async () => {
    const file = ownFile(
      Array.from({ length: 120 }, (_, i) =>
        aRow(`p-${i}`, { category: `New ${i % 5}`, size_code: '', size_name: `Fresh ${i % 7}` }),
      ),
    )
    const [a, b] = await Promise.all([read(file), read(file)])
    expect(a.summary.created + b.summary.created).toBe(120)
    expect(a.summary.unchanged + b.summary.unchanged).toBe(120)
    expect(await count('categories', "name LIKE 'New %'")).toBe(5)
    expect(await count('product_variations')).toBe(120)
    expect(await brokenRules()).toEqual([])
  })

  it('makes unique SKUs', async () => {
    await read(
      ownFile([
        aRow('a-b', { size_code: 'C', size_name: 'C', colour_name: '' }),
        aRow('a', { size_code: 'B-C', size_name: 'B-C', colour_name: '' }),
        aRow('x'.repeat(160), { name: 'Long' }),
      ]),
    )
    const skus = (await select<{ sku: string }>('SELECT sku FROM product_variations')).map(({ sku }) => sku)
    expect(skus).toHaveLength(3)
    expect(skus).toContain('A-B-C')
    expect(Math.max(...skus.map(sku => sku.length))).toBe(64)
  })
})

describe('the import', () => {
  it('rehearses with dry_run: the same report, and nothing written', async () => {
    const before = await stamps()
    for (const dry_run of ['1', 'true']) expect((await read(shopify, { dry_run })).summary.created).toBe(20)
    expect(await stamps()).toBe(before)
    expect((await read(shopify, { dry_run: '0' })).summary.created).toBe(20)
  })

  it('is for staff', async () => {
    const body = form(shopify)
    expect((await api.send('POST', '/api/staff/products/import', { body })).status).toBe(401)
    expect(
      (await api.send('POST', '/api/staff/products/import', { token: (await aUser('CUSTOMER')).token, body })).status,
    ).toBe(403)
    expect(
      (await api.send('GET', '/api/staff/products/imports/1', { token: (await aUser('CUSTOMER')).token })).status,
    ).toBe(403)
    expect((await api.send('GET', '/api/staff/products/imports/999', { token })).status).toBe(404)
    expect(await count('products')).toBe(0)
  })

  it('runs once per Idempotency-Key and repeats its reply', async () => {
    const headers = { 'idempotency-key': 'import-1' }
    const first = await send(shopify, { headers })
    const second = await send(shopify, { headers })
    expect(first.status).toBe(200)
    expect([second.status, second.text, second.headers.get('idempotent-replayed')]).toEqual([200, first.text, 'true'])
    expect(await send(`${shopify}\n`, { headers })).toMatchObject({ status: 422, body: { code: 'key_reused' } })
    expect(await send(shopify, { headers, dry_run: 'true' })).toMatchObject({
      status: 422,
      body: { code: 'key_reused' },
    })
  })

  it('accepts one CSV file of at most 100 MB and nothing else', async () => {
    const post = (body: unknown) => api.send('POST', '/api/staff/products/import', { token, body })
    expect((await post({ file: 'x' })).status).toBe(415)
    expect((await post(form(shopify, {}, 'image/png'))).status).toBe(415)
    expect((await post(form(shopify, { dry_run: '1' }, 'text/csv; charset=utf-8'))).status).toBe(200)
    expect(
      await post(form(ownFile([aRow('ama')]).replaceAll(',', '\t'), { dry_run: '1' }, 'text/tab-separated-values')),
    ).toMatchObject({ status: 200, body: { summary: { created: 1 } } })
    expect(await post(form(shopify, { dry_run: 'perhaps' }))).toMatchObject({
      status: 422,
      body: { errors: { dry_run: [expect.any(String)] } },
    })
    expect((await post(form(shopify, { role: 'owner' }))).status).toBe(422)
    expect((await post(new FormData())).status).toBe(422)
    const two = form(shopify)
    two.append('file', new Blob([shopify], { type: 'text/csv' }), 'more.csv')
    expect((await post(two)).status).toBe(413)
    expect(await statusOfBegun(101 * 1024 * 1024)).toBe(413)
    expect(await count('products')).toBe(0)
  })

  it('leaves no file behind', async () => {
    await read(shopify)
    await send('nothing', {})
    await expect.poll(() => readdir(INCOMING), { timeout: patience(30_000) }).toEqual([])
  })

  it('goes on by itself with a long file and reports its progress', async () => {
    const rows = Array.from({ length: 2_600 }, (_, i) => aRow(`p-${i}`, i === 2_599 ? { retail_price: 'free' } : {}))
    const reply = await send(ownFile(rows), { headers: { 'idempotency-key': 'long' } })
    expect(reply.status).toBe(202)
    const { id } = (reply.body as unknown as { import: { id: number } }).import
    const ask = async () =>
      (await api.send('GET', `/api/staff/products/imports/${id}`, { token })).body as unknown as {
        import: ImportReport & { status: string; rows: number }
      }
    expect((await ask()).import.rows).toBeLessThanOrEqual(2_600)
    await workJobs(jobKinds)
    expect((await ask()).import).toEqual({
      id,
      status: 'DONE',
      rows: 2_600,
      summary: { created: 2_599, updated: 0, unchanged: 0, failed: 1 },
      errors: [{ line: 2_601, message: expect.stringContaining('not an amount') as string }],
    })
    expect((await send(ownFile(rows), { headers: { 'idempotency-key': 'long' } })).text).toBe(reply.text)
    expect(await count('product_imports')).toBe(1)
  })
})
