import type { RouteObject } from 'react-router-dom'
import { titled } from './browser/title.ts'
import { lazyScreen } from './lib/lazy-screen.ts'
import * as words from './stock-page-words.ts'

/** The screens of stock: its lists, goods receipts, counts and movements. */
export const stockRoutes: RouteObject[] = [
  {
    path: 'stock',
    ...titled(words.stock),
    lazy: lazyScreen(() => import('./staff/stock/stock-list.tsx'), 'StockList'),
  },
  {
    path: 'stock/low',
    ...titled(words.lowStock),
    lazy: lazyScreen(() => import('./staff/stock/stock-list.tsx'), 'LowStockList'),
  },
  {
    path: 'stock/broken-runs',
    ...titled(words.brokenSizeRuns),
    lazy: lazyScreen(() => import('./staff/stock/broken-run-list.tsx'), 'BrokenRunList'),
  },
  {
    path: 'stock/dead',
    ...titled(words.deadStock),
    lazy: lazyScreen(() => import('./staff/stock/dead-stock-list.tsx'), 'DeadStockList'),
  },
  {
    path: 'stock/receipts',
    ...titled(words.goodsReceipts),
    lazy: lazyScreen(() => import('./staff/receiving/receipt-list.tsx'), 'ReceiptList'),
  },
  {
    path: 'stock/receive',
    ...titled(words.receiveGoods),
    lazy: lazyScreen(() => import('./staff/receiving/receive.tsx'), 'ReceiveAdd'),
  },
  {
    path: 'stock/receive/:id',
    ...titled(words.goodsReceipt),
    lazy: lazyScreen(() => import('./staff/receiving/receive.tsx'), 'ReceiveView'),
  },
  {
    path: 'stock/counts',
    ...titled(words.counts),
    lazy: lazyScreen(() => import('./staff/counts/count-list.tsx'), 'CountList'),
  },
  {
    path: 'stock/counts/:id',
    ...titled(words.count),
    lazy: lazyScreen(() => import('./staff/counts/count-view.tsx'), 'CountView'),
  },
  {
    path: 'stock/:id/movements',
    ...titled(words.movements),
    lazy: lazyScreen(() => import('./staff/stock/movement-list.tsx'), 'MovementList'),
  },
]
