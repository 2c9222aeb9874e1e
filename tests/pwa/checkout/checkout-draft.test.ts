// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { addressFrom, isAt, personFrom, placeFrom } from '#pwa/checkout/address-draft.ts'
import { checkInformation } from '#pwa/checkout/check-information.ts'
import { phoneRules } from '#pwa/lib/phone-rules.ts'
import { EMPTY, submissionOf, withChange, type Draft } from '#pwa/checkout/draft.ts'
import { changesBetween, refusalFrom } from '#pwa/checkout/use-place-order.ts'
import { totalsOf } from '#pwa/checkout/use-checkout.ts'
import { ApiError } from '#pwa/lib/api-error.ts'
import type { Address } from '#sync/protocol/shop/account.ts'
import type { CartItem } from '#sync/protocol/shop/cart.ts'

const aDraft = (changes: Partial<Draft> = {}): Draft => ({
  ...EMPTY,
  first_name: 'Ama',
  last_name: 'Mensah',
  phone: '024 123 4567',
  email: 'ama@mail.test',
  ...changes,
})
const toKumasi = {
  delivery_method_code: 'delivery',
  shipping_region_code: 'GH-AH',
  shipping_delivery_zone_code: 'KUMASI',
  shipping_address: 'House 5',
} as const
const zone = {
  id: 1,
  region_code: 'GH-AH',
  name: 'Kumasi',
  code: 'KUMASI',
  locations: null,
  kind: 'DOOR' as const,
  pay_on_delivery: 0 as const,
  deposit_percent: null,
  deposit_amount: null,
  days_from: 1,
  days_to: 2,
  cost: 45,
}
const TOTALS = { subtotal: 200, shipping_fee: 45, discount: 0, total: 245 }

describe('the checkout form', () => {
  it('drops the zone with its region, and both with the country', () => {
    const typed = aDraft(toKumasi)
    expect(withChange(typed, { shipping_region_code: 'GH-AA' })).toMatchObject({
      shipping_region_code: 'GH-AA',
      shipping_delivery_zone_code: '',
    })
    expect(withChange(typed, { shipping_country_code: 'TG' })).toMatchObject({
      shipping_region_code: '',
      shipping_delivery_zone_code: '',
    })
    expect(
      withChange(typed, { shipping_region_code: 'GH-AA', shipping_delivery_zone_code: 'TEMA' })
        .shipping_delivery_zone_code,
    ).toBe('TEMA')
    expect(withChange(typed, { first_name: 'Yaa' })).toEqual({ ...typed, first_name: 'Yaa' })
  })

  it.each([
    [{}, []],
    [{ first_name: ' ', phone: '' }, ['first_name', 'phone']],
    [{ email: 'ama' }, ['email']],
    [{ phone: '12' }, ['phone']],
    [{ phone: '+44 20 7946 0958' }, []],
    ...[
      '0241234567',
      '024-123-4567',
      '+233 24 123 4567',
      '+233241234567',
      '00233241234567',
      '241234567',
      '020 765 4321',
      '055 123 4987',
      '0302 123 456',
    ].map((phone): [Partial<Draft>, string[]] => [{ phone }, []]),
    ...['024 123 456', '024 123 45678', '+233 24 123', '12345', 'none', '+999 24 123 4567'].map(
      (phone): [Partial<Draft>, string[]] => [{ phone }, ['phone']],
    ),
    // A zone is asked for once there is a region.
    [{ delivery_method_code: 'delivery' as const }, ['shipping_region_code', 'shipping_address']],
    [{ ...toKumasi, shipping_delivery_zone_code: '' }, ['shipping_delivery_zone_code']],
    [{ ...toKumasi, shipping_region_code: 'GH-AA', shipping_delivery_zone_code: '' }, []],
  ])('%o lacks %o', async (changes, wrong) => {
    expect(Object.keys(checkInformation(aDraft(changes), { readPhone: await phoneRules() }))).toEqual(wrong)
  })

  it('needs no address when the parcel waits at a station, and another region when the shop does not deliver there', () => {
    const typed = aDraft({ ...toKumasi, shipping_address: '' })
    expect(checkInformation(typed, { atStation: true })).toEqual({})
    expect(checkInformation(typed, { beyond: 'Oti' })).toEqual({
      shipping_region_code: ['We do not deliver to Oti yet. Choose another region or pick-up.'],
    })
    expect(checkInformation({ ...typed, delivery_method_code: 'self_pick_up' }, { beyond: 'Oti' })).toEqual({})
  })

  it('is sent without an address for pick-up, with the amounts the shopper saw', () => {
    expect(
      submissionOf(aDraft({ ...toKumasi, delivery_method_code: 'self_pick_up', first_name: ' Ama ' }), {
        totals: TOTALS,
        coupon: null,
      }),
    ).toMatchObject({
      first_name: 'Ama',
      shipping_region_code: null,
      shipping_delivery_zone_code: null,
      shipping_address: null,
      coupon_code: null,
      ...TOTALS,
    })
    expect(submissionOf(aDraft(toKumasi), { totals: TOTALS, coupon: null })).toMatchObject({
      shipping_region_code: 'GH-AH',
      shipping_delivery_zone_code: 'KUMASI',
      shipping_address: 'House 5',
    })
    expect(submissionOf(aDraft(), { totals: TOTALS, coupon: null })).not.toHaveProperty('save_address')
  })

  it('counts every line as the shop does, since sold-out goods may be reserved for this shopper', () => {
    const line = (changes: CartItem['changes']) =>
      ({
        quantity: 2,
        changes,
        product_variation: { product: { retail_price: 120, discount: 20 } },
      }) as unknown as CartItem
    const items = [line([]), line([{ code: 'sold_out', was: 2, now: 0 }])]
    const facts = { shop: { free_delivery_over: 2000 }, typed: aDraft(toKumasi), zone, coupon: null }
    expect(totalsOf(items, facts)).toEqual({ subtotal: 400, shipping_fee: 45, discount: 0, total: 445 })
    expect(
      totalsOf(items, { ...facts, typed: aDraft({ ...toKumasi, shipping_region_code: 'GH-AA' }) }).shipping_fee,
    ).toBe(0)
  })
})

describe('a saved address', () => {
  const address: Address = {
    id: 1,
    first_name: 'Ama',
    last_name: 'Mensah',
    phone: '+233241234567',
    country_code: 'GH',
    region_code: 'GH-AH',
    zone_code: 'KUMASI',
    address: 'House 5',
    digital_address: 'GA-183-8164',
    is_default: true,
    updated_at: '',
  }
  it('fills the form and is recognised there; one digit more makes another', () => {
    const typed = aDraft(placeFrom(address))
    expect(typed.shipping_address).toBe('House 5\nGA-183-8164')
    expect(isAt(typed, address)).toBe(true)
    expect(isAt({ ...typed, shipping_address: 'House 55' }, address)).toBe(false)
  })
  it('is read from the form with its digital address apart', () => {
    expect(addressFrom(aDraft(placeFrom(address)))).toEqual({
      first_name: 'Ama',
      last_name: 'Mensah',
      phone: '024 123 4567',
      country_code: 'GH',
      region_code: 'GH-AH',
      zone_code: 'KUMASI',
      address: 'House 5',
      digital_address: 'GA-183-8164',
    })
    expect(addressFrom(aDraft({ ...toKumasi, shipping_address: 'GA-183-8164' }))).toMatchObject({
      address: 'GA-183-8164',
      digital_address: 'GA-183-8164',
    })
    expect(addressFrom(aDraft(toKumasi))).toMatchObject({ address: 'House 5', digital_address: null })
  })
  it('can belong to somebody with one name or three', () => {
    expect(personFrom({ name: 'Ama', email: 'a@b.c', phone: null })).toEqual({
      first_name: 'Ama',
      last_name: '',
      email: 'a@b.c',
      phone: '',
    })
    expect(personFrom({ name: 'Ama Serwaa Mensah', email: 'a@b.c', phone: '1' })).toMatchObject({
      first_name: 'Ama',
      last_name: 'Serwaa Mensah',
    })
  })
})

describe('a refusal', () => {
  it('of amounts shows the old and the new', () => {
    const stale = refusalFrom(
      new ApiError(409, { code: 'stale_total', message: '', totals: { ...TOTALS, subtotal: 190, total: 235 } }),
      TOTALS,
    )
    expect(stale).toEqual({ kind: 'stale', was: TOTALS, now: { ...TOTALS, subtotal: 190, total: 235 } })
    expect(changesBetween(TOTALS, { ...TOTALS, subtotal: 190, total: 235 })).toEqual([
      { name: 'Subtotal', was: 200, now: 190 },
      { name: 'Total', was: 245, now: 235 },
    ])
  })
  it('beside a field or line keeps its place, and anything else is a message', () => {
    const errors = { variation_41: ['Slim jeans, UK 10: only 1 left.'] }
    expect(refusalFrom(new ApiError(422, { code: 'validation', message: 'Wrong.', errors }), TOTALS)).toEqual({
      kind: 'fields',
      errors,
    })
    expect(refusalFrom(new ApiError(503, { code: 'payments_unavailable', message: 'Not now.' }), TOTALS)).toEqual({
      kind: 'words',
      messages: ['Not now.'],
    })
    expect(() => refusalFrom(new Error('a bug'), TOTALS)).toThrow('a bug')
  })
})
