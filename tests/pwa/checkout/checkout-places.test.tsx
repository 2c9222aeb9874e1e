// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { draft, EMPTY, forgetDraft, type Draft } from '#pwa/checkout/draft.ts'
import { Information } from '#pwa/checkout/information.tsx'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const REGIONS = [
  { region_code: 'GH-AH', country_code: 'GH', name: 'Ashanti' },
  { region_code: 'GH-AA', country_code: 'GH', name: 'Greater Accra' },
].map(region => ({ ...region, door: { cost: 45, days_from: 1, days_to: 2 }, station: null, nearest: null }))
const ZONES = ['GH-AH', 'GH-AA'].map((region_code, n) => ({
  id: n + 1,
  region_code,
  code: `ZONE-${region_code}`,
  name: n === 0 ? 'Kumasi' : 'Osu',
  locations: null,
  kind: 'DOOR',
  cost: 45,
}))

function answer({ url }: Call): Response {
  if (url.includes('/countries')) return json({ countries: [{ id: 1, code: 'GH', name: 'Ghana' }] })
  if (url.includes('/reach')) return json({ reach: REGIONS })
  if (url.includes('/zones')) {
    const data = ZONES.filter(({ region_code }) => url.includes(region_code))
    return json({ delivery_zones: { data, total: data.length, last_page: 1, current_page: 1, per_page: 100 } })
  }
  return json({})
}
const PERSON = { ...EMPTY, first_name: 'Ama', last_name: 'Mensah', phone: '024 123 4567', email: 'ama@mail.test' }

async function open(typed: Partial<Draft> = {}): Promise<void> {
  act(() => getDefaultStore().set(draft, { ...PERSON, delivery_method_code: 'delivery', ...typed }))
  showRoutes([
    { path: '/', Component: Information },
    { path: '/checkout/review', element: <h1>Review</h1> },
  ])
  await screen.findByRole('option', { name: /Ashanti/ })
}
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Review Order' }))
const field = (label: RegExp) => screen.getByLabelText<HTMLSelectElement>(label)
const errors = () => screen.queryAllByText(/^Please /).map(({ textContent }) => textContent)
const choose = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } })

beforeEach(() => {
  shopThatAnswers(answer)
})
afterEach(() => {
  act(forgetDraft)
})

it('shows the zone from the start, and opens it once a region is chosen', async () => {
  await open()
  expect([field(/^Zone/).disabled, field(/^Zone/).selectedOptions[0]!.textContent]).toEqual([
    true,
    'Choose a region first',
  ])
  choose(/^Region/, 'GH-AH')
  await screen.findByRole('option', { name: /Kumasi/ })
  expect([field(/^Zone/).disabled, field(/^Zone/).selectedOptions[0]!.textContent]).toEqual([false, 'Choose a zone'])
})

it('asks for the region alone while none is chosen, then for its zone beside the zone', async () => {
  await open({ shipping_address: 'House 5' })
  submit()
  await waitFor(() => expect(new Set(errors())).toEqual(new Set(['Please choose your region.'])))
  choose(/^Region/, 'GH-AH')
  await screen.findByRole('option', { name: /Kumasi/ })
  expect(errors()).toEqual([])
  submit()
  await waitFor(() => expect(new Set(errors())).toEqual(new Set(['Please choose your zone.'])))
  expect(field(/^Zone/).getAttribute('aria-invalid')).toBe('true')
})

it('no longer asks for a zone where the region makes it optional', async () => {
  await open({ shipping_region_code: 'GH-AH', shipping_address: 'House 5' })
  await screen.findByRole('option', { name: /Kumasi/ })
  submit()
  await waitFor(() => expect(errors()).toContain('Please choose your zone.'))
  choose(/^Region/, 'GH-AA')
  await screen.findByRole('option', { name: /Osu/ })
  expect([errors(), field(/^Zone \(optional\)/).getAttribute('aria-invalid')]).toEqual([[], null])
})

it('no longer asks for a place once the order is picked up', async () => {
  await open()
  submit()
  await waitFor(() => expect(errors()).toContain('Please choose your region.'))
  fireEvent.click(screen.getByRole('radio', { name: /Walk In/ }))
  await waitFor(() => expect(errors()).toEqual([]))
})
