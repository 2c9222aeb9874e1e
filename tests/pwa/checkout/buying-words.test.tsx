// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { rememberOrder } from '#pwa/orders/open-order.ts'
import { WaitingOrder } from '#pwa/paying/waiting-order.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers } from '#tests/support/counter/shop-answers.ts'

afterEach(() => localStorage.clear())

it.each([
  [60_000, 'Order 7 is waiting for your payment'],
  [-60_000, 'The time to pay for order 7 is up'],
])('says in the bag what the pay page says when %d ms are left', async (left, title) => {
  rememberOrder({ id: 7, tracking_url: 'http://shop.test/orders/track/tok' })
  shopThatAnswers(({ url }) =>
    url.includes('/orders/track/tok')
      ? json({
          order: {
            id: 7,
            number: '7',
            status_code: 'UNPAID',
            reserved_until: new Date(Date.now() + left).toISOString(),
          },
        })
      : json({}),
  )
  showRoutes([{ path: '/', Component: WaitingOrder }])
  expect(await screen.findByText(title)).toBeTruthy()
})

it('says beside the field what is missing, without a bubble of the browser', async () => {
  showRoutes([
    {
      path: '/',
      element: (
        <form>
          <TextField label="First name" name="first" />
          <TextField label="Name" name="name" required />
          <TextField label="Town" name="town" required />
        </form>
      ),
    },
  ])
  const [name, town] = ['Name', 'Town'].map(label => screen.getByLabelText<HTMLInputElement>(label))
  const bubbles = [name!, town!].map(field => fireEvent.invalid(field))
  expect(bubbles).toEqual([false, false])
  expect(screen.getAllByText('Fill in this field.')).toHaveLength(2)
  expect(document.activeElement).toBe(name)
  fireEvent.input(name!, { target: { value: 'Ama' } })
  expect(screen.getAllByText('Fill in this field.')).toHaveLength(1)
  expect(name!.getAttribute('aria-invalid')).toBeNull()
})
