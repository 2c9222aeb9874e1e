import Banknote from 'lucide-react/icons/banknote'
import Landmark from 'lucide-react/icons/landmark'
import Plus from 'lucide-react/icons/plus'
import Wallet from 'lucide-react/icons/wallet'
import { download } from '#pwa/browser/download.ts'
import { formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import type { Transaction } from '#sync/protocol/staff/ledger.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { ListScreen, type Column } from '../lists/list-screen.tsx'
import { useOrder } from '../lists/use-order.ts'
import { Balances } from './balances.tsx'
import { EntryFilters } from './entry-filters.tsx'
import * as words from './ledger-words.ts'
import styles from './ledger.module.css'
import { MonthPanel } from './month-panel.tsx'
import { ProviderPanel } from './provider-panel.tsx'

const ORDERS = ['created_at', 'business_date', 'amount'] as const

const COLUMNS: Column<Transaction>[] = [
  { head: words.booked, order: 'created_at', cell: ({ created_at }) => formatDate(created_at) },
  {
    head: words.day,
    order: 'business_date',
    cell: ({ business_date, period }) =>
      business_date.startsWith(period)
        ? words.dayWords(business_date)
        : words.dayInMonth(words.dayWords(business_date), words.monthWords(period)),
  },
  { head: words.account, cell: ({ account }) => account.name },
  { head: words.till, cell: ({ till }) => (till ? `${till.code} · ${till.name}` : '–') },
  {
    head: words.description,
    cell: ({ order_id, description }) =>
      order_id === null ? (
        description
      ) : (
        <a href={`/staff/orders/${order_id}/view`} target="_blank" rel="noreferrer">
          {description}
        </a>
      ),
  },
  { head: words.type, cell: ({ type_code }) => words.ENTRY_TYPES[type_code] },
  { head: words.by, cell: ({ user }) => user?.name ?? '–' },
  { head: words.drCr, cell: ({ direction }) => direction },
  { head: words.amount, order: 'amount', isNumber: true, cell: ({ amount }) => formatCedis(amount) },
]

/** Accounts with their balances, their months, and every entry. */
export function Accounts() {
  const { get, page } = useFilters()
  const query = {
    search: get('search') || undefined,
    account_code: get('account_code') || undefined,
    type_code: (['SALE', 'REFUND', 'MANUAL'] as const).find(type => type === get('type_code')),
    period: get('period') || undefined,
    user_id: Number(get('user_id')) || undefined,
    start_date: get('start_date') || undefined,
    end_date: get('end_date') || undefined,
    business_from: get('business_from') || undefined,
    business_to: get('business_to') || undefined,
  }
  const list = useApi(
    'GET /api/staff/transactions',
    { query: { ...query, ...useOrder(ORDERS), page, per_page: 12 } },
    { page: true },
  )
  return (
    <ListScreen
      title={words.accounts}
      list={list}
      pageOf={({ transactions }) => transactions}
      columns={COLUMNS}
      usual={{ column: 'created_at', direction: 'desc' }}
      csv={() => download('GET /api/staff/transactions/csv', { query }, 'transactions.csv')}
      action={
        <>
          <ButtonLink to="/staff/cash-counts" kind="secondary" icon={<Banknote size={20} aria-hidden />}>
            {words.cashCounts}
          </ButtonLink>
          <ButtonLink to="/staff/accounts/tenders" kind="secondary" icon={<Wallet size={20} aria-hidden />}>
            {words.waysToPay}
          </ButtonLink>
          <ButtonLink to="/staff/transactions/add" icon={<Plus size={20} aria-hidden />}>
            {words.recordTransaction}
          </ButtonLink>
        </>
      }
      above={
        <div className={styles.above}>
          <Balances />
          <div className={styles.panels}>
            <MonthPanel />
            <ProviderPanel />
          </div>
          <h2>{words.entries}</h2>
        </div>
      }
      filters={<EntryFilters summaries={list.data?.summaries} />}
      empty={
        <EmptyState title={words.noEntriesFound} icon={<Landmark size={32} aria-hidden />}>
          {words.removeAFilter}
        </EmptyState>
      }
    />
  )
}
