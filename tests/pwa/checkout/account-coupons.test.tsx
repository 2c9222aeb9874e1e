// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { Coupons } from '#pwa/account/coupons.tsx'
import { welcome } from '#pwa/session/session.ts'
import type { OwnCoupon } from '#sync/protocol/shop/account.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers } from '#tests/support/counter/shop-answers.ts'

const PLAIN: OwnCoupon = {
  id: 1,
  code: 'PLAIN',
  name: 'Plain',
  description: null,
  type: 'percentage',
  value: 10,
  minimum_subtotal: null,
  max_usage: null,
  max_per_customer: null,
  current_usage: 3,
  free_delivery: 0,
  starts_on: null,
  expires_on: null,
  categories: [],
}

let coupons: OwnCoupon[]
beforeEach(() => {
  shopThatAnswers(() =>
    json({ coupons: { data: coupons, total: coupons.length, last_page: 1, current_page: 1, per_page: 100 } }),
  )
  act(() => welcome('token', aUser({ role_code: 'CUSTOMER' })))
})

/** All that stands on the card of a code, line by line. */
async function cardOf(changes: Partial<OwnCoupon>): Promise<string[]> {
  coupons = [{ ...PLAIN, ...changes }]
  showRoutes([{ path: '/', Component: Coupons }])
  const card = (await screen.findByText(coupons[0]!.code)).closest('li')!
  return [...card.querySelectorAll('h2 ~ span, h2, div > span')].map(({ textContent }) =>
    textContent!.replaceAll('\u00A0', ' '),
  )
}

it.each<[what: string, changes: Partial<OwnCoupon>, lines: string[]]>([
  ['no condition but the one of all', {}, ['Plain', '10% off', 'No expiry', 'One code per order']],
  [
    'an amount and free delivery',
    { type: 'amount', value: 25, free_delivery: 1 },
    ['Plain', 'GH₵ 25.00 off and free delivery', 'No expiry', 'One code per order'],
  ],
  [
    'free delivery alone',
    { value: 0, free_delivery: 1 },
    ['Plain', 'Free delivery', 'No expiry', 'One code per order'],
  ],
  [
    'its last day',
    { expires_on: '2026-12-24' },
    ['Plain', '10% off', 'Until December 24th 2026', 'One code per order'],
  ],
  [
    'the goods and the subtotal it is for',
    {
      categories: [
        { id: 4, name: 'Cargo Pants' },
        { id: 7, name: 'Jackets' },
      ],
      minimum_subtotal: 300,
    },
    [
      'Plain',
      '10% off',
      'For Cargo Pants, Jackets',
      'For orders of GH₵ 300.00 or more',
      'No expiry',
      'One code per order',
    ],
  ],
  [
    'how many uses are left of it',
    { max_usage: 5 },
    ['Plain', '10% off', 'No expiry', 'Valid for 2 more orders', 'One code per order'],
  ],
  [
    'how often one customer may use it',
    { max_per_customer: 1 },
    ['Plain', '10% off', 'No expiry', 'Once per customer', 'One code per order'],
  ],
  [
    'the same, of more than once',
    { max_usage: 4, max_per_customer: 3 },
    ['Plain', '10% off', 'No expiry', 'Valid for 1 more order', '3 times per customer', 'One code per order'],
  ],
])('a code says %s', async (_, changes, lines) => {
  expect(await cardOf(changes)).toEqual(lines)
})

it('tells a customer without coupons so, and where to go', async () => {
  coupons = []
  showRoutes([{ path: '/', Component: Coupons }])
  await screen.findByText('No coupons yet')
  expect(screen.getByRole('link', { name: 'Go to the shop' }).getAttribute('href')).toBe('/shop')
})
