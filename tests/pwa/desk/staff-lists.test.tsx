// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { queries } from '#pwa/lib/queries.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { ListScreen } from '#pwa/staff/lists/list-screen.tsx'
import { SearchField } from '#pwa/staff/lists/search-field.tsx'
import { useOrder } from '#pwa/staff/lists/use-order.ts'
import { TextField } from '#pwa/ui/field.tsx'
import type { StaffUser } from '#sync/protocol/staff/person.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const person = (id: number) => ({ id, name: `Person ${id}`, email: `p${id}@shop.test` })

let calls: Call[] = []
let pages = 2
let refusal: string | null = null

function answer({ url }: Call): Response {
  if (refusal) return json({ message: refusal, code: 'invalid' }, 400)
  const page = Number(new URL(url, 'http://shop.test').searchParams.get('page'))
  const data = page > pages ? [] : [1, 2, 3].map(at => person((page - 1) * 3 + at))
  return json({ users: { data, total: pages * 3, last_page: Math.max(1, pages), current_page: page, per_page: 3 } })
}

function People() {
  const { get, page } = useFilters()
  const order = useOrder(['name'])
  const list = useApi('GET /api/staff/users', { query: { page, per_page: 3, search: get('search'), ...order } })
  return (
    <ListScreen
      title="People"
      list={list}
      pageOf={({ users }) => users}
      rowTo={({ id }) => `/people/${id}`}
      empty={<p>Nobody is here.</p>}
      filters={<SearchField label="Name" />}
      columns={[
        { head: 'Name', order: 'name', cell: ({ name }) => name },
        { head: 'Email', cell: ({ email }) => email },
      ]}
      Bulk={Greet}
    />
  )
}

const Numbered = () => <TextField label="Number" {...useFilters().bind('number')} required />

const Greet = ({ chosen, clear }: { chosen: StaffUser[]; clear: () => void }) => (
  <button type="button" onClick={clear}>
    Greet {chosen.map(({ name }) => name).join(', ')}
  </button>
)

async function open(path = '/people') {
  const router = showRoutes(
    [
      { path: '/people', Component: People },
      { path: '/people/:id', element: <h1>One person</h1> },
    ],
    [path],
  )
  await screen.findByRole('link', { name: 'Person 1' })
  return router
}

const asked = () => new URL(calls.at(-1)!.url, 'http://shop.test').searchParams

beforeEach(() => {
  pages = 2
  refusal = null
  calls = shopThatAnswers(answer)
})

it('sorts by a column head, from A, and reverses', async () => {
  const router = await open('/people?search=a')
  const head = () => screen.getByRole('columnheader', { name: 'Name' })
  expect(head().getAttribute('aria-sort')).toBe('none')
  fireEvent.click(screen.getByRole('link', { name: 'Name' }))
  await waitFor(() => expect(router.state.location.search).toBe('?search=a&order_column=name&order_direction=asc'))
  await waitFor(() => expect([asked().get('order_column'), asked().get('order_direction')]).toEqual(['name', 'asc']))
  expect(head().getAttribute('aria-sort')).toBe('ascending')
  fireEvent.click(screen.getByRole('link', { name: 'Name' }))
  await waitFor(() => expect(asked().get('order_direction')).toBe('desc'))
})

it('requests no order the list does not know', async () => {
  await open('/people?order_column=password_hash')
  expect(asked().has('order_column')).toBe(false)
})

it('keeps each letter typed into a filter, and the address follows', async () => {
  const router = showRoutes([{ path: '/people', Component: Numbered }], ['/people'])
  const field = screen.getByLabelText<HTMLInputElement>('Number')
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
  // Without `act`, which would wait for the page after each of them: a keyboard does not.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  for (const letter of 'T1-9') {
    setValue.call(field, field.value + letter)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  expect(field.value).toBe('T1-9')
  await vi.waitFor(() => expect(router.state.location.search).toBe('?number=T1-9'))
})

it('goes to the search by /, from there into the rows, and opens one by Enter', async () => {
  const router = await open()
  fireEvent.keyDown(document.body, { key: '/' })
  const field = screen.getByLabelText('Name')
  expect(document.activeElement).toBe(field)
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Person 1' }))
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  fireEvent.keyDown(document.activeElement!, { key: 'End' })
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' })
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Person 2' }))
  fireEvent.click(document.activeElement!)
  await screen.findByText('One person')
  expect(router.state.location.pathname).toBe('/people/2')
})

it('goes to the search by / from a selected row too', async () => {
  await open()
  const tick = screen.getByRole('checkbox', { name: 'Person 2' })
  fireEvent.click(tick)
  tick.focus()
  fireEvent.keyDown(tick, { key: '/' })
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
})

it('keeps a typed / in the search, and searches after a pause', async () => {
  const router = await open()
  const field = screen.getByLabelText<HTMLInputElement>('Name')
  expect(fireEvent.keyDown(field, { key: '/' })).toBe(true)
  fireEvent.change(field, { target: { value: 'ama ' } })
  await waitFor(() => expect(router.state.location.search).toBe('?search=ama'))
  expect(field.value).toBe('ama ')
  await act(() => router.visit('/people?search=kofi'))
  expect(field.value).toBe('kofi')
})

it('keeps the selection across pages, and drops it with the filter', async () => {
  const router = await open()
  expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Person 2' }))
  await act(() => router.visit('/people?page=2'))
  await screen.findByRole('link', { name: 'Person 4' })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  expect(screen.getByRole('button', { name: /^Greet/ }).textContent).toBe(
    'Greet Person 2, Person 4, Person 5, Person 6',
  )
  await act(() => router.visit('/people?search=b'))
  expect(screen.queryByRole('button', { name: /^Greet/ })).toBeNull()
})

it("goes to the last page when this one's rows are gone, and never says that there are none", async () => {
  const router = await open()
  await act(() => router.visit('/people?search=a&page=2'))
  await screen.findByRole('link', { name: 'Person 4' })
  pages = 1
  const said: string[] = []
  const watch = new MutationObserver(() => said.push(document.body.textContent ?? ''))
  watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  await act(() => queries.invalidateQueries())
  await screen.findByRole('link', { name: 'Person 1' })
  watch.disconnect()
  expect(router.state.location.search).toBe('?search=a')
  expect(said.length).toBeGreaterThan(0)
  expect(said.filter(text => text.includes('Nobody is here.'))).toEqual([])
})

it('goes to the last page from an address far past it, and says it is empty only when it is', async () => {
  const router = showRoutes([{ path: '/people', Component: People }], ['/people?page=99'])
  await screen.findByRole('link', { name: 'Person 4' })
  expect(router.state.location.search).toBe('?page=2')
  pages = 0
  await act(() => queries.invalidateQueries())
  await screen.findByText('Nobody is here.')
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
})

it('says why a list could not be loaded, and loads it again', async () => {
  refusal = 'The shop is closed for a moment.'
  showRoutes([{ path: '/people', Component: People }], ['/people'])
  await screen.findByText('The shop is closed for a moment.')
  expect(screen.queryByText('Nobody is here.')).toBeNull()
  refusal = null
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('link', { name: 'Person 1' })
  expect(screen.queryByText('The shop is closed for a moment.')).toBeNull()
})

it('keeps its rows, and says they are old, while they cannot be loaded', async () => {
  await open()
  refusal = 'The shop is closed for a moment.'
  await act(() => queries.invalidateQueries())
  expect(screen.getByRole('link', { name: 'Person 1' })).toBeTruthy()
  await screen.findByText('The latest version could not be loaded.')
  refusal = null
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText('The latest version could not be loaded.')).toBeNull())
  expect(screen.getByRole('link', { name: 'Person 1' })).toBeTruthy()
})
