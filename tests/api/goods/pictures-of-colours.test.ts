import { beforeEach, expect, test } from 'vitest'
import { execute, insertRow, select } from '#api/db/database.ts'
import type { PullReply } from '#sync/protocol/replica.ts'
import type { ProductImage, StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import { aShopEach } from '#tests/support/runs/a-shop-each.ts'
import type { Api } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { aPicture, pictureForm } from '#tests/support/goods/products.ts'
import { aGuest, shopper } from '#tests/support/shop/shoppers.ts'
import { aCustomerOwner, aPaidOrderOf } from '#tests/support/shop/website-orders.ts'

const [INDIGO, BLACK, RED] = ['23407F', '1B1D23', 'B3282D']

let api: Api
let token: string
let jeans: { id: number; variations: number[] }
aShopEach('MANAGER', here => {
  ;({ api, token } = here)
})
beforeEach(async () => {
  jeans = await aProduct({
    name: 'Ama slim jeans',
    pieces: [INDIGO, BLACK, RED].map(colour => ({ size: 'UK10', colour })),
    images: [
      { name: 'front', colour_code: INDIGO },
      { name: 'label', colour_code: null },
      { name: 'black', colour_code: BLACK },
    ],
  })
  await execute("UPDATE colours SET name = 'Black' WHERE code = ?", [BLACK])
  await execute("UPDATE colours SET name = 'Indigo' WHERE code = ?", [INDIGO])
})

const nameIn = (image: ProductImage | undefined) => /pictures\/(\w+)-/.exec(image?.file.storage_link ?? '')?.[1]
const staffProduct = async () =>
  ((await api.send('GET', `/api/staff/products/${jeans.id}`, { token })).body as unknown as { product: StaffProduct })
    .product
const set = async (name: string, body: object, code = 200) => {
  const image = (await staffProduct()).images.find(each => nameIn(each) === name)!
  const reply = await api.send('PATCH', `/api/staff/products/${jeans.id}/images/${image.id}`, { token, body })
  expect([reply.status, reply.body]).toEqual([code, reply.body])
  return reply.body as unknown as { message: string; product: StaffProduct; errors: Record<string, string[]> }
}

test('a product names the colour of each picture, in lists, on its page and for staff', async () => {
  const expected = [INDIGO, null, BLACK]
  const list = (await api.send('GET', '/api/products')).body as unknown as {
    products: { data: { images: ProductImage[] }[] }
  }
  expect(list.products.data[0]!.images.map(image => image.colour_code)).toEqual(expected)
  const page = (await api.send('GET', `/api/products/${jeans.id}`)).body as unknown as {
    product: { images: ProductImage[] }
  }
  expect(page.product.images.map(image => image.colour_code)).toEqual(expected)
  expect((await staffProduct()).images.map(image => image.colour_code)).toEqual(expected)
})

test('a bag and an order show the picture of the chosen colour, else the one of all colours', async () => {
  const guest = shopper(api, await aGuest())
  for (const id of jeans.variations) await guest.add({ product_variation_id: id })
  const shown = (await guest.cart()).map(({ product_variation: { product } }) => product.images.map(nameIn))
  expect(shown).toEqual([['front'], ['black'], ['label']])

  const goods = Object.fromEntries(jeans.variations.map(id => [id, 1]))
  const order = await aPaidOrderOf(goods, await aCustomerOwner())
  const reply = await api.send('GET', `/api/staff/orders/${order.id}`, { token })
  const { items } = (reply.body as unknown as { order: typeof order }).order
  expect(items.map(({ product_variation: { product } }) => product.images.map(nameIn))).toEqual(shown)
})

test('staff set the colour of a picture, and a description that nobody wrote follows it', async () => {
  expect((await set('label', { colour_code: BLACK })).product.images[1]).toMatchObject({
    colour_code: BLACK,
    alt: 'Ama slim jeans, Black',
  })
  expect((await set('label', { colour_code: INDIGO })).product.images[1]!.alt).toBe('Ama slim jeans, Indigo')
  expect((await set('label', { colour_code: null })).product.images[1]).toMatchObject({
    colour_code: null,
    alt: 'Ama slim jeans',
  })
  await set('label', { alt: 'The leather patch' })
  expect((await set('label', { colour_code: BLACK })).product.images[1]!.alt).toBe('The leather patch')
  const [last] = await select<{ became: string }>('SELECT became FROM staff_changes ORDER BY id DESC LIMIT 1')
  expect(last!.became).toContain(BLACK)
})

test('staff add pictures straight to a colour, in any spelling of it, or to all', async () => {
  const add = async (fields: Record<string, string>) => {
    const body = pictureForm([await aPicture()], fields)
    const reply = await api.send('POST', `/api/staff/products/${jeans.id}/images`, { token, body })
    return { status: reply.status, image: (reply.body as unknown as { product: StaffProduct }).product?.images.at(-1) }
  }
  expect(await add({ colour_code: BLACK.toLowerCase() })).toMatchObject({
    status: 201,
    image: { colour_code: BLACK, alt: 'Ama slim jeans, Black' },
  })
  expect(await add({})).toMatchObject({ status: 201, image: { colour_code: null, alt: 'Ama slim jeans' } })
})

test('a picture whose file says what it shows is described so, in its colour too', async () => {
  const body = new FormData()
  body.append('images[0]', new Blob([await aPicture()], { type: 'image/jpeg' }), 'ama-back.jpg')
  await api.send('POST', `/api/staff/products/${jeans.id}/images`, { token, body })
  const image = async () => (await staffProduct()).images.at(-1)!
  expect((await image()).alt).toBe('Ama slim jeans, from the back')
  await api.send('PATCH', `/api/staff/products/${jeans.id}/images/${(await image()).id}`, {
    token,
    body: { colour_code: BLACK },
  })
  expect((await image()).alt).toBe('Ama slim jeans, Black, from the back')
})

test('a picture without a colour that is sold stands for all colours', async () => {
  await insertRow('product_images', { product_id: jeans.id, position: 9, name: 'gone', colour_code: 'FFFFFF' })
  await execute('UPDATE product_images SET position = 0, colour_code = ? WHERE name = ?', ['00FF00', 'front'])
  const image = (await staffProduct()).images.find(each => nameIn(each) === 'front')
  expect(image!.colour_code).toBeNull()
  const guest = shopper(api, await aGuest())
  await guest.add({ product_variation_id: jeans.variations[2]! })
  const [line] = await guest.cart()
  expect(line!.product_variation.product.images).toMatchObject([{ id: image!.id, colour_code: null }])
})

test('a till learns the picture of each colour', async () => {
  const plain = await aProduct({ images: ['plain'] })
  const pull = (await api.send('GET', '/api/sync/pull', { token })).body as unknown as PullReply
  const pictures = new Map(pull.changes.products.map(row => [row.id, row.colour_pictures]))
  expect(JSON.parse(pictures.get(jeans.id) ?? '')).toEqual({ [INDIGO]: 'front', '': 'label', [BLACK]: 'black' })
  expect(pictures.get(plain.id)).toBeNull()
  await set('label', { colour_code: RED })
  const later = (await api.send('GET', `/api/sync/pull?since=${pull.watermark}`, { token }))
    .body as unknown as PullReply
  expect(JSON.parse(later.changes.products.find(({ id }) => id === jeans.id)?.colour_pictures ?? '')).toMatchObject({
    [RED]: 'label',
  })
})
