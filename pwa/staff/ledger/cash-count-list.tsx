import Banknote from 'lucide-react/icons/banknote'
import Plus from 'lucide-react/icons/plus'
import { download } from '#pwa/browser/download.ts'
import { formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import type { CashCount } from '#sync/protocol/staff/cash-count.ts'
import { CASH_COUNT_ORDERS } from '#sync/protocol/endpoints/ledger.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { DayFilters, ReadFilter } from '../lists/filter-fields.tsx'
import { ListScreen, type Column } from '../lists/list-screen.tsx'
import { PersonField } from '../lists/person-field.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { useOrder } from '../lists/use-order.ts'
import { DifferenceChip } from './difference-chip.tsx'
import * as words from './ledger-words.ts'

const COLUMNS: Column<CashCount>[] = [
  { head: words.countedAt, order: 'id', cell: ({ created_at }) => formatDate(created_at) },
  {
    head: words.what,
    cell: ({ account, till }) => (till ? words.accountAndDrawer(account.name, till.code, till.name) : account.name),
  },
  { head: words.by, order: 'user', cell: ({ user }) => user.name },
  {
    head: words.sinceTheLastCount,
    order: 'since_last',
    cell: ({ since_last }) => <DifferenceChip difference={since_last} />,
  },
  { head: words.counted, order: 'counted', isNumber: true, cell: ({ counted }) => formatCedis(counted) },
  { head: words.expected, order: 'expected', isNumber: true, cell: ({ expected }) => formatCedis(expected) },
  { head: words.note, cell: ({ note, shift_id }) => note || (shift_id === null ? '–' : words.endOfShift) },
]

/** Cash counts with their expected amounts. */
export function CashCountList() {
  const { get, page } = useFilters()
  const query = {
    search: get('search') || undefined,
    account_code: get('account_code') || undefined,
    till_id: Number(get('till_id')) || undefined,
    user_id: Number(get('user_id')) || undefined,
    start_date: get('start_date') || undefined,
    end_date: get('end_date') || undefined,
  }
  const isSifted = Object.values(query).some(Boolean)
  const list = useApi(
    'GET /api/staff/cash-counts',
    { query: { ...query, ...useOrder(CASH_COUNT_ORDERS), page, per_page: 12 } },
    { page: true },
  )
  const accounts = useApi('GET /api/staff/accounts', { query: { per_page: 100 } })
  const tills = useApi('GET /api/staff/tills', { query: { per_page: 100 } })
  return (
    <ListScreen
      title={words.cashCounts}
      list={list}
      pageOf={({ cash_counts }) => cash_counts}
      columns={COLUMNS}
      rowTo={({ id }) => `/staff/cash-counts/${id}/view`}
      csv={() => download('GET /api/staff/cash-counts/csv', { query }, 'cash-counts.csv')}
      usual={{ column: 'id', direction: 'desc' }}
      action={
        <ButtonLink to="/staff/cash-counts/add" icon={<Plus size={20} aria-hidden />}>
          {words.countCash}
        </ButtonLink>
      }
      filters={
        <>
          <SearchField label={words.note} />
          <ReadFilter
            label={words.account}
            name="account_code"
            all={words.everyAccount}
            read={accounts}
            choices={accounts.data?.accounts.data.map(({ code, name }) => ({ value: code, words: name })) ?? []}
          />
          <ReadFilter
            label={words.drawer}
            name="till_id"
            all={words.anyOrNone}
            read={tills}
            choices={tills.data?.tills.data.map(({ id, name }) => ({ value: id, words: name })) ?? []}
          />
          <PersonField label={words.by} />
          <DayFilters />
        </>
      }
      empty={
        <EmptyState
          title={isSifted ? words.noCountsMatch : words.noCountsYet}
          icon={<Banknote size={32} aria-hidden />}
        >
          {isSifted ? words.removeAFilter : words.countsAppearHere}
        </EmptyState>
      }
    />
  )
}
