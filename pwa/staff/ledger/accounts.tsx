import Banknote from 'lucide-react/icons/banknote'
import Landmark from 'lucide-react/icons/landmark'
import Plus from 'lucide-react/icons/plus'
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
import { dayWords, ENTRY_TYPES, monthWords } from './ledger-words.ts'
import styles from './ledger.module.css'
import { MonthPanel } from './month-panel.tsx'
import { ProviderPanel } from './provider-panel.tsx'

const ORDERS = ['created_at', 'business_date', 'amount'] as const

const COLUMNS: Column<Transaction>[] = [
  { head: 'Booked', order: 'created_at', cell: ({ created_at }) => formatDate(created_at) },
  {
    head: 'Day',
    order: 'business_date',
    cell: ({ business_date, period }) =>
      business_date.startsWith(period)
        ? dayWords(business_date)
        : `${dayWords(business_date)}, in ${monthWords(period)}`,
  },
  { head: 'Account', cell: ({ account }) => account.name },
  { head: 'Till', cell: ({ till }) => (till ? `${till.code} · ${till.name}` : '–') },
  {
    head: 'Description',
    cell: ({ order_id, description }) =>
      order_id === null ? (
        description
      ) : (
        <a href={`/staff/orders/${order_id}/view`} target="_blank" rel="noreferrer">
          {description}
        </a>
      ),
  },
  { head: 'Type', cell: ({ type_code }) => ENTRY_TYPES[type_code] },
  { head: 'By', cell: ({ user }) => user?.name ?? '–' },
  { head: 'Dr/Cr', cell: ({ direction }) => direction },
  { head: 'Amount', order: 'amount', isNumber: true, cell: ({ amount }) => formatCedis(amount) },
]

/** Accounts with what is in them, their months, and every entry. */
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
      title="Accounts"
      list={list}
      pageOf={({ transactions }) => transactions}
      columns={COLUMNS}
      usual={{ column: 'created_at', direction: 'desc' }}
      csv={() => download('GET /api/staff/transactions/csv', { query }, 'transactions.csv')}
      action={
        <>
          <ButtonLink to="/staff/cash-counts" kind="secondary" icon={<Banknote size={20} aria-hidden />}>
            Cash counts
          </ButtonLink>
          <ButtonLink to="/staff/transactions/add" icon={<Plus size={20} aria-hidden />}>
            Record Transaction
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
          <h2>Entries</h2>
        </div>
      }
      filters={<EntryFilters summaries={list.data?.summaries} />}
      empty={
        <EmptyState title="No entries found." icon={<Landmark size={32} aria-hidden />}>
          Remove a filter to see more.
        </EmptyState>
      }
    />
  )
}
