// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { CountView } from '#pwa/staff/counts/count-view.tsx'
import type { StockCount, StockCountLine } from '#sync/protocol/staff/stock-count.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

let count: StockCount
let line: StockCountLine
let calls: Call[]

const row = {
  id: 3,
  product_id: 5,
  name: 'Slim jeans',
  sku: 'SLIM-3',
  barcode: null,
  size_code: 'UK12',
  size: 'UK 12',
  colour_code: null,
  colour: null,
  on_hand: 9,
  reserved: 0,
  available: 9,
  reorder_level: 2,
  own_reorder_level: null,
}

function answer({ method, url, body }: Call): Response {
  if (url.includes('/scan?')) return json({ variations: [row] })
  if (url.includes('/changes'))
    return json({ changes: { data: [], total: 0, last_page: 1, current_page: 1, per_page: 7 } })
  if (url.endsWith('/scans')) {
    line = { ...line, counted: (line.counted ?? 0) + (JSON.parse(body) as { quantity: number }).quantity }
    return json({ message: '', line })
  }
  if (method === 'PATCH') {
    count = { ...count, ...(JSON.parse(body) as Pick<StockCount, 'status_code'>) }
    return json({ message: `Now ${count.status_code}.`, count })
  }
  return json({ count, lines: { data: [line], total: 1, last_page: 1, current_page: 1, per_page: 12 } })
}

async function open(overrides: Partial<StockCount> = {}) {
  count = {
    id: 7,
    name: 'The back wall',
    category: null,
    status_code: 'OPEN',
    lines: 4,
    counted_lines: 1,
    again: 0,
    pieces: 2,
    put_right: 0,
    user: 'Ama',
    closed_by: null,
    closed_at: null,
    created_at: '2026-01-09T10:00:00.000Z',
    updated_at: '2026-01-09T10:00:00.000Z',
    ...overrides,
  }
  const router = showRoutes(
    [
      { path: '/staff/stock/counts/:id', element: <CountView /> },
      { path: '/staff/stock/counts', element: <p>All counts</p> },
    ],
    ['/staff/stock/counts/7'],
  )
  await screen.findByRole('heading', { name: 'The back wall' })
  await screen.findByRole('table')
  return router
}

beforeEach(() => {
  line = {
    id: 1,
    product_variation_id: 3,
    item: 'Slim jeans · UK 12',
    sku: 'SLIM-3',
    barcode: null,
    counted: 2,
    counted_by: 'Kofi',
    counted_at: '2026-01-09T10:05:00.000Z',
    again: false,
    book: 4,
    difference: -2,
    put_right: 0,
  }
  calls = shopThatAnswers(answer)
})

const press = (name: string, at = 0) => fireEvent.click(screen.getAllByRole('button', { name, hidden: true })[at]!)
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const steps = () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body) as object)
const scans = () => calls.filter(({ url }) => url.endsWith('/scans'))
function scan(): void {
  fireEvent.change(screen.getAllByLabelText(/^Barcode or SKU/)[0]!, { target: { value: 'SLIM-3' } })
  fireEvent.submit(screen.getByRole('search', { name: 'Add by code' }))
}

it('hides the book from counters until nothing is left to recount', async () => {
  await open()
  expect(heads()).toEqual(['Item', 'SKU', 'Counted', 'Last scanned'])
  expect(screen.queryByRole('option', { name: 'Different from stock on record' })).toBeNull()
  press('Check the Count')
  await screen.findByText('Now CHECKED.')
  await waitFor(() => expect(heads()).toEqual(['Item', 'SKU', 'Counted', 'Last scanned', 'On record', 'Difference']))
  await screen.findByRole('button', { name: 'Keep Counting' })
  press('Keep Counting')
  await screen.findByText('Now OPEN.')
  await waitFor(() => expect(heads()).toEqual(['Item', 'SKU', 'Counted', 'Last scanned']))
  expect(steps()).toEqual([{ status_code: 'CHECKED' }, { status_code: 'OPEN' }])
})

it('shows who scanned goods last, sorts by it, and links movements only once the book is open', async () => {
  const router = await open()
  expect(
    screen
      .getByText(/^Kofi, /)
      .closest('td')
      ?.getAttribute('data-head'),
  ).toBe('Last scanned')
  expect(screen.queryByRole('link', { name: 'Slim jeans · UK 12' })).toBeNull()
  expect(screen.getByRole('columnheader', { name: 'Last scanned' }).getAttribute('aria-sort')).toBe('descending')
  fireEvent.click(screen.getByRole('link', { name: 'Counted' }))
  await waitFor(() => expect(router.state.location.search).toBe('?order_column=counted&order_direction=desc'))
  await waitFor(() => expect(calls.at(-1)!.url).toContain('order_column=counted'))
  press('Check the Count')
  expect((await screen.findByRole('link', { name: 'Slim jeans · UK 12' })).getAttribute('href')).toBe(
    '/staff/stock/3/movements',
  )
})

it('asks on closing what to do with goods nobody counted', async () => {
  await open({ status_code: 'CHECKED' })
  press('Close the Count')
  await screen.findByText(/3 of 4 products not counted/)
  press('Write Off Uncounted Items')
  await screen.findByText('Now CLOSED.')
  expect(steps()).toEqual([{ status_code: 'CLOSED', uncounted_are_gone: true }])
})

it('uses the singular for one', async () => {
  await open({ status_code: 'CHECKED', pieces: 1, lines: 1, counted_lines: 0 })
  press('Close the Count')
  await screen.findByText(/1 of 1 product not counted/)
  press('Cancel the Count')
  expect((await screen.findByText(/You cannot open a cancelled count/)).textContent).toMatch(
    /^The one counted item is discarded/,
  )
})

it('is cancelled only by somebody who has read what is given up', async () => {
  await open({ pieces: 1200 })
  press('Cancel the Count')
  await screen.findByText(/^1,200 counted items are discarded/)
  press('Keep it')
  expect(steps()).toEqual([])
  press('Cancel the Count')
  await screen.findByText(/^1,200 counted items/)
  press('Cancel the Count', 1)
  await screen.findByText('Now CANCELLED.')
  expect(steps()).toEqual([{ status_code: 'CANCELLED' }])
})

it('asks before leaving while a scan is being sent', async () => {
  let arrive = () => {}
  calls = shopThatAnswers(call =>
    call.url.endsWith('/scans')
      ? new Promise<Response>(resolve => {
          arrive = () => resolve(answer(call))
        })
      : answer(call),
  )
  const isAskedAbout = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await open()
  expect(isAskedAbout()).toBe(false)
  scan()
  await waitFor(() => expect(scans()).toHaveLength(1))
  await waitFor(() => expect(isAskedAbout()).toBe(true))
  await act(async () => arrive())
  await waitFor(() => expect(isAskedAbout()).toBe(false))
})

it('sends an unanswered scan again under its key, and asks before leaving', async () => {
  let loses = true
  calls = shopThatAnswers(call => {
    if (!call.url.endsWith('/scans') || !loses) return answer(call)
    loses = false
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  await open()
  scan()
  await screen.findByText('One scan was not confirmed.')
  fireEvent.click(screen.getByRole('link', { name: 'Go Back' }))
  await screen.findByText('Your changes are not saved yet.')
  press('Stay here')
  press('Send Again')
  await waitFor(() => expect(screen.queryByText('One scan was not confirmed.')).toBeNull())
  scan()
  await waitFor(() => expect(scans()).toHaveLength(3))
  const [first, again, next] = scans().map(({ headers }) => headers['idempotency-key'])
  expect([again === first, next === first]).toEqual([true, false])
})
