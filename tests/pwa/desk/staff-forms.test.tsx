// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { FormScreen } from '#pwa/staff/kit/form-screen.tsx'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import { Link } from '#pwa/ui/link.tsx'
import type { StaffUser } from '#sync/protocol/staff/person.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const FIRST = {
  ...aUser({ id: 3, name: 'Ama' }),
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}

let row = FIRST
let sent: unknown[] = []
let changesMade = 0

const nextMoment = () => `2026-01-02T00:00:0${++changesMade}.000Z`

/** Lets the next reply wait. */
let hold: Promise<void> | null = null

async function answer({ method, body }: Call): Promise<Response> {
  if (method === 'GET') return json({ user: row })
  const { updated_at, ...changes } = JSON.parse(body) as { updated_at: string; name: string }
  sent.push({ updated_at, ...changes })
  await hold
  if (updated_at !== row.updated_at)
    return json({ message: 'Someone changed this while you were editing.', code: 'stale', user: row }, 409)
  if (changes.name === '')
    return json(
      { message: 'Please correct the errors shown.', code: 'validation', errors: { name: ['Give a name.'] } },
      422,
    )
  const isOther = Object.entries(changes).some(([member, value]) => row[member as 'name'] !== value)
  if (isOther) row = { ...row, ...changes, updated_at: nextMoment() }
  return json({ message: 'User updated.', user: row })
}

function Person() {
  const { data } = useApi('GET /api/staff/users/:id', { params: { id: 3 } })
  return data ? <PersonForm user={data.user} /> : null
}

function PersonForm({ user }: { user: StaffUser }) {
  const form = useSubmit(async typed => {
    const body = {
      name: textOf(typed, 'name'),
      status_code: textOf(typed, 'status_code') as 'ACTIVE',
      updated_at: textOf(typed, 'updated_at'),
    }
    const { message } = await api('PATCH /api/staff/users/:id', { params: { id: 3 }, body })
    await queries.invalidateQueries()
    return message
  })
  return (
    <FormScreen title="Person" back="/" submit="Update" form={form} row={user}>
      <TextField label="Name" name="name" required defaultValue={user.name} errors={form.fields.name} />
      <SelectField label="Status" name="status_code" defaultValue={user.status_code}>
        <option value="ACTIVE">Active</option>
        <option value="INACTIVE">Inactive</option>
      </SelectField>
      <Link to="/elsewhere">Elsewhere</Link>
    </FormScreen>
  )
}

async function open() {
  const router = showRoutes([
    { path: '/', Component: Person },
    { path: '/elsewhere', element: <h1>Elsewhere</h1> },
  ])
  await screen.findByLabelText('Name')
  await act(async () => {}) // its effects are through
  return router
}

const name = () => screen.getByLabelText<HTMLInputElement>('Name')

function typeName(value: string) {
  fireEvent.keyDown(name(), { key: 'x' })
  fireEvent.input(name(), { target: { value } })
}
const send = () => fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
/** A form that is still being saved is not sent again. */
const isReady = () =>
  waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Update' }).disabled).toBe(false))
const somebodyElse = (changes: Partial<StaffUser>) => {
  row = { ...row, ...changes, updated_at: nextMoment() }
}

beforeEach(() => {
  row = FIRST
  sent = []
  changesMade = 0
  hold = null
  shopThatAnswers(answer)
})

it('shows errors above the form and beside the field', async () => {
  await open()
  name().removeAttribute('required')
  typeName('')
  send()
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getAllByText('Give a name.')).toHaveLength(2)
  expect(name().getAttribute('aria-invalid')).toBe('true')
})

it("shows somebody else's changes, and saves mine only on request", async () => {
  await open()
  typeName('Ama Serwaa')
  somebodyElse({ name: 'Ama Mensah', status_code: 'INACTIVE' })
  send()
  const table = within(await screen.findByRole('table'))
  expect(table.getAllByRole('row').map(line => line.textContent)).toEqual([
    'FieldYoursTheirs',
    'NameAma SerwaaAma Mensah',
    'StatusActiveInactive',
  ])
  expect(row.name).toBe('Ama Mensah')
  fireEvent.click(screen.getByRole('button', { name: 'Save mine' }))
  await screen.findByText('User updated.')
  expect(row).toMatchObject({ name: 'Ama Serwaa', status_code: 'ACTIVE' })
  expect(sent).toHaveLength(2)
})

it('takes theirs in place of what was typed', async () => {
  await open()
  typeName('Ama Serwaa')
  somebodyElse({ name: 'Ama Mensah' })
  send()
  fireEvent.click(await screen.findByRole('button', { name: 'Take theirs' }))
  await waitFor(() => expect(name().value).toBe('Ama Mensah'))
  expect(screen.queryByRole('table')).toBeNull()
  typeName('Ama M.')
  send()
  await screen.findByText('User updated.')
  expect(row.name).toBe('Ama M.')
})

it('knows that a row is stale when the new one was loaded in between', async () => {
  await open()
  typeName('Ama Serwaa')
  somebodyElse({ name: 'Ama Mensah' })
  await act(() => queries.invalidateQueries())
  expect(name().value).toBe('Ama Serwaa')
  send()
  await screen.findByRole('table')
  expect(row.name).toBe('Ama Mensah')
})

it('asks before leaving what was typed', async () => {
  const router = await open()
  typeName('Ama Serwaa')
  fireEvent.click(screen.getByText('Elsewhere'))
  await screen.findByText('Leave without saving?')
  fireEvent.click(screen.getByRole('button', { name: 'Stay here' }))
  expect(router.state.location.pathname).toBe('/')
  const closing = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(closing)
  expect(closing.defaultPrevented).toBe(true)
  fireEvent.click(screen.getByText('Elsewhere'))
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await screen.findByRole('heading', { name: 'Elsewhere' })
})

it('asks nothing once it is saved or undone', async () => {
  await open()
  typeName('Ama Serwaa')
  send()
  await screen.findByText('User updated.')
  typeName('Somebody')
  typeName('Ama Serwaa')
  fireEvent.click(screen.getByText('Elsewhere'))
  expect(await screen.findByRole('heading', { name: 'Elsewhere' })).toBeTruthy()
})

it('saves one form again and again, each time on the last saved row', async () => {
  await open()
  for (const [before, words] of ['Ama S.', 'Ama Serwaa', 'Ama Serwaa M.'].entries()) {
    typeName(words)
    send()
    await waitFor(() => expect(row.name).toBe(words))
    await waitFor(() =>
      expect(document.querySelector<HTMLInputElement>('[name=updated_at]')!.value).toBe(row.updated_at),
    )
    await isReady()
    expect([sent.length, screen.queryByRole('table')]).toEqual([before + 1, null])
  }
})

it("keeps what is typed after a save without changes when somebody else's row is loaded in between", async () => {
  await open()
  send()
  await screen.findByText('User updated.')
  typeName('Ama Serwaa')
  somebodyElse({ name: 'Ama Mensah' })
  await act(() => queries.invalidateQueries())
  expect(name().value).toBe('Ama Serwaa')
  send()
  await screen.findByRole('table')
  expect(row.name).toBe('Ama Mensah')
})

it('keeps what is typed during a save, asks about it, and saves it next', async () => {
  const router = await open()
  typeName('Ama S.')
  let letGo = () => {}
  hold = new Promise(resolve => {
    letGo = resolve
  })
  await act(async () => send())
  await waitFor(() => expect(sent).toHaveLength(1))
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Loading, please wait...' })
  expect([button.disabled, screen.queryByRole('button', { name: 'Update' })]).toEqual([true, null])
  await act(async () => typeName('Ama Serwaa'))
  await act(async () => letGo())
  await screen.findByText('User updated.')
  expect([name().value, row.name]).toEqual(['Ama Serwaa', 'Ama S.'])
  await isReady()
  await act(async () => {
    fireEvent.click(screen.getByText('Elsewhere'))
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }))
  expect(router.state.location.pathname).toBe('/')
  send()
  await waitFor(() => expect(row.name).toBe('Ama Serwaa'))
  expect(screen.queryByRole('table')).toBeNull()
})

it('asks nothing when theirs was taken and nothing typed since', async () => {
  await open()
  typeName('Ama Serwaa')
  somebodyElse({ name: 'Ama Mensah' })
  send()
  fireEvent.pointerDown(await screen.findByRole('button', { name: 'Take theirs' }))
  fireEvent.click(screen.getByRole('button', { name: 'Take theirs' }))
  await waitFor(() => expect(name().value).toBe('Ama Mensah'))
  fireEvent.click(screen.getByText('Elsewhere'))
  expect(await screen.findByRole('heading', { name: 'Elsewhere' })).toBeTruthy()
})
