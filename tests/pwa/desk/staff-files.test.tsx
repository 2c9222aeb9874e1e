// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { UserList } from '#pwa/staff/people/user-list.tsx'
import { StaffRefundList } from '#pwa/staff/refunds/refund-list.tsx'
import { CouponList } from '#pwa/staff/setup/coupon-list.tsx'
import { EntityList } from '#pwa/staff/setup/entity-list.tsx'
import { ReceiptList } from '#pwa/staff/receiving/receipt-list.tsx'
import { StockList } from '#pwa/staff/stock/stock-list.tsx'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'

let calls: Call[]

function answer({ url }: Call): Response {
  if (url.includes('/csv')) return new Response('id\r\n', { headers: { 'content-type': 'text/csv' } })
  const name = new URL(url, 'http://shop.test').pathname.split('/').at(-1)!.replaceAll('-', '_')
  return json({ [name]: { data: [], total: 0, last_page: 1, current_page: 1, per_page: 12 } })
}

beforeEach(() => {
  calls = shopThatAnswers(answer)
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => {}
})
afterEach(() => {
  vi.restoreAllMocks()
})

it.each([
  {
    path: 'users',
    Component: UserList,
    filter: 'role_code=MANAGER&search=ama',
    order: 'name',
    asked: { role_code: 'MANAGER', search: 'ama' },
  },
  { path: 'colours', Component: EntityList, filter: 'search=blue', order: 'name', asked: { search: 'blue' } },
  { path: 'coupons', Component: CouponList, filter: 'search=sale', order: 'code', asked: { search: 'sale' } },
  {
    path: 'stock',
    Component: StockList,
    filter: 'level=ZERO&category_id=3',
    order: 'on_hand',
    asked: { level: 'ZERO', category_id: '3' },
  },
  {
    path: 'stock/receipts',
    Component: ReceiptList,
    filter: 'status_code=DRAFT',
    order: 'id',
    asked: { status_code: 'DRAFT' },
  },
  {
    path: 'refunds',
    Component: StaffRefundList,
    filter: 'status_code=REQUESTED',
    order: 'created_at',
    asked: { status_code: 'REQUESTED', order_column: 'created_at', order_direction: 'asc' },
  },
] as const)(
  'exports from $path what the filter shows, whatever the page and, with an order of its own, the sorting',
  async ({ path, Component, filter, order, asked }) => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    showRoutes(
      [{ path: `/staff/${path}`, Component }],
      [`/staff/${path}?${filter}&order_column=${order}&order_direction=asc&page=2`],
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
    const file = new URL(calls.find(({ url }) => url.includes('/csv'))!.url, 'http://shop.test')
    expect([file.pathname, Object.fromEntries(file.searchParams)]).toEqual([`/api/staff/${path}/csv`, asked])
  },
)
