import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { select } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { INCOMING } from '#api/uploads/incoming.ts'
import { BLOCKED } from '#api/uploads/photo.ts'
import { PICTURE_WIDTHS, pictureAt, type StaffProduct } from '#sync/protocol/shop/catalogue.ts'
import type { PullReply } from '#sync/protocol/replica.ts'
import { aShopEach } from '#tests/support/runs/a-shop-each.ts'
import type { Api } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { hostilePictures, wronglyTaken, type HostilePicture } from '#tests/support/hostile/hostile-pictures.ts'
import { aPicture, pictureForm } from '#tests/support/goods/products.ts'
import { until } from '#tests/support/runs/processes.ts'
import { checkBooks } from '#tests/support/server/shop.ts'

let api: Api
let token: string
let product: number
aShopEach('MANAGER', async here => {
  ;({ api, token } = here)
  product = (await aProduct({ name: 'Slim jeans' })).id
})
afterEach(checkBooks)

const ask = async (method: string, path = '', body?: unknown) => {
  const reply = await api.send(method, `/api/staff/products/${product}/images${path}`, { token, body })
  return {
    status: reply.status,
    ...(reply.body as unknown as { message: string; product: StaffProduct; errors?: Record<string, string[]> }),
  }
}
const add = (...pictures: Uint8Array<ArrayBuffer>[]) => ask('POST', '', pictureForm(pictures))
const stored = async () => (await readdir(join(env.uploadsDir, 'pictures')).catch(() => [])).sort()
const fetched = async (link: string) => Buffer.from(await (await fetch(api.base + link)).arrayBuffer())
const bytesOf = (buffer: Buffer) => new Uint8Array(buffer)

describe('a picture', () => {
  test('is served in four widths as WebP and once as JPEG, upright, without camera data, named by its content', async () => {
    const side = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#23407f' } })
      .withExif({ IFD0: { Copyright: 'Ama 5.6037 N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const {
      status,
      message,
      product: {
        images: [image],
      },
    } = await add(bytesOf(side))
    expect([status, message, image!.dominant]).toEqual([201, 'Picture added.', expect.stringMatching(/^23[34].7.$/)])
    const link = image!.file.storage_link
    expect(link).toMatch(/^\/storage\/pictures\/[0-9a-f]{32}-800\.webp$/)
    for (const width of PICTURE_WIDTHS)
      expect(await sharp(await fetched(pictureAt(link, width))).metadata()).toMatchObject({
        format: 'webp',
        width,
        height: Math.round((width * 4) / 3),
      })
    const jpeg = await fetched(link.replace('-800.webp', '.jpg'))
    const { exif, ...read } = await sharp(jpeg).metadata()
    expect([read.format, read.width, exif]).toEqual(['jpeg', 1200, undefined])
    for (const file of await stored())
      expect((await readFile(join(env.uploadsDir, 'pictures', file))).includes('Ama')).toBe(false)
  })

  test('stays small when it is small, and is stored once when it is sent again', async () => {
    const picture = await aPicture()
    const before = await stored()
    expect((await add(picture, picture)).product.images).toHaveLength(2)
    const {
      product: { images },
    } = await add(picture)
    expect(images).toHaveLength(3)
    expect(await sharp(await fetched(pictureAt(images[0]!.file.storage_link, 1200))).metadata()).toMatchObject({
      width: 40,
      height: 50,
    })
    expect((await stored()).length - before.length).toBe(5)
  })

  test("is accepted in each format, twelve at once, in the form's order", async () => {
    const pictures = [
      await aPicture('png'),
      await aPicture('webp'),
      ...(await Promise.all(Array.from({ length: 10 }, () => aPicture()))),
    ]
    const form = new FormData()
    for (const [i, picture] of pictures.entries())
      form.append(
        'images[]',
        new Blob([picture], { type: i === 0 ? 'image/png' : i === 1 ? 'image/webp' : 'image/jpeg' }),
      )
    const {
      status,
      product: { images },
    } = await ask('POST', '', form)
    expect([status, images.length]).toEqual([201, 12])
    form.append('images[]', new Blob([pictures[0]!], { type: 'image/png' }))
    expect((await ask('POST', '', form)).status).toBe(413)
  })

  test('can be moved, described and deleted; the first stands for the product, on tills too', async () => {
    const {
      product: { images },
    } = await add(await aPicture(), await aPicture(), await aPicture())
    const [a, b, c] = images.map(({ id }) => id) as [number, number, number]
    const { watermark } = (await api.send('GET', '/api/sync/pull', { token })).body as unknown as PullReply
    expect((await ask('PATCH', '', { order: [c, a, b] })).product.images.map(({ id }) => id)).toEqual([c, a, b])
    expect((await ask('PATCH', `/${a}`, { alt: 'From behind' })).product.images[1]).toMatchObject({
      id: a,
      alt: 'From behind',
    })
    expect((await ask('DELETE', `/${b}`)).product.images.map(({ id }) => id)).toEqual([c, a])
    const { changes } = (await api.send('GET', `/api/sync/pull?since=${watermark}`, { token }))
      .body as unknown as PullReply
    expect(changes.products).toMatchObject([{ id: product, picture: images[2]!.file.storage_link }])
    expect((await api.send('GET', '/api/products')).body).toMatchObject({
      products: { data: [{ images: [{ id: c }, { id: a, alt: 'From behind' }] }] },
    })
    expect(
      (await select<{ action: string }>('SELECT action FROM staff_changes ORDER BY id')).map(({ action }) => action),
    ).toEqual(['add pictures', 'order pictures', 'describe picture', 'remove picture'])
  })

  test('is not moved or described from a stale view', async () => {
    const {
      product: { images },
    } = await add(await aPicture(), await aPicture())
    const [a, b] = images.map(({ id }) => id) as [number, number]
    expect((await ask('PATCH', '', { order: [b, a], as_read: [a, b] })).status).toBe(200)
    expect(await ask('PATCH', '', { order: [b, a], as_read: [a, b] })).toMatchObject({
      status: 409,
      code: 'stale',
      product: { images: [{ id: b }, { id: a }] },
    })
    expect((await ask('PATCH', `/${a}`, { alt: '', as_read: 'Slim jeans' })).status).toBe(200)
    expect(await ask('PATCH', `/${a}`, { alt: 'From behind', as_read: 'Slim jeans' })).toMatchObject({
      status: 409,
      code: 'stale',
    })
    expect((await ask('PATCH', `/${a}`, { alt: 'From behind', as_read: null })).product.images[1]).toMatchObject({
      id: a,
      alt: 'From behind',
    })
  })

  test('is refused for another product, and so is an order of other pictures', async () => {
    const {
      product: { images },
    } = await add(await aPicture(), await aPicture())
    const other = (await aProduct({ images: ['x'] })).id
    const [theirs] = await select<{ id: number }>('SELECT id FROM product_images WHERE product_id = ?', [other])
    expect((await ask('DELETE', `/${theirs!.id}`)).status).toBe(404)
    expect((await ask('PATCH', `/${theirs!.id}`, { alt: 'Mine' })).status).toBe(404)
    const [a, b] = images.map(({ id }) => id) as [number, number]
    for (const order of [[], [a], [a, a], [a, theirs!.id], [a, b, theirs!.id]])
      expect([order, (await ask('PATCH', '', { order })).status]).toEqual([order, 409])
  })
})

describe('forty hostile files', () => {
  test('are refused, or redrawn without their payload', async () => {
    const files = await hostilePictures()
    expect(files).toHaveLength(40)
    const before = process.memoryUsage().rss
    expect(await wronglyTaken(files, ({ bytes }) => add(bytesOf(bytes)))).toEqual([])
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(200)
    for (const name of await stored()) {
      const bytes = await readFile(join(env.uploadsDir, 'pictures', name))
      expect([name, /script|Ama|GPS|Exif/.test(bytes.toString('latin1'))]).toEqual([name, false])
    }
    const {
      product: { images },
    } = (await api.send('GET', `/api/staff/products/${product}`, { token })).body as unknown as {
      product: StaffProduct
    }
    expect(new Set(images.map(({ file }) => file.storage_link)).size).toBe(
      files.filter(({ may }) => may === 'remade').length + 1,
    )
    const upright = await Promise.all(
      images.map(async ({ file }) => sharp(await fetched(pictureAt(file.storage_link, 1200))).metadata()),
    )
    expect(upright.some(({ width, height }) => width === 200 && height === 300)).toBe(true)
    await until(async () => (await readdir(INCOMING)).length === 0, 'the sent files are removed')
  })

  test('control: are largely accepted, with their payload, by sharp alone', async () => {
    const files = await hostilePictures()
    const careless = async ({ bytes }: HostilePicture) => {
      try {
        await sharp(bytes).resize(100).webp().toBuffer()
        return { status: 201 }
      } catch {
        return { status: 422, errors: { images: [''] } }
      }
    }
    sharp.unblock({ operation: BLOCKED })
    const taken = (await wronglyTaken(files, careless)).join('\n')
    sharp.block({ operation: BLOCKED })
    for (const name of ['an SVG with a script', 'a GIF', 'a TIFF', 'a picture of 36 million pixels'])
      expect(taken).toContain(`${name}: 201`)
    const [told] = files.filter(({ name }) => name.includes('where it was taken'))
    expect((await sharp(told!.bytes).keepMetadata().webp().toBuffer()).includes('Ama')).toBe(true)
  })

  test('under other types, in other fields and as other bodies are refused', async () => {
    const picture = await aPicture()
    const form = (field: string, type: string) => {
      const made = new FormData()
      made.append(field, new Blob([picture], { type }), 'a.jpg')
      return made
    }
    for (const type of ['image/svg+xml', 'text/html', 'application/octet-stream', 'image/gif'])
      expect([type, (await ask('POST', '', form('images', type))).status]).toEqual([type, 415])
    for (const field of ['image', 'file', 'images[0][0]', '__proto__', 'constructor'])
      expect([field, (await ask('POST', '', form(field, 'image/jpeg'))).status]).toEqual([field, 422])
    const extra = form('images', 'image/jpeg')
    extra.append('product_id', '7')
    expect(await ask('POST', '', extra)).toMatchObject({ status: 422, errors: { product_id: expect.anything() } })
    expect((await ask('POST', '', new FormData())).status).toBeGreaterThanOrEqual(400)
    expect((await ask('POST', '', { images: ['x'] })).status).toBe(415)
    expect((await add(new Uint8Array(13 * 1024 * 1024))).status).toBe(413)
    expect((await ask('POST', '', pictureForm([picture]))).status).toBe(201)
  })
})
