import { beforeEach, expect, test } from 'vitest'
import { execute, select } from '#api/db/database.ts'
import { aShopEach } from '#tests/support/runs/a-shop-each.ts'
import type { Api } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { aPicture, pictureForm } from '#tests/support/goods/products.ts'

const [BLACK, RED] = ['1B1D23', 'B3282D']

let api: Api
let token: string
let path: string
let jeans: { id: number; variations: number[] }
aShopEach('MANAGER', here => {
  ;({ api, token } = here)
})
beforeEach(async () => {
  jeans = await aProduct({ pieces: [{ size: 'UK10', colour: BLACK }], images: ['front'] })
  await aProduct({ pieces: [{ size: 'UK10', colour: RED }] })
  path = `/api/staff/products/${jeans.id}/images/${(await stored()).id}`
})
const stored = async () =>
  (
    await select<{ id: number; colour_code: string | null; alt: string | null }>(
      'SELECT id, colour_code, alt FROM product_images WHERE product_id = ?',
      [jeans.id],
    )
  )[0]!
const set = (colour_code: unknown) => api.send('PATCH', path, { token, body: { colour_code } })

test.each([RED, 'FFFFFF', '1B1D2', '1B1D230', '', ' ', '%', '1B1D23\u0000', 7, ['1B1D23'], { code: BLACK }, true])(
  'refuses %j as the colour of a picture, because the product is not sold in it',
  async colour => {
    const { status, body } = await set(colour)
    expect([status, Object.keys((body as { errors?: object }).errors ?? {})[0]?.slice(0, 11)]).toEqual([
      422,
      'colour_code',
    ])
    expect((await stored()).colour_code).toBeNull()
  },
)

test.each([RED, 'FFFFFF', '1B1D2', ' ', '%'])(
  'adds no picture to %j, because the product is not sold in it',
  async colour_code => {
    const body = pictureForm([await aPicture()], { colour_code })
    const reply = await api.send('POST', `/api/staff/products/${jeans.id}/images`, { token, body })
    expect([reply.status, Object.keys((reply.body as { errors?: object }).errors ?? {})]).toEqual([
      422,
      ['colour_code'],
    ])
    expect(await select('SELECT id FROM product_images WHERE product_id = ?', [jeans.id])).toHaveLength(1)
  },
)

test('adds pictures by a form only, and takes no other field with them', async () => {
  const images = `/api/staff/products/${jeans.id}/images`
  expect((await api.send('POST', images, { token, body: { colour_code: BLACK } })).status).toBe(415)
  const body = pictureForm([await aPicture()], { product_id: '1' })
  expect((await api.send('POST', images, { token, body })).status).toBe(422)
})

test('stores one spelling of a colour, however it is typed', async () => {
  expect([(await set(' 1b1d23 ')).status, (await stored()).colour_code]).toEqual([200, BLACK])
})

test('refuses a change of nothing', async () => {
  expect((await api.send('PATCH', path, { token, body: {} })).status).toBe(422)
  expect((await api.send('PATCH', path, { token, body: { as_read: null } })).status).toBe(422)
})

test('shows the pictures of a colour with all others once its last variant is gone', async () => {
  await set(BLACK)
  await execute('UPDATE product_variations SET colour_code = NULL WHERE id = ?', [jeans.variations[0]])
  const reply = await api.send('GET', `/api/staff/products/${jeans.id}`, { token })
  expect(reply.body).toMatchObject({ product: { images: [{ colour_code: null }] } })
  expect((await set(BLACK)).status).toBe(422)
  expect((await set(null)).status).toBe(200)
  expect((await stored()).alt).toMatch(/^Jeans \d+$/)
})
