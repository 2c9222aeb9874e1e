import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { execute, insertRow, select } from '#api/db/database.ts'
import { jobKinds } from '#api/job-kinds.ts'
import { workJobs } from '#api/jobs/work-jobs.ts'
import { filterWords } from '#api/orders/filter-words.ts'
import { stepOrder } from '#api/orders/step-order.ts'
import type { OrderSummary, PickList, StaffOrder, TimelineEntry } from '#sync/protocol/shop/order-view.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
import { aVariation, count, openShop } from '#tests/support/server/shop.ts'
import {
  aCustomerOwner,
  anOrderOf,
  aPaidDelivery,
  aPaidOrderOf,
  statusOf,
  tokenOf,
} from '#tests/support/shop/website-orders.ts'

let api: Api
let jeans: number
let token: string
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  jeans = await aVariation(1_000)
  token = (await aUser('MANAGER', { name: 'Abena Owusu' })).token
})
afterAll(() => api.stop())

const get = async <T>(path: string, who = token) => (await api.send('GET', path, { token: who })).body as unknown as T
const listed = async (query: string) =>
  (await get<{ orders: { data: OrderSummary[] } }>(`/api/staff/orders?per_page=100&${query}`)).orders.data.map(
    ({ id }) => id,
  )
const aTillSale = async (overrides: Parameters<typeof aSale>[0] = {}) => {
  const reply = await api.send('POST', '/api/sync/push', {
    token,
    body: aPush(aSale({ lines: [{ product_variation_id: jeans, quantity: 1, price: 10 }], total: 10, ...overrides })),
  })
  return (reply.body.verdicts as unknown as { order_id: number }[])[0]!.order_id
}

describe('the list of orders', () => {
  test('suggests only the people whose name or email is searched, or one by id', async () => {
    for (let n = 0; n < 120; n++)
      await insertRow('users', { name: `Aa ${n}`, email: `aa${n}@mail.test`, password_hash: '', role_code: 'MANAGER' })
    const owner = await aCustomerOwner()
    await execute("UPDATE users SET name = 'Zainab Osei_Tutu', email = 'zee@mail.test' WHERE id = ?", [owner.user_id])
    await anOrderOf({ [jeans]: 1 }, { owner })
    await aUser('CUSTOMER', { name: 'Zainab Without', email: 'zw@mail.test' })
    const offered = async (query: string) =>
      (await get<{ users: { data: { id: number }[] } }>(`/api/staff/orders/options/users?${query}`)).users.data.map(
        ({ id }) => id,
      )
    expect(await offered('')).toHaveLength(100)
    for (const query of ['search=zain', 'search=osei_', 'search=zee@', `user_id=${owner.user_id}`])
      expect([query, await offered(query)]).toEqual([query, [owner.user_id]])
    for (const query of ['search=%25', 'search=seitutu', 'search=nab', 'user_id=4000000'])
      expect([query, await offered(query)]).toEqual([query, []])
  })

  test('names its filters on an export', async () => {
    const product_id = (
      await select<{ product_id: number }>('SELECT product_id FROM product_variations WHERE id = ?', [jeans])
    )[0]!.product_id
    expect(await filterWords({})).toEqual(['All statuses'])
    expect(
      await filterWords({
        status_code: 'COMPLETED',
        type_code: 'STORE',
        user_id: 8,
        teller_id: 7,
        account_code: 'CASH',
        product_id,
        category_id: 1,
        size_code: 'UK10',
      }),
    ).toEqual([
      'Completed',
      'shop',
      'customer or cashier Kofi',
      'cashier Ama',
      'account Cash',
      expect.stringMatching(/^product Jeans \d+$/),
      'category Jeans',
      'size UK10',
    ])
    expect(
      await filterWords({
        sold_from: '2026-01-02',
        sold_to: '2026-01-02',
        sold_hour: 9,
        late: true,
        account_code: 'NONE',
        search: 'T1',
      }),
    ).toEqual([
      'All statuses',
      'sold on 2026-01-02',
      'sold between 9:00 and 9:59 UTC',
      'free of charge',
      'placed more than 10 days ago, not completed',
      '“T1”',
    ])
  })

  test('finds by number, id, phone in any format, email, and the start of a first or last name', async () => {
    const yaa = await anOrderOf({ [jeans]: 1 })
    const kofi = await anOrderOf(
      { [jeans]: 1 },
      { first_name: 'Kofi', last_name: 'Boateng-Mensah', phone: '+233208765432', email: 'kofi_b@mail.test' },
    )
    const sale = await aTillSale({ number: 'T1-000777', customer_name: 'Esi Boateng', customer_phone: '0201112223' })
    const owner = await aCustomerOwner()
    const theirs = await anOrderOf(
      { [jeans]: 1 },
      { owner, first_name: 'Adwoa', last_name: 'Sarpong', email: 'other@mail.test', phone: '+233550001112' },
    )
    const { email } = (await select<{ email: string }>('SELECT email FROM users WHERE id = ?', [owner.user_id]))[0]!

    const found = async (search: string) => (await listed(`search=${encodeURIComponent(search)}`)).sort((a, b) => a - b)
    expect(await found('T1-0007')).toEqual([sale])
    expect(await found(`#${yaa.id}`)).toEqual([yaa.id])
    for (const way of ['0208765432', '+233208765432', '020 876 5432', '+233 20 876 5432'])
      expect([way, await found(way)]).toEqual([way, [kofi.id]])
    expect(await found('020 111 2223')).toEqual([sale])
    expect(await found('KOFI_B@')).toEqual([kofi.id])
    expect(await found(email)).toEqual([theirs.id])
    expect(await found('boateng')).toEqual([kofi.id, sale])
    expect(await found('yaa d')).toEqual([yaa.id])
    for (const nobody of ['%', '_', "' OR 1=1 --", 'oateng', '99999999'])
      expect([nobody, await found(nobody)]).toEqual([nobody, []])
  })

  test('finds by the last digits of a number, that order first', async () => {
    const [old, late, odd] = [
      await aTillSale({ number: 'T1-004711' }),
      await aTillSale({ number: 'T2-014711' }),
      await aTillSale(),
    ]
    await execute("UPDATE orders SET number = '4711%5' WHERE id = ?", [odd])
    const found = (search: string) => listed(`search=${encodeURIComponent(search)}`)
    expect(await found('4711')).toEqual([odd, late, old])
    expect([
      await found('004711'),
      await found('t2-014711'),
      await found('11%5'),
      await found('%%5'),
      await found('11'),
    ]).toEqual([[old], [late], [odd], [], []])
    await execute('ALTER TABLE orders AUTO_INCREMENT = 700123')
    const [online, receipt] = [(await anOrderOf({ [jeans]: 1 })).id, await aTillSale({ number: 'T1-700123' })]
    expect(online).toBe(700_123)
    expect([await found('123'), await found('700123'), await found('23')]).toEqual([
      [receipt, online],
      [online, receipt],
      [],
    ])
    expect(await listed('search=700123&order_column=created_at')).toEqual([receipt, online])
    expect(await found('#')).toHaveLength(5)
  })

  test('filters, sorts and counts', async () => {
    const [cheap, dear] = [await anOrderOf({ [jeans]: 1 }), await anOrderOf({ [jeans]: 3 })]
    const owner = await aCustomerOwner()
    const paid = await aPaidOrderOf({ [jeans]: 2 }, owner)
    const sale = await aTillSale()
    expect(await listed('')).toEqual([sale, paid.id, dear.id, cheap.id])
    expect(await listed('type_code=STORE')).toEqual([sale])
    expect(await listed('status_code=UNPAID&order_column=total&order_direction=asc')).toEqual([cheap.id, dear.id])
    expect(await listed('order_column=total&type_code=WEBSITE')).toEqual([dear.id, paid.id, cheap.id])
    expect(await listed(`user_id=${owner.user_id}`)).toEqual([paid.id])
    expect(await listed('user_id=7')).toEqual([sale])
    expect(await listed('delivery_method_code=delivery')).toEqual([])
    await execute("UPDATE orders SET created_at = '2026-01-31 23:59:59.999' WHERE id = ?", [cheap.id])
    expect(await listed('start_date=2026-01-31&end_date=2026-01-31')).toEqual([cheap.id])
    expect(await get('/api/staff/orders?status_code=UNPAID&per_page=1&page=2')).toMatchObject({
      orders: { data: [{ id: cheap.id }], total: 2, last_page: 2, current_page: 2 },
    })
    expect((await api.send('GET', '/api/staff/orders?order_column=password', { token })).status).toBe(422)
  })

  test('exports what its filter leaves as CSV without formulas', async () => {
    await anOrderOf({ [jeans]: 1 }, { first_name: '=HYPERLINK("http://x")', last_name: 'Darko' })
    await aTillSale({ number: 'T1-000001' })
    const { text, headers } = await api.send('GET', '/api/staff/orders/csv?type_code=WEBSITE', { token })
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/)
    const [head, first, ...rest] = text.replace('\uFEFF', '').trim().split('\r\n')
    expect(head).toMatch(/^number,id,ordered_at,arrived_at,.*,total,tenders$/)
    expect(first).toContain(`"'=HYPERLINK(""http://x"") Darko"`)
    expect(first).toMatch(/^\d+,\d+,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,,WEBSITE,.*,yaa@mail\.test,024 412 3456,.*,10\.00,$/)
    expect(rest).toEqual([])
  })

  test('exports the email that was given for an order, not that of the account', async () => {
    await anOrderOf({ [jeans]: 1 }, { owner: await aCustomerOwner(), email: 'for-my-sister@mail.test' })
    expect((await api.send('GET', '/api/staff/orders/csv', { token })).text).toMatch(/,for-my-sister@mail\.test,/)
  })
})

describe('the export of orders', () => {
  interface Exported {
    orders?: object
    export?: { id: number; status: string; done: number; total: number }
  }

  test('runs once in the background while the list is used, and is downloaded by its owner', async () => {
    for (let n = 0; n < 3; n++) await aTillSale({ customer_name: 'Nana Yɛboah' })
    await anOrderOf({ [jeans]: 1 })
    const begun = await get<Exported>('/api/staff/orders?prepareExport=1')
    expect(begun).toMatchObject({ orders: { total: 4 }, export: { status: 'PENDING' } })
    expect((await get<Exported>('/api/staff/orders?prepareExport=1')).export!.id).toBe(begun.export!.id)
    expect(await get<Exported>('/api/staff/orders')).not.toHaveProperty('export')
    const path = `/api/staff/orders/exports/${begun.export!.id}`
    expect(await api.send('GET', path, { token })).toMatchObject({
      status: 202,
      body: { export: { id: begun.export!.id, status: 'PENDING' } },
    })
    await Promise.all([workJobs(jobKinds), listed('')])
    const ready = await fetch(api.base + path, { headers: { authorization: `Bearer ${token}` } })
    expect([ready.status, ready.headers.get('content-type'), ready.headers.get('content-disposition')]).toEqual([
      200,
      'application/pdf',
      `attachment; filename="orders-${begun.export!.id}.pdf"`,
    ])
    const { source, words } = readPdf(Buffer.from(await ready.arrayBuffer()))
    expect(source).toMatch(/^%PDF-1\.7\n[^]*%%EOF\n$/)
    expect(source).toContain('/Count 1 ')
    expect(words.filter(word => word === 'Nana Yɛboah')).toHaveLength(3)
    expect(words.join(' ')).toMatch(/ 4 orders GH₵\u00A040\.00 1 of them unpaid or cancelled GH₵\u00A010\.00$/)
    expect((await api.send('GET', path, { token: (await aUser('MANAGER')).token })).status).toBe(404)
    expect((await api.send('GET', path, { token: (await aUser('ADMINISTRATOR')).token })).status).toBe(200)
  })

  test('says when one failed, and nothing when there is none', async () => {
    const { export: begun } = await get<Exported>('/api/staff/orders?prepareExport=1&status_code=PROCESSING')
    await execute("UPDATE jobs SET status_code = 'FAILED', due_at = NULL, error = 'No.'")
    expect(await api.send('GET', `/api/staff/orders/exports/${begun!.id}`, { token })).toMatchObject({
      status: 202,
      body: { export: { status: 'FAILED' } },
    })
    expect((await api.send('GET', '/api/staff/orders/exports/4000000000', { token })).status).toBe(404)
  })
})

describe('the pick list', () => {
  test('collects what is paid and not ready by category, product and size, with its orders', async () => {
    const [small, shirt] = [await aVariation(50), await aVariation(50)]
    await execute("INSERT INTO sizes (code, name) VALUES ('UK8', 'UK 8')")
    await execute(
      "UPDATE product_variations SET size_code = 'UK8', product_id = (SELECT product_id FROM (SELECT product_id FROM product_variations WHERE id = ?) p) WHERE id = ?",
      [jeans, small],
    )
    await execute("INSERT INTO categories (id, name) VALUES (2, 'A first one')")
    await execute(
      'UPDATE products SET category_id = 2 WHERE id = (SELECT product_id FROM product_variations WHERE id = ?)',
      [shirt],
    )
    const one = await aPaidOrderOf({ [jeans]: 2, [shirt]: 1 }, await aCustomerOwner())
    const two = await aPaidOrderOf({ [jeans]: 1, [small]: 4 }, await aCustomerOwner())
    await anOrderOf({ [jeans]: 9 })
    await aTillSale()
    const { pick_list } = await get<{ pick_list: PickList }>('/api/staff/orders/pick-list')
    expect([pick_list.orders, pick_list.pieces]).toEqual([2, 8])
    expect(
      pick_list.lines.map(({ product_variation_id, quantity, category }) => [product_variation_id, quantity, category]),
    ).toEqual([
      [shirt, 1, 'A first one'],
      [small, 4, 'Jeans'],
      [jeans, 3, 'Jeans'],
    ])
    expect(pick_list.lines[2]!.orders).toEqual([
      { id: one.id, number: String(one.id), quantity: 2 },
      { id: two.id, number: String(two.id), quantity: 1 },
    ])
  })
})

describe('a note', () => {
  const note = (id: number, body: object) => api.send('PATCH', `/api/staff/orders/${id}/note`, { token, body })

  test('is for staff only, is logged, and is not lost to somebody who writes in between', async () => {
    const owner = await aCustomerOwner()
    const order = await anOrderOf({ [jeans]: 1 }, { owner })
    const { body } = await note(order.id, { staff_note: 'Calls at noon.' })
    expect(body).toMatchObject({ message: 'Note saved.', order: { staff_note: 'Calls at noon.' } })
    expect(await note(order.id, { staff_note: 'Other', updated_at: order.updated_at })).toMatchObject({
      status: 409,
      body: { code: 'stale', order: { staff_note: 'Calls at noon.' } },
    })
    expect(
      (await note(order.id, { staff_note: null, updated_at: (body.order as unknown as StaffOrder).updated_at })).status,
    ).toBe(200)
    expect(await select('SELECT action, was, became FROM staff_changes')).toEqual([
      { action: 'note', was: '{"staff_note":null}', became: '{"staff_note":"Calls at noon."}' },
      { action: 'note', was: '{"staff_note":"Calls at noon."}', became: '{"staff_note":null}' },
    ])
    const guest = await anOrderOf({ [jeans]: 1 })
    await note(guest.id, { staff_note: 'A secret of ours' })
    expect((await api.send('GET', `/api/orders/track/${tokenOf(guest)}`)).text).not.toContain('secret of ours')
    for (const wrong of [
      {},
      { staff_note: 'x'.repeat(1001) },
      { staff_note: 1 },
      { staff_note: 'x', status_code: 'PROCESSING' },
      { staff_note: '4084 0840 8408 4081' },
    ])
      expect([wrong, (await note(guest.id, wrong)).status]).toEqual([wrong, 422])
    expect((await note(4_000_000_000, { staff_note: 'x' })).status).toBe(404)
  })
})

describe('a rider', () => {
  const agree = (id: number, rider: object | null) =>
    api.send('PATCH', `/api/staff/orders/${id}/delivery`, { token, body: { rider } })
  const kojo = { name: 'Kojo', phone: '024 412 3456', fee: 25 }

  test('and a fee can be agreed for Greater Accra: the customer is told, and no total changes', async () => {
    const order = await aPaidDelivery(jeans)
    const { body } = await agree(order.id, kojo)
    expect(body).toMatchObject({
      message: 'Rider saved.',
      order: { rider: { name: 'Kojo', phone: '+233244123456', fee: 25 }, total: order.total, shipping_fee: 0 },
    })
    await agree(order.id, kojo)
    const seen = (await api.send('GET', `/api/orders/track/${tokenOf(order)}`)).body.order as unknown as StaffOrder
    expect(seen.events.filter(({ code }) => code === 'RIDER').map(({ detail, by }) => [detail, by])).toEqual([
      ['Kojo, +233244123456, GH₵ 25.00 delivery fee, paid to the rider.', 'Abena Owusu'],
    ])
    expect(seen).not.toHaveProperty('rider')
    expect((await agree(order.id, null)).body).toMatchObject({ order: { rider: null } })
  })

  test('is refused for pick-up, unpaid and delivered orders, and when the shop charged for delivery', async () => {
    expect((await agree((await aPaidOrderOf({ [jeans]: 1 }, await aCustomerOwner())).id, kojo)).status).toBe(409)
    expect(
      (
        await agree(
          (
            await anOrderOf(
              { [jeans]: 1 },
              {
                delivery_method_code: 'delivery',
                shipping_country_code: 'GH',
                shipping_region_code: 'GH-AA',
                shipping_address: 'Osu',
              },
            )
          ).id,
          kojo,
        )
      ).status,
    ).toBe(409)
    await execute("INSERT INTO delivery_zones (region_code, name, code, cost) VALUES ('GH-AH', 'Kumasi', 'KUMASI', 45)")
    const far = await aPaidDelivery(jeans, { shipping_region_code: 'GH-AH', shipping_delivery_zone_code: 'KUMASI' })
    expect(await agree(far.id, kojo)).toMatchObject({
      status: 422,
      body: { errors: { 'rider.fee': [expect.any(String)] } },
    })
    expect((await agree(far.id, { name: 'Kojo', phone: '0244123456' })).status).toBe(200)
    for (const status_code of ['READY_TO_SHIP', 'COMPLETED'] as const)
      await stepOrder(far.id, { status_code, user_id: 7 }, async () => 'unpaid')
    expect((await agree(far.id, null)).status).toBe(409)
    for (const wrong of [
      { name: 'Kojo', phone: '12' },
      { name: '', phone: '0244123456' },
      { ...kojo, fee: -1 },
      { ...kojo, fee: 1.234 },
    ])
      expect([wrong, (await agree(far.id, wrong)).status]).toEqual([wrong, 422])
  })
})

describe('the timeline', () => {
  test('tells the whole story of an order, oldest first', async () => {
    const order = await aPaidDelivery(jeans)
    await api.send('PATCH', `/api/staff/orders/${order.id}/note`, { token, body: { staff_note: 'Calls at noon.' } })
    await api.send('PATCH', `/api/staff/orders/${order.id}`, { token, body: { status_code: 'READY_TO_SHIP' } })
    const attempt_id = await insertRow('payment_attempts', {
      order_id: order.id,
      reference: `${order.id}-1`,
      amount: 1000,
      email: 'x@shop.test',
      status_code: 'FAILED',
      reason: 'Declined',
    })
    const payment_id = await insertRow('payments', {
      attempt_id,
      order_id: order.id,
      provider_transaction_id: '77',
      amount: 1000,
      channel: 'card',
      paid_at: '2026-01-02 03:04:05',
      status_code: 'RETURNED',
    })
    await insertRow('payment_refunds', {
      payment_id,
      amount: 1000,
      reason: 'Paid twice.',
      next_at: '2036-01-01 00:00:00',
    })
    const { timeline } = await get<{ timeline: TimelineEntry[] }>(`/api/staff/orders/${order.id}/timeline`)
    expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).sort())
    const told = timeline.map(({ kind, what, detail, by }) => [kind, what, detail, by])
    expect(told).toEqual(
      expect.arrayContaining([
        ['ORDER', 'Order placed', '', null],
        ['ORDER', 'Payment confirmed by the shop', '', 'Ama'],
        ['ORDER', 'Ready', '', 'Abena Owusu'],
        ['STOCK', 'Reserved', expect.stringMatching(/^1 × JEANS-\d+$/), null],
        ['STOCK', 'Stock deducted', expect.any(String), 'Ama'],
        ['MONEY', 'Payment recorded', `GH₵ 10.00 · POS / Bank · Order ${order.id}`, 'Ama'],
        ['MAIL', 'Email waiting to be sent', 'confirmed', null],
        ['MAIL', 'Email waiting to be sent', 'ready', null],
        ['PAYMENT', 'Payment attempt failed', `${order.id}-1 · GH₵ 10.00 · Declined`, null],
        ['PAYMENT', 'Paid at the provider, to be refunded', 'GH₵ 10.00 · card · 77', null],
        ['PAYMENT', 'Refund waiting for the provider', 'GH₵ 10.00 · Paid twice.', null],
        ['STAFF', 'Note written', 'Calls at noon.', 'Abena Owusu'],
      ]),
    )
    expect((await api.send('GET', '/api/staff/orders/4000000000/timeline', { token })).status).toBe(404)
  })
})

describe('each step', () => {
  test('is open to staff only, and one of twenty at the same moment is taken and logged', async () => {
    const unpaid = async () => 'unpaid' as const
    const { id } = await anOrderOf({ [jeans]: 1 })
    for (const who of ['CUSTOMER', null] as const) {
      const theirs = who
        ? (await aUser(who)).token
        : ((await api.send('POST', '/api/guest')).body as unknown as { token: string }).token
      for (const status_code of ['PROCESSING', 'READY_TO_SHIP', 'COMPLETED', 'CANCELLED'])
        expect(
          (await api.send('PATCH', `/api/staff/orders/${id}`, { token: theirs, body: { status_code } })).status,
        ).toBe(403)
    }
    expect(await statusOf(id)).toBe('UNPAID')
    const roles = ['MANAGER', 'ADMINISTRATOR', 'SUPER_ADMINISTRATOR'] as const
    for (const [i, status_code] of (['PROCESSING', 'READY_TO_SHIP', 'COMPLETED'] as const).entries()) {
      const staff = await Promise.all(Array.from({ length: 20 }, (_, n) => aUser(roles[(n + i) % 3]!)))
      const results = await Promise.allSettled(
        staff.map(({ id: user_id }) => stepOrder(id, { status_code, user_id }, unpaid)),
      )
      expect([status_code, results.filter(({ status }) => status === 'fulfilled').length, await statusOf(id)]).toEqual([
        status_code,
        1,
        status_code,
      ])
    }
    expect(await count('staff_changes', "action = 'step' AND subject_id = ?", [id])).toBe(3)
    expect(await select("SELECT became FROM staff_changes WHERE action = 'step' ORDER BY id")).toEqual(
      ['PROCESSING', 'READY_TO_SHIP', 'COMPLETED'].map(status_code => ({ became: JSON.stringify({ status_code }) })),
    )
  })
})
