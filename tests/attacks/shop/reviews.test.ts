import { beforeEach, describe, expect, test, afterAll, beforeAll } from 'vitest'
import { handOverOrders } from '#api/checkout/hand-over-orders.ts'
import { execute, inTransaction, select, selectOne } from '#api/db/database.ts'
import { approveRefund } from '#api/refunds/decide-refund.ts'
import { moderateReview } from '#api/reviews/moderate-reviews.ts'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import type { OwnReview } from '#sync/protocol/shop/review.ts'
import { type Api, aUser, PASSWORD, type Reply, startApi, tokenOf as tokenOfUser } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { aPhoto, aCompletedOrder, aRefundOf } from '#tests/support/shop/returns.ts'
import { aReviewOf, publish, readAtOf } from '#tests/support/shop/reviews.ts'
import { count, openShop } from '#tests/support/server/shop.ts'
import { anOrderOf, tokenOf } from '#tests/support/shop/website-orders.ts'

let api: Api
let product: number
let variation: number
let ama: { id: number; token: string }
let order: OwnOrder
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())
beforeEach(async () => {
  await openShop()
  ;({
    id: product,
    variations: [variation = 0],
  } = await aProduct({ pieces: [{ size: 'UK10', quantity: 50 }] }))
  ama = await aUser('CUSTOMER', { name: 'Ama Mensah' })
  order = await bought(ama.id)
})

const bought = (user_id: number) => aCompletedOrder({ [variation]: 1 }, { owner: { user_id, session_id: null } })
const write = ({ id, items }: OwnOrder, token: string, more: object = {}) =>
  api.send('POST', `/api/account/orders/${id}/reviews`, {
    token,
    body: { order_item_id: items[0]!.id, stars: 5, fit: 'TRUE', text: 'They fit.', ...more },
  })
const writeAsGuest = (token: string, { items }: OwnOrder, more: object = {}) =>
  api.send('POST', `/api/orders/track/${token}/reviews`, { body: { order_item_id: items[0]!.id, stars: 3, ...more } })
const reviewIn = (reply: Reply) => (reply.body as unknown as { review: OwnReview }).review
const decide = (id: number, token: string, body: object) =>
  api.send('PATCH', `/api/staff/reviews/${id}`, { token, body })
const shown = async () =>
  (await api.send('GET', `/api/products/${product}/reviews`)).body as unknown as {
    summary: { average: number; count: number; stars: number[]; fit: object }
    reviews: { data: { name: string | null; text: string; returned: boolean; pictures: object[] }[]; total: number }
  }
const ratingOf = async () =>
  ((await api.send('GET', `/api/products/${product}`)).body as unknown as { product: { rating?: object } }).product
    .rating

describe('who may write', () => {
  test('takes a review only from who bought the product', async () => {
    const stranger = await aUser('CUSTOMER')
    expect((await write(order, stranger.token)).status).toBe(404)
    expect((await write(order, ama.token)).status).toBe(201)
    expect((await writeAsGuest('x'.repeat(32), order)).status).toBe(404)
    expect(await count('reviews')).toBe(1)
  })

  test('takes none before the order is completed', async () => {
    const unpaid = await anOrderOf({ [variation]: 1 }, { owner: { user_id: ama.id, session_id: null } })
    expect((await write(unpaid, ama.token)).status).toBe(409)
    expect(await count('reviews')).toBe(0)
  })

  test('takes no line of somebody else’s order', async () => {
    const theirs = await bought((await aUser('CUSTOMER')).id)
    const reply = await write(order, ama.token, { order_item_id: theirs.items[0]!.id })
    expect([reply.status, Object.keys(reply.body.errors!)]).toEqual([422, ['order_item_id']])
  })

  test('lets nobody change or delete the review of another buyer', async () => {
    const { id } = await aReviewOf(order)
    const kofi = await aUser('CUSTOMER')
    const theirs = await bought(kofi.id)
    const at = `/api/account/orders/${theirs.id}/reviews/${id}`
    expect((await api.send('DELETE', at, { token: kofi.token })).status).toBe(404)
    expect((await api.send('POST', `${at}/pictures`, { token: kofi.token, body: await aPhoto() })).status).toBe(404)
    const guests = tokenOf(await aCompletedOrder({ [variation]: 1 }))
    expect((await api.send('DELETE', `/api/orders/track/${guests}/reviews/${id}`)).status).toBe(404)
    expect(await count('reviews')).toBe(1)
  })

  test('keeps one review of a product and person when ten are sent at once from two orders', async () => {
    const second = await bought(ama.id)
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => write(n % 2 ? order : second, ama.token, { text: `Try ${n}` })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201))
    expect(await count('reviews')).toBe(1)
  })

  test('takes the guest’s review along when the order becomes an account’s', async () => {
    const guests = await aCompletedOrder({ [variation]: 1 })
    const token = tokenOf(guests)
    expect((await writeAsGuest(token, guests)).status).toBe(201)
    const { session_id } = (await selectOne<{ session_id: string }>('SELECT session_id FROM orders WHERE id = ?', [
      guests.id,
    ]))!
    const esi = await aUser('CUSTOMER', { name: 'Esi' })
    await inTransaction(() => handOverOrders(session_id, esi.id))
    expect((await write(guests, esi.token)).status).toBe(201)
    expect((await writeAsGuest(token, guests)).status).toBe(201)
    expect(await select('SELECT user_id, stars FROM reviews')).toEqual([{ user_id: esi.id, stars: 3 }])
  })
})

describe('what is shown', () => {
  test('shows nothing before staff have published it, then the stars, the fit and the words', async () => {
    const { id } = reviewIn(await write(order, ama.token, { fit: 'SMALL', stars: 4 }))
    expect((await shown()).summary.count).toBe(0)
    expect(await ratingOf()).toBeUndefined()
    await publish(id)
    expect(await shown()).toMatchObject({
      summary: { average: 4, count: 1, stars: [0, 0, 0, 1, 0], fit: { SMALL: 1, TRUE: 0, LARGE: 0 } },
      reviews: { total: 1, data: [{ name: 'Ama M.', text: 'They fit.', returned: false }] },
    })
    expect(await ratingOf()).toEqual({ average: 4, count: 1 })
  })

  test('hides a published review again when its buyer changes it or adds a picture', async () => {
    const { id } = reviewIn(await write(order, ama.token))
    await publish(id)
    await write(order, ama.token, { text: 'Buy it at evil.example instead.' })
    expect([(await shown()).summary.count, await ratingOf()]).toEqual([0, undefined])
    await publish(id)
    const at = `/api/account/orders/${order.id}/reviews/${id}/pictures`
    expect((await api.send('POST', at, { token: ama.token, body: await aPhoto() })).status).toBe(201)
    expect((await shown()).reviews.total).toBe(0)
  })

  test('marks a review as returned once its goods are back', async () => {
    const { id } = reviewIn(await write(order, ama.token))
    await publish(id)
    const refund = await aRefundOf(order, ama.id)
    await approveRefund(refund, { user_id: 7 })
    expect((await shown()).reviews.data[0]!.returned).toBe(false)
    await execute("UPDATE refunds SET status_code = 'COMPLETED' WHERE id = ?", [refund])
    expect((await shown()).reviews.data[0]!.returned).toBe(true)
  })

  test('takes scripts and turned text as plain words, and no more than 2,000 letters', async () => {
    const text = `<script>alert(1)</script> \u202Egnp.exe\u0007 Z${'\u0300'.repeat(40)}`
    const review = reviewIn(await write(order, ama.token, { text }))
    expect(review.text).toBe(`<script>alert(1)</script> gnp.exe  Z${'\u0300'.repeat(3)}`)
    expect((await write(order, ama.token, { text: 'a'.repeat(2001) })).status).toBe(422)
    expect((await write(order, ama.token, { text: 'card 4111 1111 1111 1111' })).status).toBe(422)
    expect((await write(order, ama.token, { stars: 6 })).status).toBe(422)
    expect((await write(order, ama.token, { status_code: 'PUBLISHED' })).status).toBe(422)
  })

  test('shows no name that reads like the shop’s or only looks Latin', async () => {
    await execute("UPDATE settings SET value = 'Selvedge' WHERE name = 'shop_name'")
    for (const [name, as] of [
      ['Selvedge Team', null],
      ['SeIvedge', null],
      ['S e l v e d g e', null],
      ['Ѕelvedge', null],
      ['Shop Support', null],
      ['Аma Mensah', null],
      ['Kɔfi Ɛnam', 'Kɔfi Ɛ.'],
      ['Ama', 'Ama'],
    ] as const) {
      await execute('UPDATE users SET name = ? WHERE id = ?', [name, ama.id])
      await write(order, ama.token)
      expect([name, await selectOne('SELECT name FROM reviews')]).toEqual([name, { name: as }])
    }
  })

  test('takes three pictures at most, and decodes none of a stranger', async () => {
    const { id } = await aReviewOf(order)
    const at = `/api/account/orders/${order.id}/reviews/${id}/pictures`
    for (let n = 0; n < 3; n++) {
      await execute("UPDATE review_pictures SET name = CONCAT('other-', id)")
      expect((await api.send('POST', at, { token: ama.token, body: await aPhoto() })).status).toBe(201)
    }
    await execute("UPDATE review_pictures SET name = CONCAT('other-', id)")
    expect((await api.send('POST', at, { token: ama.token, body: await aPhoto() })).status).toBe(409)
    const broken = new FormData()
    broken.set('photo', new Blob(['no picture'], { type: 'image/png' }), 'a.png')
    const guests = `/api/orders/track/${'x'.repeat(32)}/reviews/${id}/pictures`
    expect((await api.send('POST', guests, { body: broken })).status).toBe(404)
  })
})

describe('who decides', () => {
  test('lets no customer decide, and no manager on their own review', async () => {
    const manager = await aUser('MANAGER', { name: 'Yaw Addo' })
    const own = await bought(manager.id)
    const { id } = reviewIn(await write(own, manager.token))
    const body = { updated_at: await readAtOf(id), status_code: 'PUBLISHED' }
    expect((await decide(id, ama.token, body)).status).toBe(403)
    expect((await decide(id, manager.token, body)).status).toBe(403)
    expect((await shown()).summary.count).toBe(0)
    expect((await decide(id, await tokenOfUser(7), body)).status).toBe(200)
    expect(await selectOne("SELECT user_id, action FROM staff_changes WHERE subject = 'review'")).toEqual({
      user_id: 7,
      action: 'publish',
    })
  })

  test('refuses to publish what changed since it was read', async () => {
    const { id } = reviewIn(await write(order, ama.token))
    const updated_at = await readAtOf(id)
    await write(order, ama.token, { text: 'Something else.' })
    expect((await decide(id, await tokenOfUser(7), { updated_at, status_code: 'PUBLISHED' })).status).toBe(409)
    expect((await shown()).summary.count).toBe(0)
  })

  test('rejects with a reason only, tells its buyer, and deletes the pictures', async () => {
    const { id } = await aReviewOf(order)
    const at = `/api/account/orders/${order.id}/reviews`
    await api.send('POST', `${at}/${id}/pictures`, { token: ama.token, body: await aPhoto() })
    const token = await tokenOfUser(7)
    const body = { updated_at: await readAtOf(id), status_code: 'REJECTED' }
    expect((await decide(id, token, body)).body.errors).toEqual({ reason: ['Say why, for the customer.'] })
    expect((await decide(id, token, { ...body, reason: 'Please leave out phone numbers.' })).status).toBe(200)
    expect((await api.send('GET', at, { token: ama.token })).body).toMatchObject({
      reviews: [{ status_code: 'REJECTED', reason: 'Please leave out phone numbers.', pictures: [] }],
    })
  })
})

describe('a removed picture', () => {
  const NAMES = ['160.webp', '400.webp', '800.webp', '1200.webp'].map(end => `-${end}`).concat('.jpg')
  const answers = async (link: string) =>
    Promise.all(NAMES.map(async end => (await api.send('GET', link.replace('-800.webp', end))).status))
  const [ALL, NONE] = [NAMES.map(() => 200), NAMES.map(() => 404)]
  const addTo = async (id: number, { id: order_id } = order, { token } = ama) =>
    reviewIn(
      await api.send('POST', `/api/account/orders/${order_id}/reviews/${id}/pictures`, { token, body: await aPhoto() }),
    ).pictures[0]!
  const reject = async (id: number) => {
    const body = { updated_at: await readAtOf(id), status_code: 'REJECTED', reason: 'Not a picture of the jeans.' }
    expect((await decide(id, await tokenOfUser(7), body)).status).toBe(200)
  }

  // Before: anybody who had its address opened it until the sweep of the next day.
  test('is not opened by its address once staff have rejected it, and comes back when it is sent again', async () => {
    const { id } = await aReviewOf(order)
    const { storage_link } = await addTo(id)
    expect(await answers(storage_link)).toEqual(ALL)
    await reject(id)
    expect(await answers(storage_link)).toEqual(NONE)
    expect([(await addTo(id)).storage_link, await answers(storage_link)]).toEqual([storage_link, ALL])
  })

  test('is not opened by its address once its buyer removes it, the review or the account', async () => {
    const at = `/api/account/orders/${order.id}/reviews`
    const { id } = await aReviewOf(order)
    for (const remove of [
      async (picture: number) => api.send('DELETE', `${at}/${id}/pictures/${picture}`, { token: ama.token }),
      async () => api.send('DELETE', `${at}/${id}`, { token: ama.token }),
    ]) {
      const picture = await addTo(id)
      expect((await remove(picture.id)).status).toBe(200)
      expect(await answers(picture.storage_link)).toEqual(NONE)
    }
    const { storage_link } = await addTo((await aReviewOf(order)).id)
    const body = { password: PASSWORD }
    expect((await api.send('POST', '/api/account/erase', { token: ama.token, body })).status).toBe(200)
    expect(await answers(storage_link)).toEqual(NONE)
  })

  test('control: takes along neither the same picture of another review nor one that a product shows', async () => {
    const [kofi, { id }] = [await aUser('CUSTOMER'), await aReviewOf(order)]
    const theirs = await bought(kofi.id)
    const other = await addTo((await aReviewOf(theirs)).id, theirs, kofi)
    const { storage_link } = await addTo(id)
    expect(storage_link).not.toBe(other.storage_link)
    // Pictures from before had one name wherever they were shown.
    await execute(
      'INSERT INTO product_images (product_id, name, position) SELECT ?, name, 1 FROM review_pictures WHERE review_id = ?',
      [product, id],
    )
    await reject(id)
    expect([await answers(storage_link), await answers(other.storage_link)]).toEqual([ALL, ALL])
  })
})

describe('what became of a size', () => {
  const sizes = async () =>
    (await api.send('GET', `/api/products/${product}/size-history`)).body as unknown as { sizes: object[] }

  test('tells shares of enough sales, less what did not fit, and no numbers of sales', async () => {
    expect((await sizes()).sizes).toEqual([
      { size_code: 'UK10', kept_of_ten: null, fit: { SMALL: 0, TRUE: 0, LARGE: 0 } },
    ])
    const large = await aCompletedOrder({ [variation]: 9 })
    const refund = await aRefundOf(large)
    await execute("UPDATE refunds SET status_code = 'COMPLETED' WHERE id = ?", [refund])
    await publish((await aReviewOf(large)).id)
    expect((await sizes()).sizes).toEqual([{ size_code: 'UK10', kept_of_ten: 9, fit: { SMALL: 1, TRUE: 0, LARGE: 0 } }])
  })
})

describe('who has gone', () => {
  test('keeps an erased buyer’s review without a name, an account or pictures', async () => {
    const { id } = reviewIn(await write(order, ama.token))
    await execute("INSERT INTO review_pictures (review_id, name) VALUES (?, 'a-picture')", [id])
    await moderateReview(
      id,
      { updated_at: await readAtOf(id), status_code: 'PUBLISHED', reply: 'Dear Ama Mensah, thank you.' },
      7,
    )
    const data = await api.send('GET', '/api/account/data', { token: ama.token })
    expect(data.text).toContain('They fit.')
    const { status } = await api.send('POST', '/api/account/erase', {
      token: ama.token,
      body: { password: 'Correct-horse-9' },
    })
    expect(status).toBe(200)
    expect(await select('SELECT name, user_id, writer, text, reply FROM reviews')).toEqual([
      { name: null, user_id: null, writer: `erased ${id}`, text: 'They fit.', reply: null },
    ])
    expect(await count('review_pictures')).toBe(0)
    expect(await selectOne("SELECT was, became FROM staff_changes WHERE subject = 'review'")).toEqual({
      was: null,
      became: null,
    })
    expect((await shown()).reviews.data).toMatchObject([{ name: null, text: 'They fit.' }])
  })
})
