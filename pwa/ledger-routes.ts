import type { RouteObject } from 'react-router-dom'
import { titled } from './browser/title.ts'
import { lazyScreen } from './lib/lazy-screen.ts'
import * as words from './ledger-page-words.ts'

/** The screens of the accounts and of the payment methods. */
export const ledgerRoutes: RouteObject[] = [
  {
    path: 'accounts',
    ...titled(words.accounts),
    lazy: lazyScreen(() => import('./staff/ledger/accounts.tsx'), 'Accounts'),
  },
  {
    path: 'accounts/tenders',
    ...titled(words.paymentMethods),
    lazy: lazyScreen(() => import('./staff/tenders/tender-list.tsx'), 'TenderList'),
  },
  {
    path: 'accounts/tenders/add',
    ...titled(words.newPaymentMethod),
    lazy: lazyScreen(() => import('./staff/tenders/tender-add.tsx'), 'TenderAdd'),
  },
  {
    path: 'accounts/tenders/:id/view',
    ...titled(words.paymentMethod),
    lazy: lazyScreen(() => import('./staff/tenders/tender-view.tsx'), 'TenderView'),
  },
  {
    path: 'transactions/add',
    ...titled(words.recordTransaction),
    lazy: lazyScreen(() => import('./staff/ledger/transaction-add.tsx'), 'TransactionAdd'),
  },
]
