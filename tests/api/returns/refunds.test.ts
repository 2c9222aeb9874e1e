import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { env } from '#api/env.ts'
import { execute, insertRow, selectOne } from '#api/db/database.ts'
import { approveRefund } from '#api/refunds/decide-refund.ts'
import { findStaffRefund } from '#api/refunds/find-staff-refund.ts'
import { requestRefund } from '#api/refunds/request-refund.ts'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import type { Refund } from '#sync/protocol/shop/refund.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { hostilePictures, wronglyTaken } from '#tests/support/hostile/hostile-pictures.ts'
import { aCompletedOrder, aPhoto, aRefundOf } from '#tests/support/shop/returns.ts'
import { checkBooks, openShop } from '#tests/support/server/shop.ts'
import { anOrderOf } from '#tests/support/shop/website-orders.ts'

let api: Api
let me: { id: number; token: string }
let jeans: number[]
let belt: number

beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  me = await aUser('CUSTOMER')
  jeans = (
    await aProduct({
      name: 'Slim jeans',
      retail_price: 100,
      pieces: [
        { size: 'UK10', quantity: 9 },
        { size: 'UK12', quantity: 2 },
      ],
    })
  ).variations
  belt = (await aProduct({ name: 'Belt', retail_price: 33.35, pieces: [{ size: 'ONE', quantity: 9 }] })).variations[0]!
})
afterEach(checkBooks)
afterAll(() => api.stop())

const mine = (goods: Record<number, number>, rest = {}) =>
  aCompletedOrder(goods, { owner: { user_id: me.id, session_id: null }, ...rest })
const line = (order: OwnOrder, variation: number) =>
  order.items.find(({ product_variation_id }) => product_variation_id === variation)!.id
const ask = async (body: object, path = '/api/account/refunds', token: string | undefined = me.token) => {
  const reply = await api.send('POST', path, { token, body })
  return {
    status: reply.status,
    ...(reply.body as unknown as { refund: Refund; errors?: Record<string, string[]>; message: string }),
  }
}
const wish = (items: object[], rest = {}) => ({ action: 'REFUND', reason: 'MISFIT', items, ...rest })

describe('returning goods', () => {
  test('is requested for part of an order, and shows in the order and the list', async () => {
    const order = await mine({ [jeans[0]!]: 3, [belt]: 1 })
    const { status, refund } = await ask({
      order_id: order.id,
      ...wish([{ order_item_id: line(order, jeans[0]!), quantity: 2 }], { note: ' Too tight. ' }),
    })
    expect(status).toBe(201)
    expect(refund).toMatchObject({
      action: 'REFUND',
      reason: 'MISFIT',
      note: 'Too tight.',
      order_id: order.id,
      number: String(order.id),
      status_code: 'REQUESTED',
      amount: 200,
      provider_status: null,
      photos: [],
      items: [{ quantity: 2, exchange_variation_id: null, disposition: null }],
    })
    expect((await api.send('GET', '/api/account/refunds', { token: me.token })).body).toMatchObject({
      refunds: { total: 1, data: [{ id: refund.id }] },
    })
    expect((await api.send('GET', `/api/account/refunds/${refund.id}`, { token: me.token })).body).toEqual({ refund })
    expect((await api.send('GET', `/api/account/orders/${order.id}`, { token: me.token })).body).toMatchObject({
      order: { events: expect.arrayContaining([expect.objectContaining({ code: 'REFUND_REQUESTED' })]) },
    })
  })

  test('splits an order with a discount into parts that add up exactly', async () => {
    await insertRow('coupons', { code: 'THIRD', name: 'A third', type: 'percentage', value: 33.33 })
    const order = await mine({ [jeans[0]!]: 2, [belt]: 3 }, { coupon_code: 'THIRD' })
    const parts: number[] = []
    for (const [variation, quantity] of [
      [belt, 1],
      [jeans[0]!, 1],
      [belt, 2],
      [jeans[0]!, 1],
    ] as const) {
      parts.push(
        (await ask({ order_id: order.id, ...wish([{ order_item_id: line(order, variation), quantity }]) })).refund
          .amount,
      )
    }
    expect(Math.round(parts.reduce((sum, part) => sum + part * 100, 0))).toBe(Math.round(order.total * 100))
    expect(order.total).toBeLessThan(order.subtotal)
  })

  test('takes no piece back twice when several people ask at the same time', async () => {
    const order = await mine({ [jeans[0]!]: 3 })
    const each = wish([{ order_item_id: line(order, jeans[0]!), quantity: 1 }])
    const replies = await Promise.all(Array.from({ length: 12 }, () => ask({ order_id: order.id, ...each })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(9)
    expect(await ask({ order_id: order.id, ...each })).toMatchObject({
      status: 422,
      errors: { 'items.0.quantity': ['All of this is already being returned.'] },
    })
    await execute("UPDATE refunds SET status_code = 'REFUSED' WHERE order_id = ? LIMIT 1", [order.id])
    expect((await ask({ order_id: order.id, ...each })).status).toBe(201)
  })

  test('is kept apart by the lock on the order', async () => {
    const order = await mine({ [jeans[0]!]: 1 })
    const item = { order_item_id: line(order, jeans[0]!), quantity: 1 }
    const unlocked = Array.from({ length: 8 }, async () => {
      const left = await selectOne<{ n: number }>(
        'SELECT COALESCE(SUM(quantity), 0) AS n FROM refund_items WHERE order_item_id = ?',
        [item.order_item_id],
      )
      await new Promise(resolve => setTimeout(resolve, 20)) // so that all have read before one writes
      if (left!.n < 1)
        await insertRow('refund_items', {
          ...item,
          refund_id: await insertRow('refunds', { order_id: order.id, action: 'REFUND', reason: 'OTHER', amount: 100 }),
        })
    })
    await Promise.all(unlocked)
    expect((await selectOne<{ n: number }>('SELECT SUM(quantity) AS n FROM refund_items'))!.n).toBeGreaterThan(1)
  })

  test('exchanges for another size or colour of the same product while it is in stock', async () => {
    const order = await mine({ [jeans[0]!]: 3 })
    const swap = (quantity: number, exchange_variation_id?: number) =>
      ask({
        order_id: order.id,
        ...wish([{ order_item_id: line(order, jeans[0]!), quantity, exchange_variation_id }], { action: 'EXCHANGE' }),
      })
    for (const other of [undefined, belt, jeans[0], 4_000_000])
      expect(await swap(1, other)).toMatchObject({
        status: 422,
        errors: { 'items.0.exchange_variation_id': expect.anything() },
      })
    expect(await swap(3, jeans[1])).toMatchObject({
      status: 422,
      errors: { 'items.0.exchange_variation_id': ['Only 2 left in stock.'] },
    })
    expect(await swap(2, jeans[1])).toMatchObject({
      status: 201,
      refund: { action: 'EXCHANGE', amount: 0, items: [{ exchange_variation_id: jeans[1], quantity: 2 }] },
    })
    expect(
      await ask({
        order_id: order.id,
        ...wish([{ order_item_id: line(order, jeans[0]!), quantity: 1, exchange_variation_id: jeans[1] }]),
      }),
    ).toMatchObject({ status: 422 })
  })

  test('is refused in words before the handover and three days after it', async () => {
    const waiting = await anOrderOf({ [jeans[0]!]: 1 }, { owner: { user_id: me.id, session_id: null } })
    expect(
      await ask({ order_id: waiting.id, ...wish([{ order_item_id: line(waiting, jeans[0]!), quantity: 1 }]) }),
    ).toMatchObject({ status: 409, message: 'Only items that have been handed over can be returned.' })
    await execute('UPDATE orders SET reserved_until = NOW(3) WHERE id = ?', [waiting.id])
    const other = await aUser('CUSTOMER')
    const late = await aCompletedOrder({ [belt]: 1 }, { owner: { user_id: other.id, session_id: null }, daysAgo: 3.01 })
    expect(
      await ask(
        { order_id: late.id, ...wish([{ order_item_id: line(late, belt), quantity: 1 }]) },
        undefined,
        other.token,
      ),
    ).toMatchObject({ status: 409, message: expect.stringContaining('within 3 days') })
    const justInTime = await aCompletedOrder(
      { [belt]: 1 },
      { owner: { user_id: other.id, session_id: null }, daysAgo: 2.99 },
    )
    expect(
      (
        await ask(
          { order_id: justInTime.id, ...wish([{ order_item_id: line(justInTime, belt), quantity: 1 }]) },
          undefined,
          other.token,
        )
      ).status,
    ).toBe(201)
  })

  test('can be changed until it is decided', async () => {
    const order = await mine({ [jeans[0]!]: 2 })
    const id = await aRefundOf(order, me.id)
    expect(
      await ask(
        wish([{ order_item_id: line(order, jeans[0]!), quantity: 2 }], { reason: 'DEFECTIVE' }),
        `/api/account/refunds/${id}`,
      ),
    ).toMatchObject({ status: 200, refund: { id, reason: 'DEFECTIVE', amount: 200, items: [{ quantity: 2 }] } })
    await approveRefund(id, { user_id: 7 })
    expect(
      await ask(wish([{ order_item_id: line(order, jeans[0]!), quantity: 1 }]), `/api/account/refunds/${id}`),
    ).toMatchObject({ status: 409 })
  })

  test('is not approved by somebody who read an earlier request for another size', async () => {
    const [small, large, larger] = (
      await aProduct({
        name: 'Wide jeans',
        retail_price: 100,
        pieces: ['UK10', 'UK12', 'UK14'].map(size => ({ size, quantity: 3 })),
      })
    ).variations
    const order = await mine({ [small!]: 1 })
    const swap = (exchange_variation_id: number) =>
      wish([{ order_item_id: line(order, small!), quantity: 1, exchange_variation_id }], { action: 'EXCHANGE' })
    const {
      refund: { id },
    } = await ask({ order_id: order.id, ...swap(large!) })
    const { updated_at } = await findStaffRefund(id)
    await ask(swap(larger!), `/api/account/refunds/${id}`)
    await expect(approveRefund(id, { user_id: 7, updated_at })).rejects.toMatchObject({
      status: 409,
      message: 'Someone changed this while you were editing.',
    })
    await approveRefund(id, { user_id: 7, updated_at: (await findStaffRefund(id)).updated_at })
  })

  test('is closed to everybody else', async () => {
    const order = await mine({ [jeans[0]!]: 1 })
    const id = await aRefundOf(order, me.id)
    const other = await aUser('CUSTOMER')
    const item = wish([{ order_item_id: line(order, jeans[0]!), quantity: 1 }])
    expect((await ask({ order_id: order.id, ...item }, undefined, other.token)).status).toBe(404)
    expect((await ask(item, `/api/account/refunds/${id}`, other.token)).status).toBe(404)
    expect((await api.send('GET', `/api/account/refunds/${id}`, { token: other.token })).status).toBe(404)
    expect(
      (await api.send('GET', `/api/account/refunds?order_id=${order.id}`, { token: other.token })).body,
    ).toMatchObject({ refunds: { total: 0 } })
    const theirs = await aCompletedOrder({ [belt]: 1 }, { owner: { user_id: other.id, session_id: null } })
    expect(
      await ask({ order_id: order.id, ...wish([{ order_item_id: line(theirs, belt), quantity: 1 }]) }),
    ).toMatchObject({ status: 422, errors: { 'items.0.order_item_id': expect.anything() } })
  })

  test('works for a guest by the tracking link', async () => {
    const order = await aCompletedOrder({ [belt]: 2 })
    const link = `/api/orders/track/${order.tracking_url!.split('/').at(-1)}`
    expect(
      await ask(wish([{ order_item_id: line(order, belt), quantity: 1 }]), `${link}/refunds`, undefined),
    ).toMatchObject({ status: 201, refund: { amount: 33.35 } })
    expect((await api.send('GET', `${link}/refunds`)).body).toMatchObject({
      refunds: [{ order_id: order.id, status_code: 'REQUESTED' }],
    })
    expect((await api.send('GET', `${link.replace(/.$/, last => (last === '_' ? '-' : '_'))}/refunds`)).status).toBe(
      404,
    )
  })

  test("accepts a guest's photo by the tracking link, and not by another order's", async () => {
    const [order, other] = [await aCompletedOrder({ [belt]: 1 }), await aCompletedOrder({ [belt]: 1 })]
    const id = await aRefundOf(order)
    const photosAt = ({ tracking_url }: OwnOrder) =>
      `/api/orders/track/${tracking_url!.split('/').at(-1)}/refunds/${id}/photos`
    expect((await api.send('POST', photosAt(other), { body: await aPhoto() })).status).toBe(404)
    expect(await api.send('POST', photosAt(order), { body: await aPhoto() })).toMatchObject({
      status: 201,
      body: { refund: { photos: [{ storage_link: expect.stringMatching(/^\/storage\/returns\//) }] } },
    })
  })
})

describe('a photo of the fault', () => {
  const send = async (id: number, photo: Buffer, { type = 'image/jpeg', token = me.token } = {}) => {
    const form = new FormData()
    form.set('photo', new Blob([new Uint8Array(photo)], { type }), '../../<script>.jpg')
    const reply = await api.send('POST', `/api/account/refunds/${id}/photos`, { token, body: form })
    return { status: reply.status, ...(reply.body as unknown as { refund: Refund; errors?: object }) }
  }
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#23407f' } })

  test('is redrawn without camera data and served at an address nobody can guess', async () => {
    const id = await aRefundOf(await mine({ [jeans[0]!]: 1 }), me.id)
    const jpeg = await picture(1600, 900)
      .withExif({ IFD0: { Copyright: 'Ama, 5.6037 N' } })
      .jpeg()
      .toBuffer()
    const { status, refund } = await send(id, jpeg)
    expect(status).toBe(201)
    expect(refund.photos).toMatchObject([
      { storage_link: expect.stringMatching(/^\/storage\/returns\/[0-9a-f-]{36}\.webp$/) },
    ])
    const served = await fetch(`${api.base}${refund.photos[0]!.storage_link}`)
    expect([served.headers.get('content-type'), served.headers.get('cache-control')]).toEqual([
      'image/webp',
      'private, no-store',
    ])
    const bytes = Buffer.from(await served.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1200, height: 675 })
    expect(bytes.includes('Ama')).toBe(false)
    expect(existsSync(join(env.uploadsDir, 'returns'))).toBe(true)
  })

  test("is one of at most three, and somebody else's request gets none", async () => {
    const id = await aRefundOf(await mine({ [jeans[0]!]: 1 }), me.id)
    const png = await picture(40, 40).png().toBuffer()
    const replies = await Promise.all(Array.from({ length: 5 }, () => send(id, png, { type: 'image/png' })))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409])
    expect((await send(id, png, { token: (await aUser('CUSTOMER')).token })).status).toBe(404)
  })

  test('is refused when damaged, mislabelled, far too large or not a photo', async () => {
    const id = await aRefundOf(await mine({ [jeans[0]!]: 1 }), me.id)
    const jpeg = await picture(200, 200).jpeg().toBuffer()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')
    const bomb = await picture(6000, 6000).png({ compressionLevel: 9 }).toBuffer()
    const gif = await picture(20, 20).gif().toBuffer()
    for (const [file, type] of [
      [svg, 'image/png'],
      [gif, 'image/webp'],
      [bomb, 'image/png'],
      [jpeg.subarray(0, 90), 'image/jpeg'],
      [Buffer.from('hello'), 'image/jpeg'],
      [Buffer.alloc(0), 'image/jpeg'],
    ] as const) {
      expect(await send(id, file, { type })).toMatchObject({ status: 422, errors: { photo: expect.anything() } })
    }
    expect((await send(id, svg, { type: 'image/svg+xml' })).status).toBe(415)
    expect((await send(id, Buffer.alloc(9 * 1024 * 1024), {})).status).toBe(413)
    expect((await api.send('GET', `/api/account/refunds/${id}`, { token: me.token })).body).toMatchObject({
      refund: { photos: [] },
    })
  })

  test('is refused or redrawn in forty hostile files', async () => {
    const id = await aRefundOf(await mine({ [jeans[0]!]: 1 }), me.id)
    const before = process.memoryUsage().rss
    const kept: string[] = []
    expect(
      await wronglyTaken(await hostilePictures(), async ({ bytes }) => {
        const { status, errors, refund } = await send(id, bytes)
        if (status === 201) kept.push(refund.photos[0]!.storage_link)
        await execute('DELETE FROM refund_photos WHERE refund_id = ?', [id]) // a request takes three
        return { status, errors }
      }),
    ).toEqual([])
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(200)
    for (const link of kept)
      expect(
        /script|Ama|GPS|Exif/.test(Buffer.from(await (await fetch(api.base + link)).arrayBuffer()).toString('latin1')),
      ).toBe(false)
  })
})

test('refuses a return of nothing or of less than one piece', async () => {
  const order = await mine({ [jeans[0]!]: 1 })
  for (const items of [
    [],
    [{ order_item_id: line(order, jeans[0]!), quantity: 0 }],
    [{ order_item_id: line(order, jeans[0]!), quantity: 0.5 }],
    [
      { order_item_id: line(order, jeans[0]!), quantity: 1 },
      { order_item_id: line(order, jeans[0]!), quantity: 1 },
    ],
  ]) {
    expect((await ask({ order_id: order.id, ...wish(items) })).status).toBe(422)
  }
  await expect(
    requestRefund({ order_id: 4_000_000, action: 'REFUND', reason: 'OTHER', items: [] }, null),
  ).rejects.toMatchObject({ status: 404 })
})
