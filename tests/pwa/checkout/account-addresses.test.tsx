// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { AddressUpdate } from '#pwa/account/address-update.tsx'
import { welcome } from '#pwa/session/session.ts'
import type { Address } from '#sync/protocol/shop/account.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const address: Address = {
  id: 5,
  first_name: 'Ama',
  last_name: 'Mensah',
  phone: '+233244123456',
  country_code: 'GH',
  region_code: 'GH-AH',
  zone_code: 'KUMASI',
  address: 'Behind the bank, Adum',
  digital_address: null,
  is_default: false,
  updated_at: '2026-01-01T00:00:00.000Z',
}
const REGIONS = [
  { id: 1, country_code: 'GH', code: 'GH-AH', name: 'Ashanti' },
  { id: 2, country_code: 'GH', code: 'GH-WP', name: 'Western' },
]
const ZONES = [{ id: 1, region_code: 'GH-AH', code: 'KUMASI', name: 'Kumasi', locations: 'Adum, Bantama', cost: 40 }]

let calls: Call[]
let shown: Address
let countries: () => Response | Promise<Response>
let zones: () => Response | Promise<Response>

const pageOf = (data: object[]) => ({ data, total: data.length, last_page: 1, current_page: 1, per_page: 100 })

function answer({ method, url }: Call): Response | Promise<Response> {
  if (url.includes('/checkout/countries')) return countries()
  if (url.includes('/checkout/regions')) return json({ regions: REGIONS })
  if (url.includes('/delivery/zones')) return zones()
  if (method === 'PATCH') return json({ message: 'Saved.', address })
  return json({ address: shown, addresses: pageOf([shown]) })
}

const sent = () =>
  calls.filter(({ method }) => method === 'PATCH').map(({ body }) => (JSON.parse(body) as Address).zone_code)

const show = () =>
  showRoutes(
    [
      { path: '/account-area/addresses/:id/update', Component: AddressUpdate },
      { path: '/account-area/addresses', element: <p>All of them</p> },
    ],
    ['/account-area/addresses/5/update'],
  )

async function open(): Promise<void> {
  show()
  await screen.findByRole('option', { name: 'Ashanti' })
}

async function save(): Promise<void> {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Update Address' }))
  })
  await screen.findByText('All of them')
}

beforeEach(() => {
  shown = address
  countries = () => json({ countries: [{ id: 1, code: 'GH', name: 'Ghana' }] })
  zones = () => json({ delivery_zones: pageOf(ZONES) })
  calls = shopThatAnswers(answer)
  act(() => welcome('token', aUser({ role_code: 'CUSTOMER' })))
})

it('sends the zone chosen before', async () => {
  await open()
  await screen.findByRole('option', { name: 'Kumasi (Adum, Bantama)' })
  await save()
  expect(sent()).toEqual(['KUMASI'])
})

it.each([
  ['are on their way', () => new Promise<Response>(() => {})],
  ['could not be read', () => json({ code: 'not_found', message: 'There are none.' }, 404)],
])('keeps the zone of an address while the zones %s', async (_, none) => {
  zones = none
  await open()
  await save()
  expect(sent()).toEqual(['KUMASI'])
})

it('drops the zone when its region changes', async () => {
  await open()
  fireEvent.change(screen.getByLabelText('Region'), { target: { value: 'GH-WP' } })
  const zone = () => screen.getByLabelText<HTMLSelectElement>(/^Zone/)
  await waitFor(() => expect(zone().selectedOptions[0]?.textContent).toBe('No zones in this region'))
  expect([zone().disabled, zone().value]).toEqual([true, ''])
  await save()
  expect(sent()).toEqual([null])
})

it('shows country, region and zone from the start, the zone once a region is chosen', async () => {
  shown = { ...address, region_code: '', zone_code: null }
  await open()
  const zone = () => screen.getByLabelText<HTMLSelectElement>(/^Zone/)
  expect([zone().disabled, zone().selectedOptions[0]?.textContent]).toEqual([true, 'Choose a region first'])
  fireEvent.change(screen.getByLabelText('Region'), { target: { value: 'GH-AH' } })
  await screen.findByRole('option', { name: 'Kumasi (Adum, Bantama)' })
  expect([zone().disabled, zone().selectedOptions[0]?.textContent]).toEqual([false, 'Choose a zone'])
})

it.each([
  ['GH', 'Ghana'],
  ['TG', 'TG'],
])('calls the country %s %s while countries load', async (country_code, name) => {
  countries = () => new Promise<Response>(() => {})
  shown = { ...address, country_code }
  show()
  expect((await screen.findByLabelText<HTMLSelectElement>('Country')).selectedOptions[0]?.textContent).toBe(name)
})
