import { expect, test } from 'vitest'
import { selectOne } from '#api/db/database.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { aShopEach } from '#tests/support/a-shop-each.ts'
import type { Api } from '#tests/support/api.ts'
import { aProduct } from '#tests/support/catalogue.ts'

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

test('a colour or a size that is renamed leads to its products by the new name alone, and they are listed with it', async () => {
  const { id } = await aProduct({
    name: 'Volta',
    pieces: [
      { size: 'UK10', colour: '1F2A44' },
      { size: 'UK12', colour: '1F2A44' },
    ],
  })
  const other = await aProduct({ name: 'Afram', pieces: [{ size: 'UK14', colour: 'ABCDEF' }] })
  await rename('colours', '1F2A44', 'Midnight')
  expect(await found('midnight')).toEqual([id])
  expect(await rename('colours', '1F2A44', 'Aubergine')).toBe(200)
  expect([await found('aubergine'), await found('midnight')]).toEqual([[id], []])
  expect(await found('aubergin')).toEqual([id])
  const { products } = await list('search_text=volta')
  expect(products.data[0]!.colours.map(({ name }) => name)).toEqual(['Aubergine'])

  expect(await rename('sizes', 'UK12', 'Curvy')).toBe(200)
  expect(await found('curvy')).toEqual([id])
  expect((await list('search_text=volta')).products.data[0]!.sizes.map(({ name }) => name)).toEqual(['UK 10', 'Curvy'])
  expect(await found('afram')).toEqual([other.id])
})

test('two who rename a colour at once leave its products to be found by the name it has then', async () => {
  const { id } = await aProduct({ name: 'Volta' })
  for (let round = 0; round < 10; round++) {
    expect(
      await Promise.all([
        rename('colours', '1F2A44', 'Midnight'),
        rename('colours', '1F2A44', 'Aubergine'),
        rename('colours', '1F2A44', 'Saffron'),
      ]),
    ).toEqual([200, 200, 200])
    const { name } = (await selectOne<{ name: string }>("SELECT name FROM colours WHERE code = '1F2A44'"))!
    for (const each of ['Midnight', 'Aubergine', 'Saffron'])
      expect(await found(each)).toEqual(each === name ? [id] : [])
  }
})
