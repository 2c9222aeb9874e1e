// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { PersonField } from '#pwa/staff/lists/person-field.tsx'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers } from '#tests/support/counter/shop-answers.ts'

const PEOPLE = Array.from({ length: 250 }, (_, n) => ({
  id: n + 1,
  name: `Person ${n + 1}`,
  email: `p${n + 1}@shop.test`,
  role_code: 'CUSTOMER',
}))

beforeEach(() => {
  shopThatAnswers(({ url }) => {
    const asked = new URL(url, 'http://shop.test').searchParams
    const found = PEOPLE.filter(
      ({ id, name }) =>
        (!asked.has('user_id') || Number(asked.get('user_id')) === id) && name.startsWith(asked.get('search') ?? ''),
    )
    const data = found.slice(0, Number(asked.get('per_page') ?? 100))
    return json({ users: { data, total: found.length, last_page: 1, current_page: 1, per_page: data.length } })
  })
})

const field = () => screen.getByLabelText<HTMLInputElement>('Cashier')
const open = (address: string) => showRoutes([{ path: '/list', element: <PersonField label="Cashier" /> }], [address])

it('finds one of many by typing, and keeps them in the address', async () => {
  const router = open('/list?page=3')
  await screen.findByText((_, element) => element?.getAttribute('value') === 'Person 20, p20@shop.test')
  fireEvent.change(field(), { target: { value: 'Person 23' } })
  await screen.findByText((_, element) => element?.getAttribute('value') === 'Person 234, p234@shop.test')
  expect(router.state.location.search).toBe('?page=3')
  fireEvent.change(field(), { target: { value: 'Person 234, p234@shop.test' } })
  await waitFor(() => expect(router.state.location.search).toBe('?user_id=234'))
  await waitFor(() => expect(field().value).toBe('Person 234, p234@shop.test'))
  fireEvent.change(field(), { target: { value: '' } })
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

it('names the person in the address, and returns to them when nobody else was chosen', async () => {
  open('/list?user_id=180')
  await waitFor(() => expect(field().value).toBe('Person 180, p180@shop.test'))
  fireEvent.change(field(), { target: { value: 'Person 1' } })
  fireEvent.blur(field())
  await waitFor(() => expect(field().value).toBe('Person 180, p180@shop.test'))
})
