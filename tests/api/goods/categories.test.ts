import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import sharp from 'sharp'
import { execute, select } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { aUser, type Api, startApi } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { hostilePictures, wronglyTaken } from '#tests/support/hostile/hostile-pictures.ts'
import { openShop } from '#tests/support/server/shop.ts'
import type { StaffCategory } from '#sync/protocol/shop/catalogue.ts'

let api: Api
let token: string
let photo: Buffer
beforeAll(async () => {
  api = await startApi()
  photo = await sharp({ create: { width: 900, height: 500, channels: 3, background: '#1B2A41' } })
    .jpeg()
    .withMetadata({ exif: { IFD0: { Copyright: 'Secret place' } } })
    .toBuffer()
})
beforeEach(async () => {
  await openShop()
  token = (await aUser('ADMINISTRATOR')).token
})
afterAll(() => api.stop())

const send = async (method: string, path: string, body?: object) => {
  const reply = await api.send(method, `/api/staff/categories${path}`, { token, body })
  return {
    status: reply.status,
    ...(reply.body as unknown as {
      category: StaffCategory
      message: string
      code?: string
      errors?: Record<string, string[]>
    }),
  }
}
const made = async (name: string, parent_id: number | null = null) =>
  (await send('POST', '', { name, parent_id })).category.id
const form = (fields: Record<string, string | Blob>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}
const names = async (path = '/api/staff/categories?per_page=100') =>
  ((await api.send('GET', path, { token })).body.categories as unknown as { data: StaffCategory[] }).data.map(
    ({ name }) => name,
  )

describe('a category', () => {
  test('is added, viewed and changed by JSON, and keeps what the request leaves out', async () => {
    const { status, category, message } = await send('POST', '', { name: ' Tops ', description: 'Above the waist' })
    expect([status, message]).toEqual([201, 'Category added.'])
    expect(category).toMatchObject({
      name: 'Tops',
      description: 'Above the waist',
      parent_id: null,
      icon_image: null,
      banner_image: null,
      products: 0,
    })
    expect((await send('GET', `/${category.id}`)).category).toEqual(category)
    expect(await send('POST', `/${category.id}`, { parent_id: 1 })).toMatchObject({
      status: 200,
      message: 'Category updated.',
      category: { name: 'Tops', description: 'Above the waist', parent_id: 1 },
    })
    expect((await send('POST', `/${category.id}`, { description: '' })).category).toMatchObject({
      description: null,
      parent_id: 1,
    })
    expect((await send('POST', '/4000000', { name: 'Nowhere' })).status).toBe(404)
  })

  test('is added by a form with pictures, which are redrawn in every width and can be removed', async () => {
    const file = new Blob([new Uint8Array(photo)], { type: 'image/jpeg' })
    const { status, category } = await send(
      'POST',
      '',
      form({ name: 'Jackets', parent_id: '1', description: '', icon_image: file, banner_image: file }),
    )
    expect([status, category]).toMatchObject([
      201,
      {
        parent_id: 1,
        description: null,
        icon_image: {
          name: 'Jackets',
          storage_link: expect.stringMatching(/^\/storage\/pictures\/[0-9a-f]{32}-800\.webp$/),
        },
      },
    ])
    for (const width of [160, 400, 800, 1200]) {
      const path = join(
        env.uploadsDir,
        'pictures',
        category.banner_image!.storage_link.split('/').at(-1)!.replace('-800', `-${width}`),
      )
      expect([width, existsSync(path)]).toEqual([width, true])
      expect((await sharp(path).metadata()).exif).toBeUndefined()
    }
    const changed = await send('POST', `/${category.id}`, form({ parent_id: '', icon_image: '' }))
    expect(changed.category).toMatchObject({
      name: 'Jackets',
      parent_id: null,
      icon_image: null,
      banner_image: category.banner_image,
    })
    expect((await send('POST', `/${category.id}`, { banner_image: null })).category.banner_image).toBeNull()
  })

  test.each([
    ['name', { name: '' }],
    ['name', {}],
    ['name', { name: 'x'.repeat(121) }],
    ['parent_id', { name: 'A', parent_id: 4_000_000 }],
    ['parent_id', { name: 'A', parent_id: 'top' }],
    ['slug', { name: 'A', slug: 'a' }],
    ['icon_image', { name: 'A', icon_image: 'https://elsewhere.test/a.webp' }],
  ])('is refused beside %s', async (field, body) => {
    expect(await send('POST', '', body)).toMatchObject({ status: 422, errors: { [field]: [expect.any(String)] } })
  })

  test('refuses a file that is not a picture', async () => {
    const page = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' })
    expect(await send('POST', '', form({ name: 'Hats', icon_image: page }))).toMatchObject({
      status: 422,
      errors: { icon_image: [expect.any(String)] },
    })
    expect(await names()).toEqual(['Jeans'])
  })

  test.each(['icon_image', 'banner_image'])(
    'refuses forty hostile files as its %s, or redraws them without their payload',
    async field => {
      const before = process.memoryUsage().rss
      const kept: string[] = []
      let sent = 0
      expect(
        await wronglyTaken(await hostilePictures(), async ({ bytes }) => {
          const { status, errors, category } = await send(
            'POST',
            '',
            form({ name: `Hats ${(sent += 1)}`, [field]: new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }) }),
          )
          if (status === 201) kept.push(category[field as 'icon_image']!.storage_link)
          return { status, errors }
        }),
      ).toEqual([])
      expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(200)
      for (const link of kept)
        expect(
          /script|Ama|GPS|Exif/.test(
            Buffer.from(await (await fetch(api.base + link)).arrayBuffer()).toString('latin1'),
          ),
        ).toBe(false)
      expect((await names()).filter(name => name.startsWith('Hats'))).toHaveLength(kept.length)
    },
  )

  test('is not overwritten from a stale screen', async () => {
    const id = await made('Tops')
    const { updated_at } = (await send('GET', `/${id}`)).category
    expect((await send('POST', `/${id}`, { name: 'Shirts', updated_at })).status).toBe(200)
    expect(await send('POST', `/${id}`, { name: 'Blouses', updated_at })).toMatchObject({
      status: 409,
      code: 'stale',
      category: { name: 'Shirts' },
    })
  })

  test('lets its products be found by its new name', async () => {
    const { id } = await aProduct({ name: 'Volta', category: 'Jeans' })
    await send('POST', '/1', { name: 'Dungarees' })
    expect(await select("SELECT product_id FROM product_words WHERE words LIKE '%dungaree%'")).toEqual([
      { product_id: id },
    ])
  })

  test('logs what was changed', async () => {
    const id = await made('Tops')
    await send('POST', `/${id}`, { name: 'Shirts' })
    await send('PATCH', `/${id}/fit`, { rows: [{ size_code: 'UK10', waist: 70, hip: null, inseam: null, rise: null }] })
    expect(
      await select(
        "SELECT action, was, became FROM staff_changes WHERE subject = 'category' AND subject_id = ? AND action = 'change' ORDER BY id",
        [id],
      ),
    ).toEqual([
      { action: 'change', was: '{"name":"Tops"}', became: '{"name":"Shirts"}' },
      { action: 'change', was: '{"fit":[]}', became: expect.stringContaining('UK10') },
    ])
  })
})

describe('the category tree', () => {
  test('has no cycle, whichever two moves meet', async () => {
    const [a, b] = [await made('A'), await made('B')]
    expect(await send('POST', `/${a}`, { parent_id: a })).toMatchObject({
      status: 422,
      errors: { parent_id: [expect.any(String)] },
    })
    for (let round = 0; round < 10; round++) {
      await execute('UPDATE categories SET parent_id = NULL')
      const replies = await Promise.all([
        send('POST', `/${a}`, { parent_id: b }),
        send('POST', `/${b}`, { parent_id: a }),
      ])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
    }
  })

  test('is at most five levels deep, counting what is inside a moved category', async () => {
    let parent = await made('1')
    for (const name of ['2', '3', '4', '5']) parent = await made(name, parent)
    expect(await send('POST', '', { name: '6', parent_id: parent })).toMatchObject({
      status: 422,
      errors: { parent_id: ['Categories can be at most 5 levels deep.'] },
    })
    const top = await made('top')
    const one = (await select<{ id: number }>("SELECT id FROM categories WHERE name = '1'"))[0]!.id
    expect((await send('POST', `/${one}`, { parent_id: top })).status).toBe(422)
  })

  test('is not reordered by somebody with a stale view', async () => {
    const tops = await made('Tops')
    const [crop, tees] = [await made('Crop tops', tops), await made('Tees', tops)]
    const order = (ids: number[], as_read: number[]) => send('PATCH', '', { parent_id: tops, order: ids, as_read })
    expect((await order([tees, crop], [crop, tees])).status).toBe(200)
    expect(await order([tees, crop], [crop, tees])).toMatchObject({ status: 409, code: 'stale', order: [tees, crop] })
    expect((await order([crop, tees], [tees, crop])).status).toBe(200)
  })

  test("is listed in the staff's order, with what is inside a category after it", async () => {
    const [tops, shoes] = [await made('Tops'), await made('Shoes')]
    const [crop, tees] = [await made('Crop tops', tops), await made('Tees', tops)]
    await execute("INSERT INTO categories (name) VALUES ('Belts'), ('Bags')")
    expect(await names()).toEqual(['Jeans', 'Tops', 'Crop tops', 'Tees', 'Shoes', 'Bags', 'Belts'])
    const order = async (parent_id: number | null, ids: number[]) =>
      (await send('PATCH', '', { parent_id, order: ids })).status
    expect(await order(tops, [tees, crop])).toBe(200)
    const top = (
      await select<{ id: number }>('SELECT id FROM categories WHERE parent_id IS NULL ORDER BY id DESC')
    ).map(({ id }) => id)
    expect(await order(null, top)).toBe(200)
    expect(await names()).toEqual(['Bags', 'Belts', 'Shoes', 'Tops', 'Tees', 'Crop tops', 'Jeans'])
    expect(await names('/api/categories?per_page=100')).toEqual(await names())
    expect(await names('/api/staff/categories?search=TOP')).toEqual(['Tops', 'Crop tops'])
    expect([
      await order(tops, [tees]),
      await order(tops, [tees, tees]),
      await order(tops, [tees, crop, shoes]),
      await order(4_000_000, []),
    ]).toEqual([409, 409, 409, 404])
  })
})
