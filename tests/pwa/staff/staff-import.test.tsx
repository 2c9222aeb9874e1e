// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queries } from '#pwa/lib/queries.ts'
import { ImportAdd } from '#pwa/staff/import/import-add.tsx'
import { ImportList } from '#pwa/staff/import/import-list.tsx'
import { ImportView } from '#pwa/staff/import/import-view.tsx'
import type { ImportLine, OpenedImport } from '#sync/protocol/staff/import.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

const OPENED: OpenedImport = {
  id: 5,
  file_name: 'goods.csv',
  format_code: 'shopify',
  status_code: 'CHECKING',
  done: 0,
  total: 4,
  summary: null,
  user: { id: 7, name: 'Efua' },
  created_at: '2026-11-21T10:00:00.000Z',
  columns: [
    { name: 'Handle', isRead: true },
    { name: 'Variant Grams', isRead: false },
  ],
  given_up: null,
  error: null,
  questions: null,
  pictures: { done: 0, failed: 0, total: 0 },
}
const LINES: ImportLine[] = [
  {
    id: 1,
    line: 2,
    outcome: 'CREATED',
    slug: 'ama',
    name: 'Ama jeans',
    message: null,
    differences: [{ what: 'retail_price', was: null, becomes: '99.50' }],
  },
  {
    id: 2,
    line: 3,
    outcome: 'UPDATED',
    slug: 'kofi',
    name: 'Kofi shirt',
    message: null,
    differences: [
      { what: 'name', was: 'Kofi', becomes: 'Kofi shirt' },
      { what: 'barcode', of: 'UK 10 Indigo', was: null, becomes: '6034128000011' },
    ],
  },
  {
    id: 3,
    line: 4,
    outcome: 'WRONG',
    slug: null,
    name: null,
    message: 'The price must not be below 0: "-5".',
    differences: [],
  },
  {
    id: 4,
    line: 5,
    outcome: 'HINT',
    slug: null,
    name: null,
    message: '"Linen scarf" (LS) has the barcode "6034000001013" too.',
    differences: [],
  },
]
const pageOf = <Row,>(data: Row[]) => ({ data, total: data.length, last_page: 1, current_page: 1, per_page: 12 })

let opened: OpenedImport
let calls: Call[]
let refusal: Response | null
beforeEach(() => {
  opened = OPENED
  refusal = null
  calls = shopThatAnswers(({ method, url }) => {
    if (method === 'POST' && url === '/api/staff/imports')
      return refusal ?? json({ message: 'The file is being checked.', import: opened }, 201)
    if (method === 'POST') {
      if (refusal) return refusal
      opened = { ...opened, status_code: 'RUNNING', done: 1 }
      return json({ message: 'The import has started.', import: opened })
    }
    if (url.startsWith('/api/staff/orders/options/users')) return json({ users: pageOf([]) })
    if (url.startsWith('/api/staff/imports/5/lines'))
      return json({
        lines: pageOf(LINES.filter(({ outcome }) => url.includes(`outcome=${outcome}`) || !url.includes('outcome='))),
      })
    if (url.startsWith('/api/staff/imports/5')) return json({ import: opened })
    return json({ imports: pageOf(opened.status_code === 'DONE' ? [opened] : []) })
  })
})

const CHECKED = {
  ...OPENED,
  status_code: 'CHECKED',
  done: 4,
  summary: { created: 1, updated: 1, unchanged: 0, failed: 1, hints: 1 },
} as const

function open(at: string) {
  const router = showRoutes(
    [
      { path: '/staff/imports', Component: ImportList },
      { path: '/staff/imports/add', Component: ImportAdd },
      { path: '/staff/imports/:id/view', Component: ImportView },
    ],
    [at],
  )
  return router
}
const step = () =>
  within(screen.getByRole('navigation', { name: 'Importing' })).getByText(/./, { selector: '[aria-current="step"]' })
    .textContent

it('takes a file from choosing it through the preview to the end', async () => {
  const router = open('/staff/imports/add')
  const file = await screen.findByLabelText<HTMLInputElement>(/Product file/)
  expect(step()).toBe('Choose a file')
  fireEvent.change(file, { target: { files: [new File(['Handle,Title'], 'goods.csv', { type: 'text/csv' })] } })
  fireEvent.submit(file.form!)
  await screen.findByText(/Checking what this file would change: 0 of 4 rows/)
  expect(router.state.location.pathname).toBe('/staff/imports/5/view')
  expect(screen.getByText('Shopify: 1 of 2 columns recognised')).toBeTruthy()
  expect(screen.getByText(/Variant Grams/)).toBeTruthy()

  opened = CHECKED
  await screen.findByText('Nothing has been imported yet.')
  expect(step()).toBe('Check what it does')
  await screen.findByText('Ama jeans')
  expect(screen.getByText('Kofi', { selector: 'del' })).toBeTruthy()
  expect(screen.getByText('Barcode of UK 10 Indigo').parentElement!.textContent).toBe(
    'Barcode of UK 10 Indigo 6034128000011',
  )
  expect(screen.getByText('The price must not be below 0: "-5".')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Download Skipped Rows' })).toBeTruthy()

  fireEvent.click(screen.getByRole('link', { name: 'Skipped (1)' }))
  await waitFor(() => expect(screen.queryByText('Ama jeans')).toBeNull())
  fireEvent.click(screen.getByRole('link', { name: 'To check (1)' }))
  await screen.findByText('"Linen scarf" (LS) has the barcode "6034000001013" too.')
  expect(screen.getByText('To check')).toBeTruthy()
  expect(screen.queryByText('The price must not be below 0: "-5".')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Import 2 Products' }))
  await screen.findByText(/Importing\..* 1 of 4 rows/)
  expect(step()).toBe('Import')

  opened = { ...CHECKED, status_code: 'DONE' }
  await screen.findByText('Imported.')
  expect(screen.getByRole('status').textContent).toContain('1 new, 1 updated, 1 skipped, 1 to check')
  expect(calls.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual([
    '/api/staff/imports',
    '/api/staff/imports/5/apply',
  ])
})

it('asks for the pieces in stock before it offers the import, and sends the answers', async () => {
  const questions = {
    options: [{ name: 'Logo', means: 'apart' as const, rows: 4, values: ['No', 'Yes'], keeps_apart: 1 }],
    uncounted: { variants: 2, pieces: null },
    left_out: [{ type: 'grouped', rows: 1, names: ['Logo Collection'] }],
  }
  opened = { ...CHECKED, questions }
  open('/staff/imports/5/view')
  const pieces = await screen.findByLabelText<HTMLInputElement>('Pieces of each variant in stock')
  expect(screen.getByText('Grouped products (1): Logo Collection')).toBeTruthy()
  expect(screen.getByText('No, Yes · 4 rows · 1 variant differs only in this')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Import 2 Products' })).toBeNull()
  fireEvent.change(pieces, { target: { value: '6' } })
  fireEvent.change(screen.getByLabelText('“Logo” is'), { target: { value: 'none' } })
  fireEvent.submit(pieces.form!)
  await screen.findByText(/Importing\./)
  expect(calls.findLast(({ method }) => method === 'POST')).toMatchObject({
    url: '/api/staff/imports/5/check',
    body: JSON.stringify({ options: [{ name: 'Logo', means: 'none' }], pieces: 6 }),
  })
  opened = { ...CHECKED, questions: { ...questions, uncounted: { variants: 2, pieces: 6 } } }
  await screen.findByRole('button', { name: 'Import 2 Products' })
})

it('says how many pictures are here, and is done only with the last of them', async () => {
  opened = { ...CHECKED, status_code: 'FETCHING', pictures: { done: 12, failed: 0, total: 40 } }
  open('/staff/imports/5/view')
  expect(await screen.findByLabelText('Pictures: 12 of 40')).toBeTruthy()
  expect(screen.getByText('Imported.')).toBeTruthy()
  cleanup()
  queries.clear()
  opened = { ...opened, status_code: 'DONE', pictures: { done: 38, failed: 2, total: 40 } }
  open('/staff/imports/5/view')
  await screen.findByText('2 pictures could not be fetched. Open the product to see why.')
  expect(screen.queryByLabelText(/Pictures/)).toBeNull()
})

it('shows the progress of a file somebody else is importing, without buttons', async () => {
  opened = CHECKED
  open('/staff/imports/5/view')
  const button = await screen.findByRole('button', { name: 'Import 2 Products' })
  opened = { ...CHECKED, status_code: 'RUNNING', done: 3 }
  refusal = json({ message: 'This import is already running or done.', code: 'conflict' }, 409)
  fireEvent.click(button)
  await screen.findByText(/Importing\..* 3 of 4 rows/)
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
})

it('shows what is wrong with the first line beside the file', async () => {
  refusal = json(
    {
      message: 'Please correct the errors shown.',
      code: 'validation',
      errors: { file: ["The first line reads like Shopify's format, but lacks: variant price."] },
    },
    422,
  )
  open('/staff/imports/add')
  const file = await screen.findByLabelText<HTMLInputElement>(/Product file/)
  fireEvent.submit(file.form!)
  await waitFor(() => expect(file.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText(/lacks: variant price/).length).toBeGreaterThan(0)
})

it('offers no import for a file that changes nothing, and says why one failed', async () => {
  opened = { ...CHECKED, summary: { created: 0, updated: 0, unchanged: 60, failed: 0 } }
  open('/staff/imports/5/view')
  await screen.findByText('This file changes nothing.')
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
  cleanup()
  queries.clear()
  opened = { ...CHECKED, status_code: 'FAILED', given_up: 'IMPORT', error: 'The file is gone. Please send it again.' }
  open('/staff/imports/5/view')
  await screen.findByText('The file is gone. Please send it again.')
  expect(screen.getByRole('button', { name: 'Continue Importing' })).toBeTruthy()
  cleanup()
  queries.clear()
  opened = { ...OPENED, status_code: 'FAILED', given_up: 'CHECK', error: 'The machine stopped.' }
  open('/staff/imports/5/view')
  fireEvent.click(await screen.findByRole('button', { name: 'Check Again' }))
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual([
      '/api/staff/imports/5/check',
    ]),
  )
  expect(screen.queryByRole('button', { name: 'Continue Importing' })).toBeNull()
})

it('lists imported files with their results, and exports products for each program', async () => {
  opened = { ...CHECKED, status_code: 'DONE' }
  open('/staff/imports')
  expect((await screen.findByRole('link', { name: 'goods.csv' })).getAttribute('href')).toBe('/staff/imports/5/view')
  expect(screen.getByText('1 new, 1 updated, 1 skipped, 1 to check')).toBeTruthy()
  for (const name of ["This shop's own", 'Shopify', 'WooCommerce'])
    expect(screen.getByRole('button', { name })).toBeTruthy()
})
