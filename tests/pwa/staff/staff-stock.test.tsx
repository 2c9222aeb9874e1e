// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queries } from '#pwa/lib/queries.ts'
import { NewCount } from '#pwa/staff/counts/new-count.tsx'
import { StockGrid } from '#pwa/staff/stock/stock-grid.tsx'
import type { ShelfRow } from '#sync/protocol/staff/stock.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const row = (id: number, size: string, overrides: Partial<ShelfRow> = {}): ShelfRow => {
  const { on_hand = 9, reserved = 0 } = overrides
  return {
    id,
    product_id: 5,
    name: 'Slim jeans',
    sku: `SLIM-${id}`,
    barcode: null,
    size_code: `UK${size}`,
    size: `UK ${size}`,
    colour_code: '1B2A41',
    colour: 'Indigo',
    on_hand,
    reserved,
    available: on_hand - reserved,
    reorder_level: 2,
    own_reorder_level: null,
    movement_id: 80 + id,
    ...overrides,
  }
}

let variations: ShelfRow[]
let calls: Call[]

function answer({ method }: Call): Response {
  if (method === 'PATCH') return json({ message: 'Stock updated.', product: {} })
  return json({ stock: { product_id: 5, name: 'Slim jeans', reorder_level: null, shop_reorder_level: 2, variations } })
}

async function open() {
  showRoutes([{ path: '/', element: <StockGrid productId={5} /> }])
  return screen.findByRole('table')
}

beforeEach(() => {
  variations = [
    row(3, '12'),
    row(1, '6', { on_hand: 5, reserved: 3 }),
    row(2, '8', { on_hand: 0 }),
    row(4, '8', { colour_code: null, colour: null, on_hand: -2 }),
  ]
  calls = shopThatAnswers(answer)
})

const shelf = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name: `On the shelf: ${name}` })
const type = (name: string, value: string) => fireEvent.change(shelf(name), { target: { value } })
const sent = () => JSON.parse(calls.find(({ method }) => method === 'PATCH')!.body as string) as object

it('shows sizes across from small to large and colours down, with low, sold out and oversold in words', async () => {
  const table = await open()
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Colour', 'UK 6', 'UK 8', 'UK 12'])
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['N/a', 'Indigo'])
  expect(within(table).getByText('3 · SLIM-3')).toBeTruthy()
  const links = within(table).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    '-2 leftOversold',
    '2 left3 reservedLow',
    '0 left',
    '9 left',
  ])
  expect(links[1]!.getAttribute('href')).toBe('/staff/stock/1/movements')
})

it('sends only what differs, with the latest movement when typing began', async () => {
  await open()
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Update Stock Quantities' })
  expect(save.disabled).toBe(true)
  type('UK 12, Indigo', '7')
  type('UK 6, Indigo', '6')
  type('UK 6, Indigo', '5')
  variations = [row(3, '12', { on_hand: 8, movement_id: 95 }), ...variations.slice(1)]
  await act(() => queries.invalidateQueries())
  await screen.findByText('8 left')
  fireEvent.click(save)
  await screen.findByText('Stock updated.')
  expect(sent()).toEqual({ sku_3: 7, as_read: { sku_3: 83 } })
})

it('keeps what was typed when it was not saved, and says why', async () => {
  calls = shopThatAnswers(call =>
    call.method === 'PATCH'
      ? json(
          {
            message: 'Please correct the errors shown.',
            code: 'validation',
            errors: { sku_3: ['This is not a variant of the product.'] },
          },
          422,
        )
      : answer(call),
  )
  await open()
  type('UK 12, Indigo', '7')
  fireEvent.click(screen.getByRole('button', { name: 'Update Stock Quantities' }))
  await screen.findAllByText('This is not a variant of the product.')
  await waitFor(() => expect(shelf('UK 12, Indigo').value).toBe('7'))
  expect(document.getElementById(shelf('UK 12, Indigo').getAttribute('aria-describedby')!)!.textContent).toBe(
    'This is not a variant of the product.',
  )
  expect(shelf('UK 6, Indigo').getAttribute('aria-invalid')).toBeNull()
})

const bodies = () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body) as object)
/** Presses the button, once it says no more that a save before is on its way. */
const save = async () => fireEvent.click(await screen.findByRole('button', { name: 'Update Stock Quantities' }))

it("shows somebody else's count beside what was typed, and overwrites it only on request", async () => {
  let refuses = true
  calls = shopThatAnswers(call => {
    if (call.method !== 'PATCH' || !refuses) return answer(call)
    variations = [row(3, '12', { on_hand: 6, movement_id: 99 }), ...variations.slice(1)]
    return json(
      {
        message: 'Someone changed this while you were editing.',
        code: 'stale',
        stock: { product_id: 5, variations: variations.slice(0, 1) },
      },
      409,
    )
  })
  await open()
  type('UK 12, Indigo', '7')
  type('UK 8, Indigo', '1')
  await save()
  const theirs = await screen.findByRole('row', { name: 'UK 12, Indigo 7 6' })
  expect(
    within(theirs)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['7', '6'])
  refuses = false
  fireEvent.click(screen.getByRole('button', { name: 'Save mine' }))
  await screen.findByText('Stock updated.')
  expect(bodies()).toEqual([
    { sku_3: 7, sku_2: 1, as_read: { sku_3: 83, sku_2: 82 } },
    { sku_3: 7, sku_2: 1, as_read: { sku_3: 99, sku_2: 82 } },
  ])
})

it('has nothing left to save when a count was saved but its reply was lost', async () => {
  calls = shopThatAnswers(call => {
    if (call.method !== 'PATCH') return answer(call)
    variations = [row(3, '12', { on_hand: 7, movement_id: 99 }), ...variations.slice(1)]
    if (bodies().length === 1) return Promise.reject(new TypeError('Failed to fetch'))
    return json(
      {
        message: 'Someone changed this while you were editing.',
        code: 'stale',
        stock: { product_id: 5, variations: variations.slice(0, 1) },
      },
      409,
    )
  })
  await open()
  type('UK 12, Indigo', '7')
  await save()
  await screen.findByText(/No connection to the shop/)
  await save()
  await screen.findByText('Stock already shows what you entered.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Update Stock Quantities' }).disabled).toBe(true)
})

it('keeps what is typed into other cells during a save', async () => {
  let arrive = () => {}
  const arrived = new Promise<void>(resolve => {
    arrive = resolve
  })
  calls = shopThatAnswers(async call => {
    if (call.method === 'PATCH') await arrived
    return answer(call)
  })
  await open()
  type('UK 12, Indigo', '7')
  type('UK 8, Indigo', '1')
  await save()
  await waitFor(() => expect(bodies()).toHaveLength(1))
  type('UK 6, Indigo', '4')
  type('UK 8, Indigo', '2')
  variations = [
    row(3, '12', { on_hand: 7, movement_id: 98 }),
    variations[1]!,
    row(2, '8', { on_hand: 1, movement_id: 99 }),
    variations[3]!,
  ]
  await act(async () => arrive())
  await screen.findByText('7 left')
  await waitFor(() => expect([shelf('UK 6, Indigo').value, shelf('UK 8, Indigo').value]).toEqual(['4', '2']))
  await save()
  await waitFor(() => expect(bodies()[1]).toEqual({ sku_1: 4, sku_2: 2, as_read: { sku_1: 81, sku_2: 99 } }))
})

it('shows no count for an oversold shelf', async () => {
  await open()
  expect([shelf('UK 8').value, shelf('UK 8').placeholder]).toEqual(['', '-2'])
  type('UK 8', '0')
  await save()
  await screen.findByText('Stock updated.')
  expect(sent()).toEqual({ sku_4: 0, as_read: { sku_4: 84 } })
})

const PRODUCTS = [
  { id: 5, name: 'Slim jeans' },
  { id: 6, name: 'Wide jeans' },
]

function openCounts(products: typeof PRODUCTS = []) {
  calls = shopThatAnswers(({ method, url }) => {
    if (method === 'POST') return json({ message: 'The count is open.', count: { id: 9 } }, 201)
    const page = { total: 2, last_page: 1, current_page: 1, per_page: 7 }
    return url.includes('categories')
      ? json({ categories: { data: [{ id: 1, name: 'Jeans' }], ...page } })
      : json({ products: { data: PRODUCTS, ...page } })
  })
  showRoutes([
    { path: '/', element: <NewCount open onClose={() => undefined} products={products} /> },
    { path: '/staff/stock/counts/:id', element: <p>The count</p> },
  ])
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'The window' } })
}
const begin = () => fireEvent.click(screen.getByRole('button', { name: 'Start Counting', hidden: true }))
const opened = async () => {
  await screen.findByText('The count')
  return JSON.parse(calls.find(({ method }) => method === 'POST')!.body as string) as object
}

it('counts the products found and added, each once, without those left out', async () => {
  openCounts()
  fireEvent.change(screen.getByLabelText(/^Scope/), { target: { value: 'products' } })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start Counting', hidden: true }).disabled).toBe(true)
  fireEvent.change(screen.getByRole('searchbox', { name: /^Product/, hidden: true }), { target: { value: 'jeans' } })
  fireEvent.click(screen.getByRole('button', { name: 'Find', hidden: true }))
  for (const name of ['Slim jeans', 'Wide jeans', 'Wide jeans'])
    fireEvent.click(await screen.findByRole('button', { name, hidden: true }))
  await screen.findByText('2 products to count')
  fireEvent.click(screen.getByRole('button', { name: 'Remove Slim jeans', hidden: true }))
  begin()
  expect(await opened()).toEqual({ name: 'The window', product_ids: [6] })
})

it('counts the products selected in their list, or another selection', async () => {
  openCounts(PRODUCTS)
  begin()
  expect(await opened()).toEqual({ name: 'The window', product_ids: [5, 6] })
  cleanup()
  openCounts(PRODUCTS)
  fireEvent.change(await screen.findByLabelText(/^Scope/), { target: { value: '' } })
  begin()
  expect(await opened()).toEqual({ name: 'The window', category_id: null })
})
