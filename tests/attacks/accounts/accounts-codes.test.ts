import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertRow, select } from '#api/db/database.ts'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { refundDesk } from '#tests/support/shop/refund-desk.ts'
import { aVariation, openShop } from '#tests/support/server/shop.ts'
import { aGuest } from '#tests/support/shop/shoppers.ts'
import { aSubmission } from '#tests/support/server/submission.ts'
import { aCustomerOwner, anOrderOf, aPaidOrderOf, fillCart } from '#tests/support/shop/website-orders.ts'

let api: Api
let token: string
beforeAll(async () => {
  api = await startApi()
})
beforeEach(async () => {
  await openShop()
  ;({ token } = await aUser('SUPER_ADMINISTRATOR'))
})
afterAll(() => api.stop())

/** What the database's collation takes for a code, and no program does. */
const disguises = (code: string): string[] => [
  code.replace(/[AEIO]/, letter => ({ A: 'Á', E: 'É', I: 'Í', O: 'Ó' })[letter]!),
  code.replace(/[A-Z]/, letter => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)),
  code.replace(/(?<=.)/, '\u200b'),
  code.replace(/(?<=.)/, '\u00ad'),
  code.replace(/(?<=.)/, '\u0301'),
  code.replace(/(?<=.)/, '\u0000'),
  code.toLowerCase(),
]

describe('a discount code', () => {
  const validate = async (coupon_code: string) =>
    api.send('POST', '/api/checkout/coupons/validate', { token: (await aGuest()).token, body: { coupon_code } })

  // Before: the first three were 200, because the capitals of these letters are the code's.
  test.each([
    ['STRASSE', 'straße'],
    ['FIXED', 'ﬁxed'],
    ['SEA', 'ſea'],
    ['KIT', 'kıt'],
    ['KIT', 'KİT'],
    ['KIT', 'ＫＩＴ'],
    ['KIT', 'KI\u200bT'],
    ['KIT', '\u212Ait'],
    ['KIT', 'KÍT'],
    ['KIT', 'KIT\u0301'],
  ])('%s is not found when somebody types %j', async (code, typed) => {
    await insertRow('coupons', { code, name: 'Cut', type: 'percentage', value: 10 })
    expect((await validate(typed)).status).toBe(422)
    const guest = await aGuest()
    await fillCart({ user_id: null, session_id: guest.session_id }, { [await aVariation()]: 1 })
    expect(
      (await api.send('POST', '/api/orders', { token: guest.token, body: aSubmission({ coupon_code: typed }) })).status,
    ).toBe(422)
  })

  test('is found when somebody types small letters and blanks around it', async () => {
    await insertRow('coupons', { code: 'KIT', name: 'Cut', type: 'percentage', value: 10 })
    expect((await validate(' kit ')).status).toBe(200)
  })
})

describe('an account that only looks like cash', () => {
  const FAKES = disguises('CASH')
  const booked = () =>
    select(
      "SELECT account_code FROM transactions WHERE BINARY account_code NOT IN ('CASH', 'BANK', 'PAYSTACK', 'MTN_MOBILE_MONEY')",
    )

  // Before: 201, and the entry stood beside those that a drawer is counted by.
  test.each(FAKES)('takes no entry by hand: %j', async account_code => {
    const body = { account_code, direction: 'Cr', amount: 5, description: 'Change' }
    expect(await api.send('POST', '/api/staff/transactions', { token, body })).toMatchObject({
      status: 422,
      body: { errors: { account_code: [expect.any(String)] } },
    })
    expect(await booked()).toEqual([])
  })

  // Before: 201.
  test.each(FAKES)('is not counted: %j', async account_code => {
    expect(
      (await api.send('POST', '/api/staff/cash-counts', { token, body: { account_code, counted: 5 } })).status,
    ).toBe(422)
  })

  // Before: 200, and the order was paid into it.
  test.each(FAKES)('pays no order: %j', async account_code => {
    const { id } = await anOrderOf({ [await aVariation()]: 1 })
    expect(
      (await api.send('PATCH', `/api/staff/orders/${id}`, { token, body: { status_code: 'PROCESSING', account_code } }))
        .status,
    ).toBe(422)
    expect(await booked()).toEqual([])
  })

  // Before: 200, and the money left by it.
  test('gives no money back', async () => {
    const desk = refundDesk(api, token)
    const order = await aPaidOrderOf({ [await aVariation()]: 1 }, await aCustomerOwner())
    const { refund } = await desk.ask({ id: order.id, items: order.items })
    await desk.approve(refund.id)
    for (const fake of FAKES) expect([fake, (await desk.pay(refund.id, fake)).status]).toEqual([fake, 422])
    expect(await booked()).toEqual([])
    expect((await desk.pay(refund.id, 'CASH')).status).toBe(200)
  })
})

describe('a place that only looks like another', () => {
  const order = async (shipping_region_code: string, zone: string | null) => {
    const guest = await aGuest()
    await fillCart({ user_id: null, session_id: guest.session_id }, { [await aVariation()]: 1 })
    return api.send('POST', '/api/orders', {
      token: guest.token,
      body: aSubmission({
        delivery_method_code: 'delivery',
        shipping_country_code: 'GH',
        shipping_region_code,
        shipping_delivery_zone_code: zone,
        shipping_address: 'Behind the bank, Adum',
      }),
    })
  }

  // Before: 201 for each, and the order bore a zone that no list of orders by zone finds.
  test('takes no order when the zone is in disguise', async () => {
    await insertRow('delivery_zones', { region_code: 'GH-AH', code: 'KUMASI', name: 'Kumasi', cost: 45 })
    for (const fake of disguises('KUMASI')) expect([fake, (await order('GH-AH', fake)).status]).toEqual([fake, 422])
    expect((await order('GH-AH', 'KUMASI')).status).toBe(503) // taken, but no provider answers in these tests
  })

  test('takes no order when the region is in disguise', async () => {
    await insertRow('delivery_zones', { region_code: 'GH-AH', code: 'KUMASI', name: 'Kumasi', cost: 45 })
    for (const fake of disguises('GH-AH')) expect([fake, (await order(fake, 'KUMASI')).status]).toEqual([fake, 422])
    for (const fake of disguises('GH-AA')) expect([fake, (await order(fake, null)).status]).toEqual([fake, 422])
  })
})

describe('a device and a session', () => {
  test('are another when one letter of their id is in disguise', async () => {
    const device_id = '5eed0000-0000-4000-8000-00000000000a'
    expect((await api.send('POST', '/api/staff/tills', { token, body: { name: 'Back', device_id } })).status).toBe(201)
    for (const fake of [
      device_id.replace('a', 'á'),
      device_id.replace('a', 'ａ'),
      `${device_id} `,
      `${device_id}\u200b`,
    ])
      expect([
        fake,
        (await api.send('POST', '/api/staff/tills', { token, body: { name: 'Back', device_id: fake } })).status,
      ]).toEqual([fake, 422])
    const { session_id } = await aUser('CUSTOMER')
    for (const fake of [`${session_id.slice(0, -1)}á`, `${session_id} `])
      expect((await api.send('DELETE', `/api/account/sessions/${encodeURIComponent(fake)}`, { token })).status).toBe(
        404,
      )
  })
})
