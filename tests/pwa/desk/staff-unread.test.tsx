// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import type { RouteObject } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { queries } from '#pwa/lib/queries.ts'
import { welcome } from '#pwa/session/session.ts'
import { Balances } from '#pwa/staff/ledger/balances.tsx'
import { CashCountView } from '#pwa/staff/ledger/cash-count-view.tsx'
import { CountedEntries } from '#pwa/staff/ledger/counted-entries.tsx'
import { MonthPanel } from '#pwa/staff/ledger/month-panel.tsx'
import { ProviderPanel } from '#pwa/staff/ledger/provider-panel.tsx'
import { TransactionAdd } from '#pwa/staff/ledger/transaction-add.tsx'
import { OrderTimeline } from '#pwa/staff/orders/order-timeline.tsx'
import { PickListScreen } from '#pwa/staff/orders/pick-list.tsx'
import { ProductAdd } from '#pwa/staff/products/product-add.tsx'
import { CategoryList } from '#pwa/staff/categories/category-list.tsx'
import { CouponUses } from '#pwa/staff/setup/coupon-uses.tsx'
import { EntityView } from '#pwa/staff/setup/entity-view.tsx'
import { StockGrid } from '#pwa/staff/stock/stock-grid.tsx'
import { LowStockList } from '#pwa/staff/stock/stock-list.tsx'
import { TillGaps } from '#pwa/staff/tills/till-gaps.tsx'
import { TillSales } from '#pwa/staff/tills/till-sales.tsx'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { aUser, json, shopThatAnswers } from '#tests/support/counter/shop-answers.ts'

const MOMENT = '2026-11-21T10:00:00.000Z'
const pageOf = (...data: object[]) => ({ data, total: data.length, last_page: 1, current_page: 1, per_page: 100 })
const CASH = { id: 1, code: 'CASH', name: 'Cash', balance: 20, period: '2026-11', at_till: true }
const TILL = { id: 3, code: 'T3', name: 'By the door', status_code: 'ACTIVE', missing_seqs: [] }
const COUNT = {
  id: 5,
  account: CASH,
  till: null,
  counted: 20,
  expected: 20,
  difference: 0,
  shift_id: null,
  since_last: 0,
  remains: null,
  note: null,
  user: { id: 1, name: 'Efua' },
  created_at: MOMENT,
  previous_at: null,
}
const ENTRY = {
  id: 8,
  order_id: null,
  description: 'Needles',
  at: MOMENT,
  type_code: 'MANUAL',
  user: null,
  tendered: null,
  amount: 12,
}
const USE = {
  id: 4,
  order_id: 4,
  number: 'W-4',
  user: null,
  customer_name: 'Esi',
  customer_phone: null,
  created_at: MOMENT,
  status_code: 'COMPLETED',
  discount: 5,
  total: 45,
}
const LINE = {
  product_variation_id: 4,
  category: 'Jeans',
  product: { name: 'Ama jeans' },
  size: { name: 'UK 10' },
  colour: null,
  sku: 'AMA-10',
  on_hand: 4,
  quantity: 1,
  orders: [{ id: 4, number: 'W-4', quantity: 1 }],
}
const SHELF = {
  id: 4,
  size: 'UK 10',
  size_code: 'UK10',
  colour: null,
  colour_code: null,
  on_hand: 4,
  reserved: 0,
  available: 4,
  sku: 'AMA-10',
  barcode: null,
  reorder_level: 1,
  movement_id: 1,
}
const SHELF_ROW = { ...SHELF, product_id: 4, name: 'Ama jeans' }

/** What the shop answers, by the end of the address. */
const REPLIES: [RegExp, object][] = [
  [/\/pick-list$/, { pick_list: { pieces: 1, orders: 1, lines: [LINE] } }],
  [/\/timeline$/, { timeline: [{ at: MOMENT, kind: 'MAIL', what: 'Email sent', detail: null, by: null }] }],
  [/\/entries$/, { entries: pageOf(ENTRY) }],
  [/\/cash-counts\/5$/, { cash_count: COUNT, by_teller: [], by_hour: [], suspects: [] }],
  [/\/uses$/, { uses: pageOf(USE) }],
  [
    /\/periods$/,
    {
      periods: pageOf({
        period: '2026-11',
        status_code: 'OPEN',
        closable: false,
        closed_at: null,
        closed_by: null,
        accounts: [],
      }),
    },
  ],
  [
    /\/reconciliations$/,
    {
      reconciliations: pageOf({
        id: 1,
        since: MOMENT,
        listed: 4,
        differences: [],
        error: null,
        user: null,
        created_at: MOMENT,
      }),
    },
  ],
  [/\/accounts$/, { accounts: pageOf(CASH, { ...CASH, id: 2, code: 'BANK', name: 'Bank' }) }],
  [
    /\/categories$/,
    {
      categories: pageOf({
        id: 1,
        name: 'Jeans',
        parent_id: null,
        icon_image: null,
        products: 1,
        position: 1,
        updated_at: MOMENT,
      }),
    },
  ],
  [/\/colours\/2$/, { colour: { id: 2, code: '223344', name: 'Indigo', updated_at: MOMENT } }],
  [/\/colours$/, { colours: pageOf({ id: 2, code: '223344', name: 'Indigo' }) }],
  [/\/sizes$/, { sizes: pageOf({ id: 2, code: 'UK10', name: 'UK 10' }) }],
  [/staff\/stock$/, { stock: pageOf(SHELF_ROW) }],
  [
    /\/stock$/,
    { stock: { product_id: 4, name: 'Ama jeans', reorder_level: 1, updated_at: MOMENT, variations: [SHELF] } },
  ],
  [/\/exceptions$/, { exceptions: pageOf({ id: 6, detail: 'Number 4 has not arrived.', created_at: MOMENT }) }],
  [/\/orders$/, { orders: pageOf({ id: 4, number: 'T3-4', ordered_at: MOMENT, teller: null, total: 45 }) }],
  [/\/tills$/, { tills: pageOf(TILL) }],
]
let refused: RegExp | null
beforeEach(() => {
  refused = null
  shopThatAnswers(({ url }) => {
    const { pathname } = new URL(url, 'http://shop.test')
    if (refused?.test(pathname)) return json({ message: 'The shop is closed for a moment.', code: 'invalid' }, 400)
    return json(REPLIES.find(([end]) => end.test(pathname))?.[1] ?? {})
  })
  welcome('a-token', aUser({ role_code: 'ADMINISTRATOR' }))
})
const OLD = 'The latest version could not be loaded.'
const show = (Component: NonNullable<RouteObject['Component']>, path = '/staff/here', address = path) =>
  showRoutes([{ path, Component }], [address])

describe('what is shown stays, and is said to be old, when it cannot be loaded again', () => {
  const SHOWN: [what: string, words: string, open: () => unknown][] = [
    ['the category tree', 'Jeans', () => show(CategoryList)],
    ['the pick list', 'AMA-10', () => show(PickListScreen)],
    ['who used a coupon', 'W-4', () => show(() => <CouponUses id={3} />)],
    ['the balances', 'Cash', () => show(Balances)],
    ['the months', 'November 2026', () => show(MonthPanel)],
    ['the comparison with the provider', 'All comparisons as CSV', () => show(ProviderPanel)],
    ['a count of cash', 'No difference.', () => show(CashCountView, '/staff/cash-counts/:id', '/staff/cash-counts/5')],
    ['the entries between two counts', 'Needles', () => show(() => <CountedEntries id={5} marked={[]} />)],
    ['what became of an order', 'Email sent', () => show(() => <OrderTimeline id={5} />)],
    ['the sales of a till', 'T3-4', () => show(() => <TillSales till={TILL as never} />)],
    ['what is missing of a till', 'Number 4 has not arrived.', () => show(() => <TillGaps till={TILL as never} />)],
    ['a row in its form', 'Indigo', () => show(EntityView, '/staff/colours/:id/view', '/staff/colours/2/view')],
    ['a shelf', '4 left', () => show(() => <StockGrid productId={4} />)],
  ]
  it.each(SHOWN)('%s', async (_what, words, open) => {
    open()
    await screen.findAllByText(words, { exact: false })
    expect(screen.queryByText(OLD)).toBeNull()
    refused = /./
    await act(() => queries.invalidateQueries())
    await screen.findAllByText(OLD)
    expect(screen.getAllByText('The shop is closed for a moment.').length).toBeGreaterThan(0)
    expect(screen.getAllByText(words, { exact: false }).length).toBeGreaterThan(0)
    refused = null
    for (const button of screen.getAllByRole('button', { name: 'Try again' })) fireEvent.click(button)
    await waitFor(() => expect(screen.queryByText(OLD)).toBeNull())
  })
})

it('does not book cash to no till because the tills could not be loaded', async () => {
  refused = /\/tills$/
  show(TransactionAdd)
  await screen.findByRole('option', { name: 'Cash' })
  await screen.findByText('The shop is closed for a moment.')
  const choose = (account: string) => fireEvent.change(screen.getByLabelText('Account'), { target: { value: account } })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Record Transaction' }).disabled).toBe(true)
  choose('BANK')
  expect([
    screen.getByRole<HTMLButtonElement>('button', { name: 'Record Transaction' }).disabled,
    screen.queryByText('The shop is closed for a moment.'),
  ]).toEqual([false, null])
  choose('CASH')
  await screen.findByText('The shop is closed for a moment.')
  refused = null
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByLabelText(/^Drawer/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Record Transaction' }).disabled).toBe(false)
})

it("says that a filter's choices could not be loaded, and what the list is filtered by", async () => {
  refused = /\/categories$/
  show(LowStockList, '/staff/stock/low', '/staff/stock/low?category_id=1')
  await screen.findByText('The options could not be loaded.')
  const field = screen.getByLabelText<HTMLSelectElement>('Category')
  expect([field.value, field.selectedOptions[0]!.text]).toEqual(['1', 'No. 1'])
  refused = null
  await act(() => queries.invalidateQueries())
  await waitFor(() => expect(field.selectedOptions[0]!.text).toBe('Jeans'))
  expect(screen.queryByText('The options could not be loaded.')).toBeNull()
})

it('says which choices of a new product could not be loaded', async () => {
  refused = /\/(categories|sizes)$/
  show(ProductAdd)
  await screen.findByLabelText('Indigo')
  await waitFor(() => expect(screen.getAllByText('The shop is closed for a moment.')).toHaveLength(2))
  refused = null
  for (const button of screen.getAllByRole('button', { name: 'Try again' })) fireEvent.click(button)
  await screen.findByRole('option', { name: 'Jeans' })
  await screen.findByLabelText('UK 10')
  expect(screen.queryByText('The shop is closed for a moment.')).toBeNull()
})
