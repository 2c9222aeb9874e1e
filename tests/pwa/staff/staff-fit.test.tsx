// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queries } from '#pwa/lib/queries.ts'
import { CategoryView } from '#pwa/staff/categories/category-view.tsx'
import { ReorderLevel } from '#pwa/staff/stock/reorder-level.tsx'
import type { FitRow } from '#sync/protocol/fit.ts'
import type { ProductStock } from '#sync/protocol/staff/stock.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const MOMENT = '2026-11-21T10:00:00.000Z'
const jeans = {
  id: 3,
  name: 'Jeans',
  description: null,
  parent_id: null,
  icon_image: null,
  banner_image: null,
  products: 0,
  position: 1,
  created_at: MOMENT,
  updated_at: MOMENT,
}
const stock: ProductStock = { product_id: 7, name: 'Slim', reorder_level: null, shop_reorder_level: 2, variations: [] }
const row = (size_code: string, waist: number | null): FitRow => ({
  size_code,
  waist,
  hip: null,
  inseam: null,
  rise: null,
})
const pageOf = (data: object[]) => ({ data, total: data.length, last_page: 1, current_page: 1, per_page: 100 })

let fit: FitRow[] = []
let level: number | null = null
let calls: Call[] = []
let refusal: object | null = null

function answer({ method, url, body }: Call): Response {
  if (url.endsWith('/fit') && method === 'PATCH') {
    const { rows, as_read } = JSON.parse(body) as { rows: FitRow[]; as_read: FitRow[] }
    if (refusal) return json(refusal, 422)
    if (JSON.stringify(as_read) !== JSON.stringify(fit))
      return json({ message: 'Someone changed this while you were editing.', code: 'stale', fit }, 409)
    fit = rows
    return json({ message: 'Fit table updated.', fit })
  }
  if (url.endsWith('/stock')) {
    const { reorder_level, as_read } = JSON.parse(body) as {
      reorder_level: number
      as_read: { reorder_level: number | null }
    }
    if (as_read.reorder_level !== level)
      return json(
        {
          message: 'Someone changed this while you were editing.',
          code: 'stale',
          stock: { ...stock, reorder_level: level },
        },
        409,
      )
    level = reorder_level
    return json({ message: 'Reorder levels saved.', stock: { ...stock, reorder_level: level } })
  }
  if (url.endsWith('/fit')) return json({ fit })
  if (url.startsWith('/api/staff/sizes'))
    return json({
      sizes: pageOf(
        ['UK8', 'UK10'].map((code, id) => ({ id, code, name: code, created_at: MOMENT, updated_at: MOMENT })),
      ),
    })
  return json(url.endsWith('/3') ? { category: jeans } : { categories: pageOf([jeans]) })
}

async function open() {
  const router = showRoutes(
    [
      { path: '/staff/categories/:id/view', Component: CategoryView },
      { path: '/staff/categories', element: <h1>All</h1> },
    ],
    ['/staff/categories/3/view'],
  )
  await screen.findByLabelText(/^Waist of UK8/)
  await screen.findByLabelText(/^Parent category/)
  return router
}

const waist = (size: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^Waist of ${size} `))
function type(field: HTMLElement, value: string) {
  fireEvent.keyDown(field, { key: 'x' })
  fireEvent.input(field, { target: { value } })
}
const sent = (end: string) => calls.filter(({ method, url }) => method !== 'GET' && url.endsWith(end)).length
const update = () => fireEvent.click(screen.getByRole('button', { name: 'Update Fit Table' }))

beforeEach(() => {
  fit = [row('UK8', 67)]
  level = null
  refusal = null
  calls = shopThatAnswers(answer)
})

it('sends a fit table by Ctrl+Enter in it, and not the category above', async () => {
  await open()
  type(waist('UK10'), '71,5')
  fireEvent.keyDown(waist('UK10'), { key: 'Enter', ctrlKey: true })
  await screen.findByText('Fit table updated.')
  expect([fit, sent('/fit'), sent('/categories/3')]).toEqual([[row('UK8', 67), row('UK10', 71.5)], 1, 0])
  type(waist('UK8'), '68')
  update()
  await waitFor(() => expect(fit[0]!.waist).toBe(68))
})

it("shows somebody else's changes of a fit table cell by cell, and overwrites them only on request", async () => {
  await open()
  type(waist('UK10'), '71')
  fit = [row('UK8', 66)]
  await act(() => queries.invalidateQueries())
  expect(waist('UK10').value).toBe('71')
  update()
  const differing = within((await screen.findByText('Yours')).closest('table')!)
  expect(differing.getAllByRole('row').map(line => line.textContent)).toContain('Waist of UK10 in centimetres71–')
  expect(fit).toEqual([row('UK8', 66)])
  fireEvent.click(screen.getByRole('button', { name: 'Save mine' }))
  await screen.findByText('Fit table updated.')
  expect(fit.at(-1)).toEqual(row('UK10', 71))
})

it('says what is wrong with a size in its row, by its name', async () => {
  await open()
  refusal = {
    message: 'Please correct the errors shown.',
    code: 'validation',
    errors: { 'rows.1.waist': ['Waist must be a number.'], 'rows.1.hip': ['Hip must be at most 999.'] },
  }
  type(waist('UK10'), 'wide')
  update()
  await waitFor(() => expect(waist('UK10').getAttribute('aria-invalid')).toBe('true'))
  expect(document.getElementById(waist('UK10').getAttribute('aria-describedby')!)!.textContent).toBe(
    'UK10: Waist must be a number. Hip must be at most 999.',
  )
  expect(waist('UK8').getAttribute('aria-invalid')).toBeNull()
  const hip = screen.getByLabelText('Hip of UK10 in centimetres')
  type(waist('UK10'), '71')
  expect([waist('UK10').getAttribute('aria-invalid'), hip.getAttribute('aria-invalid')]).toEqual([null, 'true'])
  expect(document.getElementById(hip.getAttribute('aria-describedby')!)!.textContent).toBe(
    'UK10: Hip must be at most 999.',
  )
})

it('asks before leaving an unsaved fit table', async () => {
  const router = await open()
  type(waist('UK10'), '71')
  fireEvent.click(screen.getByRole('link', { name: 'Go Back' }))
  await screen.findByText('Leave without saving?')
  expect(router.state.location.pathname).toBe('/staff/categories/3/view')
})

it("does not overwrite somebody else's reorder level", async () => {
  showRoutes([{ path: '/', element: <ReorderLevel stock={stock} /> }])
  const field = await screen.findByLabelText<HTMLInputElement>(/^Reorder level/)
  level = 9
  type(field, '4')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const table = within(await screen.findByRole('table'))
  expect(table.getAllByRole('row').map(line => line.textContent)).toEqual(['FieldYoursTheirs', 'Reorder level49'])
  fireEvent.click(screen.getByRole('button', { name: 'Save mine' }))
  await screen.findByText('Reorder levels saved.')
  expect(level).toBe(4)
})
