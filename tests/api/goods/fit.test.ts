import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute } from '#api/db/database.ts'
import type { Product } from '#sync/protocol/shop/catalogue.ts'
import type { FitRow } from '#sync/protocol/fit.ts'
import { aUser, startApi, type Api } from '#tests/support/server/api.ts'
import { aCategory, aProduct } from '#tests/support/goods/catalogue.ts'

let api: Api
let token: string
let bottoms: number
let jeans: number
let product: number
beforeAll(async () => {
  api = await startApi()
  token = (await aUser('ADMINISTRATOR')).token
  bottoms = await aCategory('Bottoms')
  jeans = await aCategory('Jeans', bottoms)
  product = (
    await aProduct({
      name: 'Slim jeans',
      category: 'Jeans',
      pieces: [{ size: 'UK10' }, { size: 'UK8' }, { size: 'UK12' }],
    })
  ).id
})
afterAll(() => api.stop())

const row = (size_code: string, waist: number | null, rest: Partial<FitRow> = {}): FitRow => ({
  size_code,
  waist,
  hip: null,
  inseam: null,
  rise: null,
  ...rest,
})
const write = async (category: number, rows: unknown[], as_read?: unknown[]) => {
  const { status, body } = await api.send('PATCH', `/api/staff/categories/${category}/fit`, {
    token,
    body: { rows, ...(as_read && { as_read }) },
  })
  return { status, ...(body as { fit?: FitRow[]; errors?: object }) }
}
const shown = async () => ((await api.send('GET', `/api/products/${product}`)).body.product as unknown as Product).fit

test("shows the measures of a product's own sizes from the nearest table above it", async () => {
  expect(await shown()).toEqual([])
  await write(bottoms, [row('UK12', 76), row('UK8', 67, { hip: 92.5 })])
  expect(await shown()).toEqual([row('UK8', 67, { hip: 92.5 }), row('UK12', 76)])
  const { status, fit } = await write(jeans, [row('UK10', 71.5, { inseam: 79, rise: 26.5 }), row('UK8', 66)])
  expect(status).toBe(200)
  expect(fit).toEqual([row('UK8', 66), row('UK10', 71.5, { inseam: 79, rise: 26.5 })])
  expect(await shown()).toEqual(fit)
  await write(jeans, [])
  expect(await shown()).toEqual([row('UK8', 67, { hip: 92.5 }), row('UK12', 76)])
})

test('refuses unknown and duplicate sizes and impossible lengths where they stand', async () => {
  const before = await shown()
  expect(await write(bottoms, [row('UK8', 67), row('UK99', 70)])).toMatchObject({
    status: 422,
    errors: { 'rows.1.size_code': ['Unknown size: UK99.'] },
  })
  expect(await write(bottoms, [row('UK8', 67), row('UK8', 68)])).toMatchObject({
    status: 422,
    errors: { 'rows.1.size_code': ['Size UK8 is already in the table.'] },
  })
  for (const waist of [0, -1, 301, 70.25, '70'])
    expect(await write(bottoms, [{ ...row('UK8', null), waist }])).toMatchObject({
      status: 422,
      errors: { 'rows.0.waist': expect.anything() },
    })
  expect((await write(4_000_000, [])).status).toBe(404)
  expect(await shown()).toEqual(before)
})

test('is not overwritten from a stale screen', async () => {
  const read = (await write(jeans, [row('UK10', 71), row('UK8', 66)])).fit!
  const theirs = (await write(jeans, [row('UK10', 72), row('UK8', 66)], read.toReversed())).fit!
  expect(await write(jeans, [row('UK10', 71), row('UK8', 67)], read)).toMatchObject({
    status: 409,
    code: 'stale',
    fit: theirs,
  })
  expect(await shown()).toEqual(theirs)
  expect(await write(jeans, [], theirs)).toMatchObject({ status: 200, fit: [] })
  expect((await write(jeans, [], theirs)).status).toBe(409)
})

test('names the measure of an impossible length', async () => {
  expect((await write(bottoms, [{ ...row('UK8', null), waist: 'wide', rise: 301 }])).errors).toEqual({
    'rows.0.waist': ['Waist must be a number.'],
    'rows.0.rise': ['Rise must be less than or equal to 300.'],
  })
})

test('stops at a cycle of categories', async () => {
  await execute('UPDATE categories SET parent_id = ? WHERE id = ?', [jeans, bottoms])
  await write(bottoms, [])
  expect(await shown()).toEqual([])
})
