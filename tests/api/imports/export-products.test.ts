import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertRow } from '#api/db/database.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aVariation, openShop } from '#tests/support/server/shop.ts'

let api: Api
let token: string
beforeAll(async () => {
  api = await startApi()
  await openShop()
  token = (await aUser('MANAGER')).token
})
afterAll(() => api.stop())

const rowsOf = (text: string) => parse(text, { bom: true, columns: true }) as Record<string, string>[]

test("exports the list of products as this shop's file, one row per variant, with the list's filters", async () => {
  await aVariation(5)
  await aVariation(0, { status_code: 'INACTIVE', retail_price: 25.5 })
  const { status, headers, text } = await api.send('GET', '/api/staff/products/csv', { token })
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'text/csv; charset=utf-8; header=present',
    'no-store',
  ])
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="products-\d{4}-\d\d-\d\d\.csv"$/)
  const rows = rowsOf(text)
  expect(
    rows.map(({ name, retail_price, status_code, size_code, quantity }) => [
      name,
      retail_price,
      status_code,
      size_code,
      quantity,
    ]),
  ).toEqual([
    ['Jeans 1', '10.00', 'LIVE', 'UK10', '5'],
    ['Jeans 2', '25.50', 'INACTIVE', 'UK10', '0'],
  ])
  const { text: some } = await api.send('GET', '/api/staff/products/csv?status_code=INACTIVE', { token })
  expect(rowsOf(some).map(({ name }) => name)).toEqual(['Jeans 2'])
})

test('does not export a name as a formula', async () => {
  await insertRow('products', {
    slug: 'formula',
    name: '=1+1',
    description: '',
    features: '["50% cotton | 50% linen","two"]',
    category_id: 1,
    retail_price: 10,
  })
  const { text } = await api.send('GET', '/api/staff/products/csv', { token })
  expect(rowsOf(text).find(({ slug }) => slug === 'formula')).toMatchObject({
    name: "'=1+1",
    features: '50% cotton \\| 50% linen | two',
    sku: '',
  })
})

test('answers with an error and no file for an unknown or forbidden list', async () => {
  expect((await api.send('GET', '/api/staff/products/csv?status_code=GONE', { token })).body.code).toBe('validation')
  const { token: customer } = await aUser('CUSTOMER')
  expect((await api.send('GET', '/api/staff/products/csv', { token: customer })).status).toBe(403)
})
