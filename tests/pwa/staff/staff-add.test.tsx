// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { api } from '#pwa/lib/api.ts'
import { textOf } from '#pwa/forms/use-submit.ts'
import { AddScreen } from '#pwa/staff/kit/add-screen.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers } from '#tests/support/counter/shop-answers.ts'

let sent: object[]
let letGo: () => void
let hold: Promise<void>
let refusal: string | null

const SizeAdd = () => (
  <AddScreen
    one="Size"
    back="/"
    send={async (typed, key) =>
      (await api('POST /api/staff/sizes', { body: { code: textOf(typed, 'code'), name: textOf(typed, 'name') }, key }))
        .message
    }
  >
    {errors => (
      <>
        <TextField label="Code" name="code" required errors={errors.code} />
        <TextField label="Name" name="name" required errors={errors.name} />
      </>
    )}
  </AddScreen>
)

beforeEach(() => {
  sent = []
  refusal = null
  hold = new Promise(resolve => {
    letGo = resolve
  })
  shopThatAnswers(async ({ body }) => {
    sent.push(JSON.parse(body) as object)
    await hold
    return refusal
      ? json({ message: refusal, code: 'validation', errors: { code: [refusal] } }, 422)
      : json({ message: 'Size added.', size: {} }, 201)
  })
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const isShut = (label: string) => field(label).closest('[inert]') !== null

/** Types a size and sends it from its name; a browser takes the focus from what is shut. */
async function add() {
  showRoutes([{ path: '/', Component: SizeAdd }])
  for (const [label, value] of [
    ['Code', 'UK12'],
    ['Name', 'UK 12'],
  ] as const) {
    fireEvent.keyDown(field(label), { key: 'x' })
    fireEvent.input(field(label), { target: { value } })
  }
  field('Name').focus()
  fireEvent.keyDown(field('Name'), { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(sent).toHaveLength(1))
  expect([isShut('Code'), isShut('Name')]).toEqual([true, true])
  act(() => field('Name').blur())
}

it('accepts no typing while it is being added, since the form empties for the next one', async () => {
  await add()
  await act(async () => letGo())
  await screen.findByText('Size added.')
  await waitFor(() => expect(isShut('Code')).toBe(false))
  expect([field('Code').value, field('Name').value]).toEqual(['', ''])
  expect(document.activeElement).toBe(field('Code'))
  expect(sent).toEqual([{ code: 'UK12', name: 'UK 12' }])
})

it('can be edited again when refused, at the same place, with what was typed', async () => {
  refusal = 'This code is taken.'
  await add()
  await act(async () => letGo())
  await screen.findAllByText('This code is taken.')
  await waitFor(() => expect(isShut('Code')).toBe(false))
  expect([field('Code').value, field('Name').value]).toEqual(['UK12', 'UK 12'])
  expect(document.activeElement).toBe(field('Name'))
})
