import type { RouteObject } from 'react-router-dom'
import { lazyScreen } from './lib/lazy-screen.ts'
import { titled } from './browser/title.ts'
import { Gate } from './shell/gate.tsx'
import { entityRoutes } from './entity-routes.ts'
import { ledgerRoutes } from './ledger-routes.ts'
import { stockRoutes } from './stock-routes.ts'
import { declared } from '#sync/protocol/declared.ts'
import { MANAGEMENT } from '#sync/protocol/roles.ts'
import * as words from './staff-page-words.ts'

const everybody: RouteObject[] = [
  { index: true, ...titled(words.desk), lazy: lazyScreen(() => import('./staff/desk/desk.tsx'), 'Desk') },
  {
    path: 'orders',
    ...titled(words.orders),
    lazy: lazyScreen(() => import('./staff/orders/order-list.tsx'), 'OrderList'),
  },
  {
    path: 'orders/add',
    ...titled(words.storeOrder),
    lazy: lazyScreen(() => import('./pos/till-screen.tsx'), 'TillScreen'),
  },
  {
    path: 'orders/pick-list',
    ...titled(words.pickList),
    lazy: lazyScreen(() => import('./staff/orders/pick-list.tsx'), 'PickListScreen'),
  },
  {
    path: 'orders/:id/packing-slip',
    ...titled(words.packingSlip),
    lazy: lazyScreen(() => import('./staff/orders/packing-slip.tsx'), 'PackingSlip'),
  },
  {
    path: 'orders/:id/view',
    ...titled(words.order),
    lazy: lazyScreen(() => import('./staff/orders/order-view.tsx'), 'OrderView'),
  },
  {
    path: 'till/sales',
    ...titled(words.todaysSales),
    lazy: lazyScreen(() => import('./pos/sales/todays-sales.tsx'), 'TodaysSales'),
  },
  {
    path: 'till/shift',
    ...titled(words.shift),
    lazy: lazyScreen(() => import('./pos/shift/shift-screen.tsx'), 'ShiftScreen'),
  },
  {
    path: 'till/printer',
    ...titled(words.receiptPrinter),
    lazy: lazyScreen(() => import('./pos/printer/printer-screen.tsx'), 'PrinterScreen'),
  },
  {
    path: 'refunds',
    ...titled(words.refunds),
    lazy: lazyScreen(() => import('./staff/refunds/refund-list.tsx'), 'StaffRefundList'),
  },
  {
    path: 'refunds/add',
    ...titled(words.newRefund),
    lazy: lazyScreen(() => import('./staff/refunds/refund-add.tsx'), 'StaffRefundAdd'),
  },
  {
    path: 'refunds/:id/view',
    ...titled(words.refund),
    lazy: lazyScreen(() => import('./staff/refunds/refund-view.tsx'), 'StaffRefundView'),
  },
  {
    path: 'products',
    ...titled(words.products),
    lazy: lazyScreen(() => import('./staff/product-list/product-list.tsx'), 'StaffProductList'),
  },
  {
    path: 'products/add',
    ...titled(words.newProduct),
    lazy: lazyScreen(() => import('./staff/products/product-add.tsx'), 'ProductAdd'),
  },
  {
    path: 'products/:id/view',
    ...titled(words.product),
    lazy: lazyScreen(() => import('./staff/products/product-view.tsx'), 'ProductView'),
  },
  {
    path: 'products/:id/view/:tab',
    ...titled(words.product),
    lazy: lazyScreen(() => import('./staff/products/product-view.tsx'), 'ProductView'),
  },
  {
    path: 'reviews',
    ...titled(words.reviews),
    lazy: lazyScreen(() => import('./staff/reviews/review-list.tsx'), 'ReviewList'),
  },
  {
    path: 'searches',
    ...titled(words.searchesWithoutResults),
    lazy: lazyScreen(() => import('./staff/searches/vain-list.tsx'), 'VainList'),
  },
  ...stockRoutes,
  {
    path: 'security',
    ...titled(words.security),
    lazy: lazyScreen(() => import('./staff/security/security.tsx'), 'Security'),
  },
  {
    path: 'exceptions',
    ...titled(words.exceptions),
    lazy: lazyScreen(() => import('./staff/exceptions/exception-list.tsx'), 'ExceptionList'),
  },
  {
    path: 'gift-cards',
    ...titled(words.giftCards),
    lazy: lazyScreen(() => import('./staff/gift-cards/gift-card-list.tsx'), 'GiftCardList'),
  },
  {
    path: 'gift-cards/add',
    ...titled(words.issueGiftCard),
    lazy: lazyScreen(() => import('./staff/gift-cards/gift-card-add.tsx'), 'GiftCardAdd'),
  },
  {
    path: 'gift-cards/:id/view',
    ...titled(words.giftCard),
    lazy: lazyScreen(() => import('./staff/gift-cards/gift-card-view.tsx'), 'GiftCardView'),
  },
  {
    path: 'shifts',
    ...titled(words.shifts),
    lazy: lazyScreen(() => import('./staff/shifts/shift-list.tsx'), 'ShiftList'),
  },
  {
    path: 'shifts/:id/view',
    ...titled(words.shift),
    lazy: lazyScreen(() => import('./staff/shifts/shift-view.tsx'), 'ShiftView'),
  },
  {
    path: 'cash-counts',
    ...titled(words.cashCounts),
    lazy: lazyScreen(() => import('./staff/ledger/cash-count-list.tsx'), 'CashCountList'),
  },
  {
    path: 'cash-counts/add',
    ...titled(words.countCash),
    lazy: lazyScreen(() => import('./staff/ledger/cash-count-add.tsx'), 'CashCountAdd'),
  },
  {
    path: 'cash-counts/:id/view',
    ...titled(words.cashCount),
    lazy: lazyScreen(() => import('./staff/ledger/cash-count-view.tsx'), 'CashCountView'),
  },
]

const management: RouteObject[] = [
  {
    path: 'imports',
    ...titled(words.imports),
    lazy: lazyScreen(() => import('./staff/import/import-list.tsx'), 'ImportList'),
  },
  {
    path: 'imports/add',
    ...titled(words.newImport),
    lazy: lazyScreen(() => import('./staff/import/import-add.tsx'), 'ImportAdd'),
  },
  {
    path: 'imports/:id/view',
    ...titled(words.importOne),
    lazy: lazyScreen(() => import('./staff/import/import-view.tsx'), 'ImportView'),
  },
  { path: 'jobs', ...titled(words.jobs), lazy: lazyScreen(() => import('./staff/jobs/job-list.tsx'), 'JobList') },
  {
    path: 'health',
    ...titled(words.health),
    lazy: lazyScreen(() => import('./staff/jobs/health.tsx'), 'HealthScreen'),
  },
  {
    path: 'changes',
    ...titled(words.changes),
    lazy: lazyScreen(() => import('./staff/kit/change-list.tsx'), 'ChangeList'),
  },
  ...ledgerRoutes,
  {
    path: 'categories',
    ...titled(words.categories),
    lazy: lazyScreen(() => import('./staff/categories/category-list.tsx'), 'CategoryList'),
  },
  {
    path: 'categories/add',
    ...titled(words.addCategory),
    lazy: lazyScreen(() => import('./staff/categories/category-add.tsx'), 'CategoryAdd'),
  },
  {
    path: 'categories/:id/view',
    ...titled(words.category),
    lazy: lazyScreen(() => import('./staff/categories/category-view.tsx'), 'CategoryView'),
  },
  ...Object.values(declared).flatMap(entityRoutes),
  {
    path: 'coupons',
    ...titled(words.coupons),
    lazy: lazyScreen(() => import('./staff/setup/coupon-list.tsx'), 'CouponList'),
  },
  {
    path: 'coupons/add',
    ...titled(words.addCoupon),
    lazy: lazyScreen(() => import('./staff/setup/coupon-add.tsx'), 'CouponAdd'),
  },
  {
    path: 'coupons/:id/view',
    ...titled(words.coupon),
    lazy: lazyScreen(() => import('./staff/setup/coupon-view.tsx'), 'CouponView'),
  },
  {
    path: 'settings',
    ...titled(words.settings),
    lazy: lazyScreen(() => import('./staff/setup/setting-list.tsx'), 'SettingList'),
  },
  {
    path: 'settings/add',
    ...titled(words.addSetting),
    lazy: lazyScreen(() => import('./staff/setup/entity-add.tsx'), 'EntityAdd'),
  },
  {
    path: 'settings/:id/view',
    ...titled(words.setting),
    lazy: lazyScreen(() => import('./staff/setup/setting-view.tsx'), 'SettingView'),
  },
  { path: 'tills', ...titled(words.tills), lazy: lazyScreen(() => import('./staff/tills/till-list.tsx'), 'TillList') },
  {
    path: 'tills/:id/view',
    ...titled(words.till),
    lazy: lazyScreen(() => import('./staff/tills/till-view.tsx'), 'TillView'),
  },
  {
    path: 'newsletter',
    ...titled(words.newsletter),
    lazy: lazyScreen(() => import('./staff/people/newsletter.tsx'), 'NewsletterReaders'),
  },
  { path: 'users', ...titled(words.users), lazy: lazyScreen(() => import('./staff/people/user-list.tsx'), 'UserList') },
  {
    path: 'users/add',
    ...titled(words.addUser),
    lazy: lazyScreen(() => import('./staff/people/user-add.tsx'), 'UserAdd'),
  },
  {
    path: 'users/:id/view',
    ...titled(words.user),
    lazy: lazyScreen(() => import('./staff/people/user-view.tsx'), 'UserView'),
  },
]

/** The screens of the back office and the till, by their paths below /staff. */
export const staffRoutes: RouteObject[] = [
  ...everybody,
  { element: <Gate clearance={MANAGEMENT} />, children: management },
]

export const backOfficeRoutes: RouteObject[] = [{ path: 'staff', element: <Gate />, children: staffRoutes }]
