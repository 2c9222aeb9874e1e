// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Draft, draft, EMPTY, forgetDraft } from '#pwa/checkout/draft.ts'
import { queries } from '#pwa/lib/queries.ts'
import { welcomeGuest } from '#pwa/session/session.ts'
import { later, routes } from '#pwa/routes.tsx'
import type { CartChange, CartItem } from '#sync/protocol/shop/cart.ts'
import type { DeliveryZone } from '#sync/protocol/entities/delivery-zone.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const SHOP: ShopInfo = {
  name: 'Selvedge',
  tagline: '',
  address: '14 Oxford Street, Osu',
  phones: ['+233244123456'],
  email: 'hello@shop.test',
  whatsapp: '',
  hours: [],
  announcements: [],
  hero: { title: '', words: '' },
  promos: [],
  entrances: [],
  delivery_start: '',
  closed_days: [],
  data_protection_number: '',
  social: [],
  whatsapp_numbers: [],
  seller: { legal_name: 'Selvedge Clothing Limited', legal_status: 'Private company', registration_number: 'CS-1' },
  terms: {
    prices: 'Prices include all taxes.',
    payment: 'By card or mobile money.',
    security: 'No card data here.',
    delivery_time: 'Within 36 working hours.',
    delivery_fee: 'The rider is paid by you.',
    pick_up: 'After 3 days.',
    pick_up_directions: 'Up the stairs.',
    returns: 'Within 3 days.',
    service: 'We may withhold service.',
  },
  receipt_note: '',
  taxes: [],
  free_delivery_over: 2000,
  reservation_minutes: 30,
}
const aLine = (id: number, name: string, changes: CartChange[] = []) =>
  ({
    id,
    quantity: 2,
    product_variation_id: id,
    changes,
    updated_at: '2026-01-01T00:00:00.000Z',
    product_variation: {
      id,
      sku: 'J',
      size_code: 'UK10',
      colour_code: null,
      quantity_in_stock: 5,
      size: { id: 1, code: 'UK10', name: 'UK 10' },
      colour: null,
      retail_price: null,
      discount: null,
      price: 100,
      product: {
        id,
        slug: 'jeans',
        name,
        category_id: 1,
        retail_price: 100,
        discount: 0,
        status_code: 'LIVE',
        images: [],
      },
    },
  }) satisfies CartItem
const KUMASI: DeliveryZone = {
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
const BY_DOOR = { door: { cost: 45, days_from: 1, days_to: 2 }, station: null, nearest: null }
const REGIONS = [
  { id: 1, country_code: 'GH', code: 'GH-AH', name: 'Ashanti', country: { name: 'Ghana' } },
  { id: 2, country_code: 'GH', code: 'GH-AA', name: 'Greater Accra', country: { name: 'Ghana' } },
]
const listed = (data: unknown[]) => ({ data, total: data.length, last_page: 1, current_page: 1, per_page: 100 })

let lines: CartItem[]
let zones: DeliveryZone[] | null
let terms: Partial<ShopInfo> | null
let ordering: Promise<Response>

function answer({ url, method }: Call): Response | Promise<Response> {
  const [path = ''] = url.split('?')
  if (path === '/api/token/refresh') return json({ token: 'g', user: null })
  if (method === 'POST' && path === '/api/orders') return ordering
  if (path === '/api/shop' && terms) return json({ shop: { ...SHOP, ...terms } })
  if (path === '/api/cart') return json({ cart_items: listed(lines) })
  if (path === '/api/wishlist') return json({ wishlist_items: listed([]), unavailable: 0, unavailable_items: [] })
  if (path === '/api/checkout/countries') return json({ countries: [{ id: 1, code: 'GH', name: 'Ghana' }] })
  if (path === '/api/checkout/regions') return json({ regions: REGIONS })
  if (path === '/api/checkout/delivery/reach')
    return json({ reach: REGIONS.map(({ code, ...rest }) => ({ ...rest, region_code: code, ...BY_DOOR })) })
  if (path === '/api/checkout/delivery/zones' && zones) return json({ delivery_zones: listed(zones) })
  return json({ message: 'Page not found.', code: 'not_found' }, 404)
}
const PERSON = { ...EMPTY, first_name: 'Ama', last_name: 'Mensah', phone: '024 123 4567', email: 'ama@mail.test' }
const toKumasi = {
  ...PERSON,
  delivery_method_code: 'delivery',
  shipping_region_code: 'GH-AH',
  shipping_delivery_zone_code: 'KUMASI',
  shipping_address: 'House 5',
} as const
const typed = (what: typeof EMPTY) => act(() => getDefaultStore().set(draft, what))
const open = (path: string) => showRoutes(routes, [path], later)

beforeEach(() => {
  lines = [aLine(41, 'Slim jeans')]
  zones = [KUMASI]
  terms = {}
  shopThatAnswers(answer)
  act(() => welcomeGuest('g'))
})
afterEach(() => {
  act(forgetDraft)
})

describe('before ordering, a shopper reads', () => {
  it('who sells, the full price with delivery and taxes, when it arrives, how to return it and where to read it again', async () => {
    typed(toKumasi)
    open('/checkout/review')
    await screen.findByRole('button', { name: 'Make Payment' })
    const seller = screen.getByRole('region', { name: 'Seller, payment and returns' })
    expect(
      Object.fromEntries(
        [...seller.querySelectorAll('dl > div')].map(fact => [
          fact.querySelector('dt')!.textContent,
          fact.querySelector('dd')!.textContent,
        ]),
      ),
    ).toEqual({
      Seller: 'Selvedge Clothing Limited, Private company',
      Registration: 'CS-1',
      Address: SHOP.address,
      Phone: '024 412 3456',
      Email: SHOP.email,
      Prices: SHOP.terms.prices,
      Payment: SHOP.terms.payment,
      Returns: SHOP.terms.returns,
      'Your data': SHOP.terms.security,
      'Your order': 'View it in your account, or with the link in our emails. You can save the receipt.',
    })
    expect(
      within(seller)
        .getAllByRole('link')
        .map(link => link.getAttribute('href')),
    ).toEqual(['/policy/shipping', '/policy/returns'])
    const said = within(screen.getByRole('region', { name: 'Before you order' }))
      .getAllByRole('listitem')
      .map(line => line.textContent)
    expect(said).toEqual([SHOP.terms.delivery_time, SHOP.terms.service])
    await waitFor(() => expect(screen.getAllByText('GH₵ 245.00').length).toBeGreaterThan(0))
    expect(screen.getByText('GH₵ 45.00')).toBeTruthy()
  })

  it('the first delivery day only while it is ahead, and no empty terms', async () => {
    const saidOf = async (delivery_start: string, draft: Draft = toKumasi) => {
      terms = { delivery_start, terms: { ...SHOP.terms, service: '' } }
      typed(draft)
      open('/checkout/review')
      await screen.findByRole('button', { name: 'Make Payment' })
      const said = within(screen.getByRole('region', { name: 'Before you order' }))
        .getAllByRole('listitem')
        .map(line => line.textContent)
      cleanup()
      queries.clear()
      return said
    }
    const toAccra = { ...toKumasi, shipping_region_code: 'GH-AA', shipping_delivery_zone_code: '' }
    const { delivery_time, delivery_fee, pick_up } = SHOP.terms
    expect(await saidOf('2999-08-25')).toEqual(['Deliveries start on August 25th 2999.', delivery_time])
    expect(await saidOf('2025-08-25')).toEqual([delivery_time])
    expect(await saidOf('2025-08-25', toAccra)).toEqual([delivery_time, delivery_fee])
    expect(await saidOf('2025-08-25', { ...toKumasi, delivery_method_code: 'self_pick_up' })).toEqual([pick_up])
  })

  it('the fee agreed with the rider in words, not as an amount', async () => {
    typed({ ...toKumasi, shipping_region_code: 'GH-AA', shipping_delivery_zone_code: '' })
    zones = []
    open('/checkout/review')
    await screen.findByRole('button', { name: 'Make Payment' })
    const fee = screen.getByText('Delivery', { selector: 'dt' }).nextElementSibling!
    expect(fee.textContent).toBe('Agreed with the rider')
    expect(screen.getByText('You agree the delivery fee with the rider and pay them directly.')).toBeTruthy()
    expect(screen.queryByText('GH₵ 0.00')).toBeNull()
  })
})

describe('an order cannot be placed when', () => {
  it('goods are sold out, fewer or withdrawn: the first step says so', async () => {
    lines = [
      aLine(41, 'Slim jeans', [{ code: 'sold_out', was: 2, now: 0 }]),
      aLine(42, 'Tee', [
        { code: 'short', was: 2, now: 1 },
        { code: 'price', was: 90, now: 100 },
      ]),
      aLine(43, 'Belt', [{ code: 'withdrawn', was: 2, now: 0 }]),
      aLine(44, 'Scarf'),
    ]
    open('/checkout')
    const title = await screen.findByText('Some items in your bag cannot be ordered')
    expect([...title.parentElement!.querySelectorAll('li')].map(line => line.textContent)).toEqual([
      'Slim jeans, UK 10: Sold out for now.',
      'Tee, UK 10: Only 1 left, and your bag has 2.',
      'Belt, UK 10: No longer for sale.',
    ])
    expect(screen.getByRole('link', { name: 'Change your bag' }).getAttribute('href')).toBe('/cart')
  })

  it('its zone is gone: the form asks again beside the field', async () => {
    typed(toKumasi)
    zones = [{ ...KUMASI, code: 'ADUM', name: 'Adum' }]
    const router = open('/checkout/review')
    await waitFor(() => expect(router.state.location.pathname).toBe('/checkout'))
    expect((await screen.findAllByText('Please choose your zone.')).length).toBeGreaterThan(0)
    expect(screen.getByLabelText<HTMLSelectElement>('Zone').value).toBe('')
  })

  it('the delivery fee could not be loaded: the form says so and loads it again', async () => {
    typed(toKumasi)
    zones = null
    open('/checkout/review')
    await screen.findByText('Delivery costs could not be loaded.')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Make Payment' }).disabled).toBe(true)
    zones = [KUMASI]
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Make Payment' }).disabled).toBe(false),
    )
  })

  it('the terms are unknown: the form says so and loads them again', async () => {
    typed(PERSON)
    terms = null
    open('/checkout/review')
    await screen.findByText('The shop’s terms could not be loaded.')
    terms = {}
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Make Payment' })).toBeTruthy()
  })

  it('the order is already being placed; what the shop refuses of a line shows beside it', async () => {
    let letGo = (_: Response) => {}
    ordering = new Promise(resolve => {
      letGo = resolve
    })
    typed(PERSON)
    open('/checkout/review')
    fireEvent.click(await screen.findByRole('button', { name: 'Make Payment' }))
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Loading. Please wait ...' })).disabled).toBe(
      true,
    )
    await act(async () =>
      letGo(
        json(
          {
            message: 'Please correct the errors shown.',
            code: 'validation',
            errors: { variation_41: ['Slim jeans, UK 10: only 1 left.'] },
          },
          422,
        ),
      ),
    )
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Make Payment' }).disabled).toBe(false),
    )
    expect(
      within(screen.getByRole('complementary', { name: 'Your order' })).getByText('Slim jeans, UK 10: only 1 left.'),
    ).toBeTruthy()
  })

  it('zones of the new region are still loading: no old zone is kept', async () => {
    typed(toKumasi)
    open('/checkout')
    await screen.findByRole('option', { name: /^Kumasi/ })
    await screen.findByRole('option', { name: 'Greater Accra' })
    let letGo = (_: Response) => {}
    const slow = new Promise<Response>(resolve => {
      letGo = resolve
    })
    shopThatAnswers(call => (call.url.includes('region_code=GH-AA') ? slow : answer(call)))
    fireEvent.change(screen.getByLabelText('Region'), { target: { value: 'GH-AA' } })
    await screen.findByRole('option', { name: 'Loading …' })
    expect(screen.queryByRole('option', { name: 'We do not deliver there yet' })).toBeNull()
    act(() => letGo(json({ delivery_zones: listed([{ ...KUMASI, region_code: 'GH-AA', code: 'OSU', name: 'Osu' }]) })))
    await screen.findByRole('option', { name: 'Osu' })
  })
})
