// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queries } from '#pwa/lib/queries.ts'
import { StaffProductList } from '#pwa/staff/product-list/product-list.tsx'
import { StockTab } from '#pwa/staff/products/stock-tab.tsx'
import type { StaffProductSummary } from '#sync/protocol/shop/catalogue.ts'
import { costs } from '#tests/support/database/costs.ts'
import { aRow, AT, pageOf, wholeOf } from '#tests/support/goods/product-rows.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

let rows: StaffProductSummary[]
let refusal: string | null
let calls: Call[]

function answer({ method, url, body }: Call): Response {
  if (method !== 'GET' && refusal) return json({ message: refusal, code: 'stale' }, 409)
  if (url.endsWith('/barcodes')) return json({ message: '2 barcodes made.', product: wholeOf(rows[0]!) })
  if (method === 'PATCH') {
    rows = rows.map(row => (url.endsWith(`/${row.id}`) ? { ...row, ...(JSON.parse(body) as object) } : row))
    return json({ message: 'Product updated.', product: wholeOf(rows[0]!) })
  }
  if (method === 'DELETE') {
    rows = rows.filter(({ id }) => !url.endsWith(`/${id}`))
    return json({ message: 'Product deleted.' })
  }
  if (url.startsWith('/api/staff/categories'))
    return json({
      categories: pageOf([
        { id: 1, name: 'Jeans', description: null, parent_id: null, icon_image: null, banner_image: null },
      ]),
    })
  if (url.startsWith('/api/sizes')) return json({ sizes: pageOf([]) })
  if (url.startsWith('/api/colours')) return json({ colours: pageOf([]) })
  if (url.endsWith('/stock'))
    return json({ stock: { product_id: 1, name: 'Jeans', reorder_level: null, shop_reorder_level: 2, variations: [] } })
  return json({ products: pageOf(rows) })
}

beforeEach(() => {
  refusal = null
  rows = [aRow(1, 'Jeans'), aRow(2, 'Belt', { status_code: 'INACTIVE', discount: 5 })]
  calls = shopThatAnswers(answer)
})

const open = (search = '') =>
  showRoutes([{ path: '/staff/products', Component: StaffProductList }], [`/staff/products${search}`])
const asked = () =>
  Object.fromEntries(
    new URL(
      calls.findLast(({ method, url }) => method === 'GET' && url.startsWith('/api/staff/products?'))!.url,
      'http://shop.test',
    ).searchParams,
  )
const sent = () =>
  calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, url, body }) => [method, url, body && (JSON.parse(body) as object)])
/** Presses a button once it may be pressed. */
async function turn(name: string): Promise<void> {
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false))
  fireEvent.click(screen.getByRole('button', { name }))
}
const rowOf = (name: string) => within(screen.getByRole('link', { name }).closest('tr')!)

it('filters by status, category, low stock, no picture and discount, kept in the address', async () => {
  const router = open()
  await screen.findByRole('option', { name: 'Jeans' })
  fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'INACTIVE' } })
  fireEvent.change(screen.getByLabelText('Category'), { target: { value: '1' } })
  for (const only of ['Discounted', 'Low stock', 'No picture']) fireEvent.click(screen.getByLabelText(only))
  fireEvent.click(screen.getByLabelText('Low stock'))
  const narrowed = { status_code: 'INACTIVE', category_id: '1', no_picture: '1', discounted: '1' }
  await waitFor(() => expect(asked()).toEqual({ ...narrowed, page: '1', per_page: '12' }))
  const { search } = router.state.location
  cleanup()
  queries.clear()
  open(search)
  await waitFor(() => expect(asked()).toMatchObject(narrowed))
  expect(
    ['Low stock', 'No picture', 'Discounted'].map(only => screen.getByLabelText<HTMLInputElement>(only).checked),
  ).toEqual([false, true, true])
})

it('takes a product off sale and puts another on, as read, and says when somebody else was faster', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Deactivate Jeans' }))
  await screen.findByRole('button', { name: 'Activate Jeans' })
  expect(rowOf('Jeans').getByText('Inactive')).toBeTruthy()
  await turn('Activate Belt')
  await screen.findByRole('button', { name: 'Deactivate Belt' })
  expect(sent()).toEqual([
    ['PATCH', '/api/staff/products/1', { status_code: 'INACTIVE', updated_at: AT }],
    ['PATCH', '/api/staff/products/2', { status_code: 'LIVE', updated_at: AT }],
  ])
  refusal = 'Someone changed this while you were editing.'
  rows = [aRow(1, 'Wide jeans')]
  await turn('Deactivate Belt')
  expect(await screen.findByText('Wide jeans')).toBeTruthy()
})

it('asks before a product is deleted, and removes only its row', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Belt' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Delete Belt?' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Keep it' }))
  expect(sent()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Delete Belt' }))
  refusal = 'Something stands against it.'
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await screen.findByText('Something stands against it.')
  refusal = null
  fireEvent.click(await within(screen.getByRole('dialog')).findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete Belt' })).toBeNull())
  expect([screen.getByRole('button', { name: 'Delete Jeans' }), sent().at(-1)]).toEqual([
    expect.anything(),
    ['DELETE', '/api/staff/products/2', ''],
  ])
})

it("says in the shop's words that there is nothing", async () => {
  rows = []
  open()
  expect(await screen.findByText('No products found.')).toBeTruthy()
})

it('makes missing barcodes, and offers it only when some are missing', async () => {
  const variation = (id: number, barcode: string | null) => ({
    id,
    sku: `SKU-${id}`,
    barcode,
    size_code: 'UK10',
    colour_code: null,
    quantity_in_stock: 1,
    weight: null,
    ...costs(100),
  })
  const tab = (barcodes: (string | null)[]) => (
    <StockTab product={wholeOf(rows[0]!, { variations: barcodes.map((barcode, i) => variation(i, barcode)) })} />
  )
  showRoutes([{ path: '/', element: tab(['2000000000015', null, null]) }])
  fireEvent.click(await screen.findByRole('button', { name: 'Make 2 missing barcodes' }))
  await waitFor(() => expect(sent()).toEqual([['POST', '/api/staff/products/1/barcodes', '']]))
  cleanup()
  showRoutes([{ path: '/', element: tab(['2000000000015']) }])
  await screen.findByRole('button', { name: 'Print labels' })
  expect(screen.queryByRole('button', { name: /missing barcode/ })).toBeNull()
})

it("shows a product's picture, or the outline of a garment without one", async () => {
  rows = [
    aRow(1, 'Jeans'),
    aRow(2, 'Belt', {
      images: [{ id: 4, alt: null, dominant: null, colour_code: null, file: { storage_link: '/uploads/belt.webp' } }],
    }),
  ]
  open()
  const drawnIn = (name: string) => {
    const door = screen.getByRole('link', { name })
    return [door.querySelector('img') !== null, door.querySelector('.lucide-shirt') !== null]
  }
  await screen.findByRole('link', { name: 'Jeans' })
  expect([drawnIn('Jeans'), drawnIn('Belt')]).toEqual([
    [false, true],
    [true, false],
  ])
})
