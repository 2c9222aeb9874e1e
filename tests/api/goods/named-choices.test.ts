import { expect, test } from 'vitest'
import { selectOne } from '#api/db/database.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { aShopEach } from '#tests/support/runs/a-shop-each.ts'
import type { Api } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'

let api: Api
let token: string
aShopEach('ADMINISTRATOR', here => {
  ;({ api, token } = here)
})

const list = async (query: string) =>
  (await api.send('GET', `/api/products?${query}`)).body as unknown as ReplyOf<'GET /api/products'>
const found = async (text: string) => (await list(`search_text=${text}`)).products.data.map(({ id }) => id)
const rename = async (path: 'colours' | 'sizes', code: string, name: string) => {
  const row = (await selectOne<{ id: number }>(`SELECT id FROM ${path} WHERE code = ?`, [code]))!
  return (await api.send('PATCH', `/api/staff/${path}/${row.id}`, { token, body: { name } })).status
}

test('lets products be found by the new name of a colour or size only', async () => {
  const { id } = await aProduct({
    name: 'Volta',
    pieces: [
      { size: 'UK10', colour: '1F2A44' },
      { size: 'UK12', colour: '1F2A44' },
    ],
  })
  const other = await aProduct({ name: 'Afram', pieces: [{ size: 'UK14', colour: 'ABCDEF' }] })
  await rename('colours', '1F2A44', 'Adinkra')
  expect(await found('adinkra')).toEqual([id])
  expect(await rename('colours', '1F2A44', 'Bogolanfini')).toBe(200)
  expect([await found('bogolanfini'), await found('adinkra')]).toEqual([[id], []])
  expect(await found('bogolanfin')).toEqual([id])
  const { products } = await list('search_text=volta')
  expect(products.data[0]!.colours.map(({ name }) => name)).toEqual(['Bogolanfini'])

  expect(await rename('sizes', 'UK12', 'Curvy')).toBe(200)
  expect(await found('curvy')).toEqual([id])
  expect((await list('search_text=volta')).products.data[0]!.sizes.map(({ name }) => name)).toEqual(['UK 10', 'Curvy'])
  expect(await found('afram')).toEqual([other.id])
})

test('finds products by the current name when two people rename a colour at once', async () => {
  const { id } = await aProduct({ name: 'Volta' })
  for (let round = 0; round < 10; round++) {
    expect(
      await Promise.all([
        rename('colours', '1F2A44', 'Adinkra'),
        rename('colours', '1F2A44', 'Bogolanfini'),
        rename('colours', '1F2A44', 'Ntoma'),
      ]),
    ).toEqual([200, 200, 200])
    const { name } = (await selectOne<{ name: string }>("SELECT name FROM colours WHERE code = '1F2A44'"))!
    for (const each of ['Adinkra', 'Bogolanfini', 'Ntoma']) expect(await found(each)).toEqual(each === name ? [id] : [])
  }
})
