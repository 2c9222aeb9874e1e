import type { RouteObject } from 'react-router-dom'
import { lazyScreen } from './lib/lazy-screen.ts'
import { titled } from './browser/title.ts'
import { Gate } from './shell/gate.tsx'
import { manyOf, oneOf } from './lib/entity-words.ts'
import { declared } from '#sync/protocol/declared.ts'
import type { Entity } from '#sync/protocol/entity.ts'
import { MANAGEMENT } from '#sync/protocol/roles.ts'

const everybody: RouteObject[] = [
  { index: true, ...titled('Desk'), lazy: lazyScreen(() => import('./staff/desk/desk.tsx'), 'Desk') },
  { path: 'orders', ...titled('Orders'), lazy: lazyScreen(() => import('./staff/orders/order-list.tsx'), 'OrderList') },
  {
    path: 'orders/add',
    ...titled('Store Order'),
    lazy: lazyScreen(() => import('./pos/till-screen.tsx'), 'TillScreen'),
  },
  {
    path: 'orders/pick-list',
    ...titled('Pick list'),
    lazy: lazyScreen(() => import('./staff/orders/pick-list.tsx'), 'PickListScreen'),
  },
  {
    path: 'orders/:id/packing-slip',
    ...titled('Packing slip'),
    lazy: lazyScreen(() => import('./staff/orders/packing-slip.tsx'), 'PackingSlip'),
  },
  {
    path: 'orders/:id/view',
    ...titled('Order'),
    lazy: lazyScreen(() => import('./staff/orders/order-view.tsx'), 'OrderView'),
  },
  {
    path: 'till/sales',
    ...titled('Today’s sales'),
    lazy: lazyScreen(() => import('./pos/sales/todays-sales.tsx'), 'TodaysSales'),
  },
  {
    path: 'refunds',
    ...titled('Refunds'),
    lazy: lazyScreen(() => import('./staff/refunds/refund-list.tsx'), 'StaffRefundList'),
  },
  {
    path: 'refunds/add',
    ...titled('New Refund'),
    lazy: lazyScreen(() => import('./staff/refunds/refund-add.tsx'), 'StaffRefundAdd'),
  },
  {
    path: 'refunds/:id/view',
    ...titled('Refund'),
    lazy: lazyScreen(() => import('./staff/refunds/refund-view.tsx'), 'StaffRefundView'),
  },
  {
    path: 'products',
    ...titled('Products'),
    lazy: lazyScreen(() => import('./staff/product-list/product-list.tsx'), 'StaffProductList'),
  },
  {
    path: 'products/add',
    ...titled('New Product'),
    lazy: lazyScreen(() => import('./staff/products/product-add.tsx'), 'ProductAdd'),
  },
  {
    path: 'products/:id/view',
    ...titled('Product'),
    lazy: lazyScreen(() => import('./staff/products/product-view.tsx'), 'ProductView'),
  },
  {
    path: 'products/:id/view/:tab',
    ...titled('Product'),
    lazy: lazyScreen(() => import('./staff/products/product-view.tsx'), 'ProductView'),
  },
  { path: 'stock', ...titled('Stock'), lazy: lazyScreen(() => import('./staff/stock/stock-list.tsx'), 'StockList') },
  {
    path: 'stock/low',
    ...titled('Low Stock'),
    lazy: lazyScreen(() => import('./staff/stock/stock-list.tsx'), 'LowStockList'),
  },
  {
    path: 'stock/broken-runs',
    ...titled('Broken Size Runs'),
    lazy: lazyScreen(() => import('./staff/stock/broken-run-list.tsx'), 'BrokenRunList'),
  },
  {
    path: 'stock/dead',
    ...titled('Dead Stock'),
    lazy: lazyScreen(() => import('./staff/stock/dead-stock-list.tsx'), 'DeadStockList'),
  },
  {
    path: 'stock/receipts',
    ...titled('Receipts of Goods'),
    lazy: lazyScreen(() => import('./staff/receiving/receipt-list.tsx'), 'ReceiptList'),
  },
  {
    path: 'stock/receive',
    ...titled('Receive Goods'),
    lazy: lazyScreen(() => import('./staff/receiving/receive.tsx'), 'ReceiveAdd'),
  },
  {
    path: 'stock/receive/:id',
    ...titled('Receipt of Goods'),
    lazy: lazyScreen(() => import('./staff/receiving/receive.tsx'), 'ReceiveView'),
  },
  {
    path: 'stock/counts',
    ...titled('Counts'),
    lazy: lazyScreen(() => import('./staff/counts/count-list.tsx'), 'CountList'),
  },
  {
    path: 'stock/counts/:id',
    ...titled('Count'),
    lazy: lazyScreen(() => import('./staff/counts/count-view.tsx'), 'CountView'),
  },
  {
    path: 'stock/:id/movements',
    ...titled('Movements'),
    lazy: lazyScreen(() => import('./staff/stock/movement-list.tsx'), 'MovementList'),
  },
  {
    path: 'security',
    ...titled('Security'),
    lazy: lazyScreen(() => import('./staff/security/security.tsx'), 'Security'),
  },
  {
    path: 'exceptions',
    ...titled('Exceptions'),
    lazy: lazyScreen(() => import('./staff/exceptions/exception-list.tsx'), 'ExceptionList'),
  },
  {
    path: 'cash-counts',
    ...titled('Cash counts'),
    lazy: lazyScreen(() => import('./staff/ledger/cash-count-list.tsx'), 'CashCountList'),
  },
  {
    path: 'cash-counts/add',
    ...titled('Count cash'),
    lazy: lazyScreen(() => import('./staff/ledger/cash-count-add.tsx'), 'CashCountAdd'),
  },
  {
    path: 'cash-counts/:id/view',
    ...titled('Cash count'),
    lazy: lazyScreen(() => import('./staff/ledger/cash-count-view.tsx'), 'CashCountView'),
  },
]

const management: RouteObject[] = [
  {
    path: 'imports',
    ...titled('Imports'),
    lazy: lazyScreen(() => import('./staff/import/import-list.tsx'), 'ImportList'),
  },
  {
    path: 'imports/add',
    ...titled('New Import'),
    lazy: lazyScreen(() => import('./staff/import/import-add.tsx'), 'ImportAdd'),
  },
  {
    path: 'imports/:id/view',
    ...titled('Import'),
    lazy: lazyScreen(() => import('./staff/import/import-view.tsx'), 'ImportView'),
  },
  { path: 'jobs', ...titled('Jobs'), lazy: lazyScreen(() => import('./staff/jobs/job-list.tsx'), 'JobList') },
  { path: 'health', ...titled('Health'), lazy: lazyScreen(() => import('./staff/jobs/health.tsx'), 'HealthScreen') },
  {
    path: 'changes',
    ...titled('Changes'),
    lazy: lazyScreen(() => import('./staff/kit/change-list.tsx'), 'ChangeList'),
  },
  {
    path: 'accounts',
    ...titled('Accounts'),
    lazy: lazyScreen(() => import('./staff/ledger/accounts.tsx'), 'Accounts'),
  },
  {
    path: 'transactions/add',
    ...titled('Record Transaction'),
    lazy: lazyScreen(() => import('./staff/ledger/transaction-add.tsx'), 'TransactionAdd'),
  },
  {
    path: 'categories',
    ...titled('Categories'),
    lazy: lazyScreen(() => import('./staff/setup/category-list.tsx'), 'CategoryList'),
  },
  {
    path: 'categories/add',
    ...titled('Add Category'),
    lazy: lazyScreen(() => import('./staff/setup/category-add.tsx'), 'CategoryAdd'),
  },
  {
    path: 'categories/:id/view',
    ...titled('Category'),
    lazy: lazyScreen(() => import('./staff/setup/category-view.tsx'), 'CategoryView'),
  },
  ...Object.values(declared).flatMap(entityRoutes),
  {
    path: 'coupons',
    ...titled('Coupons'),
    lazy: lazyScreen(() => import('./staff/setup/coupon-list.tsx'), 'CouponList'),
  },
  {
    path: 'coupons/add',
    ...titled('Add Coupon'),
    lazy: lazyScreen(() => import('./staff/setup/coupon-add.tsx'), 'CouponAdd'),
  },
  {
    path: 'coupons/:id/view',
    ...titled('Coupon'),
    lazy: lazyScreen(() => import('./staff/setup/coupon-view.tsx'), 'CouponView'),
  },
  {
    path: 'settings',
    ...titled('Settings'),
    lazy: lazyScreen(() => import('./staff/setup/setting-list.tsx'), 'SettingList'),
  },
  {
    path: 'settings/add',
    ...titled('Add Setting'),
    lazy: lazyScreen(() => import('./staff/setup/entity-add.tsx'), 'EntityAdd'),
  },
  {
    path: 'settings/:id/view',
    ...titled('Setting'),
    lazy: lazyScreen(() => import('./staff/setup/setting-view.tsx'), 'SettingView'),
  },
  { path: 'tills', ...titled('Tills'), lazy: lazyScreen(() => import('./staff/tills/till-list.tsx'), 'TillList') },
  {
    path: 'tills/:id/view',
    ...titled('Till'),
    lazy: lazyScreen(() => import('./staff/tills/till-view.tsx'), 'TillView'),
  },
  { path: 'users', ...titled('Users'), lazy: lazyScreen(() => import('./staff/people/user-list.tsx'), 'UserList') },
  {
    path: 'users/add',
    ...titled('Add User'),
    lazy: lazyScreen(() => import('./staff/people/user-add.tsx'), 'UserAdd'),
  },
  {
    path: 'users/:id/view',
    ...titled('User'),
    lazy: lazyScreen(() => import('./staff/people/user-view.tsx'), 'UserView'),
  },
]

/** The screens of the back office and the till, by their paths below /staff. */
export const staffRoutes: RouteObject[] = [
  ...everybody,
  { element: <Gate clearance={MANAGEMENT} />, children: management },
]

export const backOfficeRoutes: RouteObject[] = [{ path: 'staff', element: <Gate />, children: staffRoutes }]

/** The list, the add form and the change form of an entity that needs only its declaration. */
function entityRoutes(entity: Entity): RouteObject[] {
  const path = entity.plural.replaceAll('_', '-')
  return [
    { path, ...titled(manyOf(entity)), lazy: lazyScreen(() => import('./staff/setup/entity-list.tsx'), 'EntityList') },
    {
      path: `${path}/add`,
      ...titled(`Add ${oneOf(entity)}`),
      lazy: lazyScreen(() => import('./staff/setup/entity-add.tsx'), 'EntityAdd'),
    },
    {
      path: `${path}/:id/view`,
      ...titled(oneOf(entity)),
      lazy: lazyScreen(() => import('./staff/setup/entity-view.tsx'), 'EntityView'),
    },
  ]
}
