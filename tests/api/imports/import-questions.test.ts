import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { select } from '#api/db/database.ts'
import type { ImportReport } from '#sync/protocol/staff/import-report.ts'
import { aUser, startApi, type Api } from '#tests/support/server/api.ts'
import { aFileForm, importDesk } from '#tests/support/goods/import-desk.ts'
import { count, openShop } from '#tests/support/server/shop.ts'

let api: Api
let token: string
const desk = importDesk(() => ({ api, token }))

beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  token = (await aUser('ADMINISTRATOR')).token
})
afterAll(() => api.stop())

const HEAD =
  'ID,Type,SKU,Name,In stock?,Stock,Regular price,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)'
const file = (...rows: string[]) => [HEAD, ...rows].join('\n')
/** As WooCommerce's own sample of products: the last variant of the hoodie stands behind all others. */
const HOODIE = file(
  '45,variable,hoodie,Hoodie,1,,,,Color,"Blue, Green, Red",Logo,"Yes, No"',
  '79,variation,hoodie-red,"Hoodie - Red, No",1,4,45,hoodie,Color,Red,Logo,No',
  '80,variation,hoodie-green,"Hoodie - Green, No",1,5,45,hoodie,Color,Green,Logo,No',
  '81,variation,hoodie-blue,"Hoodie - Blue, No",1,6,45,hoodie,Color,Blue,Logo,No',
  '87,grouped,collection,Logo Collection,1,,,,,,,',
  '88,simple,beanie,Beanie,1,3,18,,Color,Red,,',
  '89,external,pennant,WordPress Pennant,1,,11.05,,,,,',
  '90,variation,hoodie-logo,"Hoodie - Blue, Yes",1,7,45,hoodie,Color,Blue,Logo,Yes',
)
/** Stock that nobody counts, that the product counts, that is out, and that is known. */
const UNCOUNTED = file(
  '1,simple,mug,Mug,1,,9,,,,,',
  '2,variable,tee,Tee,1,9,,,Size,"S, M, L",,',
  '3,variation,tee-s,Tee - S,1,parent,20,tee,Size,S,,',
  '4,variation,tee-m,Tee - M,0,,20,tee,Size,M,,',
  '5,variation,tee-l,Tee - L,1,2,20,tee,Size,L,,',
)

async function checked(content: string) {
  const { opened } = await desk.open(content, 'woo.csv')
  await desk.work()
  return opened.id
}
const read = async (content: string, fields: Record<string, string> = {}) => {
  const body = aFileForm(content, 'woo.csv')
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return (await api.send('POST', '/api/staff/products/import', { token, body })).body as unknown as ImportReport & {
    notes?: string[]
  }
}
const shelf = () =>
  select<{ sku: string; size: string; on_hand: number }>(
    `SELECT v.sku, s.name AS size, v.on_hand FROM product_variations v JOIN sizes s ON s.code = v.size_code ORDER BY v.sku`,
  )

it('asks how many pieces are in stock where the file does not say, and takes the answer', async () => {
  const id = await checked(UNCOUNTED)
  expect((await desk.ask(id)).questions!.uncounted).toEqual({ variants: 2, pieces: null })
  const refused = await desk.apply(id)
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/^2 new variants are in stock/)])
  expect((await desk.check(id, { pieces: -1 })).status).toBe(422)
  expect((await desk.check(id, { pieces: 8 })).status).toBe(200)
  await desk.work()
  expect((await desk.ask(id)).questions!.uncounted).toEqual({ variants: 2, pieces: 8 })
  expect((await desk.apply(id)).status).toBe(200)
  await desk.work()
  expect((await shelf()).map(({ sku, on_hand }) => [sku, on_hand])).toEqual([
    ['mug', 8],
    ['tee-l', 2],
    ['tee-m', 0],
    ['tee-s', 8],
  ])
  const again = await checked(UNCOUNTED)
  expect(await desk.ask(again)).toMatchObject({
    questions: { uncounted: { variants: 0 } },
    summary: { created: 0, updated: 0, unchanged: 2, failed: 0 },
  })
})

it('says in one step too what it does not know, and takes the number with the file', async () => {
  expect((await read(UNCOUNTED, { dry_run: '1' })).notes).toEqual([expect.stringMatching(/^2 new variants are in/)])
  expect((await read(UNCOUNTED, { pieces: '3' })).notes).toBeUndefined()
  expect((await shelf()).find(({ sku }) => sku === 'mug')).toMatchObject({ on_hand: 3 })
  expect((await read(UNCOUNTED)).notes).toBeUndefined()
})

it('makes a size only of what is called so, loses no variant, and changes nothing the second time', async () => {
  const { summary } = await read(HOODIE)
  expect(summary).toEqual({ created: 2, updated: 0, unchanged: 0, failed: 2 })
  expect(await shelf()).toEqual([
    { sku: 'beanie', size: 'One size', on_hand: 3 },
    { sku: 'hoodie-blue', size: 'One size', on_hand: 6 },
    { sku: 'hoodie-green', size: 'One size', on_hand: 5 },
    { sku: 'hoodie-logo', size: 'Logo: Yes', on_hand: 7 },
    { sku: 'hoodie-red', size: 'One size', on_hand: 4 },
  ])
  expect((await read(HOODIE)).summary).toEqual({ created: 0, updated: 0, unchanged: 2, failed: 2 })
  expect(await count('product_variations')).toBe(5)
})

it('takes an option for what staff say it is', async () => {
  const id = await checked(HOODIE)
  expect((await desk.ask(id)).questions!.options).toEqual([
    { name: 'Color', means: 'colour', rows: 5, values: ['Red', 'Green', 'Blue'], keeps_apart: 0 },
    { name: 'Logo', means: 'apart', rows: 4, values: ['No', 'Yes'], keeps_apart: 1 },
  ])
  expect((await desk.check(id, { options: [{ name: 'Logo', means: 'shape' }] })).status).toBe(422)
  await desk.check(id, { options: [{ name: 'logo', means: 'none' }] })
  await desk.work()
  const none = await desk.ask(id)
  expect([none.summary!.failed, none.questions!.options[1]!.means]).toEqual([3, 'none'])
  expect((await desk.lines(id, '?outcome=WRONG')).data.map(({ line, message }) => [line, message])).toContainEqual([
    9,
    'Line 5 already has this size and colour of the product.',
  ])
  await desk.check(id, { options: [{ name: 'Logo', means: 'size' }] })
  await desk.work()
  await desk.apply(id)
  await desk.work()
  expect((await shelf()).map(({ sku, size }) => [sku, size])).toContainEqual(['hoodie-logo', 'Yes'])
})

it('names grouped and external products before anything is applied', async () => {
  const id = await checked(HOODIE)
  expect((await desk.ask(id)).questions!.left_out).toEqual([
    { type: 'grouped', rows: 1, names: ['Logo Collection'] },
    { type: 'external', rows: 1, names: ['WordPress Pennant'] },
  ])
  expect((await desk.lines(id, '?outcome=WRONG')).data.map(({ message }) => message)).toEqual([
    'Left out: "Logo Collection" is a grouped product, which has no price of its own.',
    'Left out: "WordPress Pennant" is an external product, which another shop sells.',
  ])
})

it.each([
  ['another material each', ['Steel', 'Gold'], ['Material: Gold', 'Material: Steel']],
  ['one without a value', ['Steel', ''], ['Material: Steel', 'One size']],
])('keeps variants apart that differ in %s', async (_, materials, sizes) => {
  await read(
    file(
      '1,variable,ring,Ring,1,,,,Material,"Steel, Gold",,',
      ...materials.map((material, n) => `${n + 2},variation,ring-${n},Ring,1,1,45,ring,Material,${material},,`),
    ),
  )
  expect((await shelf()).map(({ size }) => size).toSorted()).toEqual(sizes)
})

it("imports a real export of Shopify's twice, with every row, and unchanged the second time", async () => {
  const real = readFileSync('tests/support/shopify-apparel.csv', 'utf8')
  const first = await read(real)
  expect(first.errors).toEqual([])
  expect(first.summary).toMatchObject({ updated: 0, unchanged: 0, failed: 0 })
  const before = await shelf()
  expect((await read(real)).summary).toEqual({ created: 0, updated: 0, unchanged: first.summary.created, failed: 0 })
  expect(await shelf()).toEqual(before)
})

it('shows no card number that stands among the values of an option', async () => {
  const id = await checked(
    file('1,variable,x,X,1,,,,Note,a,,', '2,variation,x-1,X,1,1,45,x,Note,4084 0840 8408 4081,,'),
  )
  expect(JSON.stringify(await desk.ask(id))).not.toContain('8408')
})
