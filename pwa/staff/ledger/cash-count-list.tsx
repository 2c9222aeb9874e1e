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

const COLUMNS: Column<CashCount>[] = [
  { head: 'Counted', order: 'id', cell: ({ created_at }) => formatDate(created_at) },
  { head: 'What', cell: ({ account, till }) => (till ? `${account.name}, drawer of ${till.name}` : account.name) },
  { head: 'By', order: 'user', cell: ({ user }) => user.name },
  {
    head: 'Since the last count',
    order: 'since_last',
    cell: ({ since_last }) => <DifferenceChip difference={since_last} />,
  },
  { head: 'Counted before', order: 'counted', isNumber: true, cell: ({ counted }) => formatCedis(counted) },
  { head: 'Expected', order: 'expected', isNumber: true, cell: ({ expected }) => formatCedis(expected) },
  { head: 'Note', cell: ({ note }) => note || '–' },
]

/** What was counted by hand, against what should have been there. */
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
      title="Cash counts"
      list={list}
      pageOf={({ cash_counts }) => cash_counts}
      columns={COLUMNS}
      rowTo={({ id }) => `/staff/cash-counts/${id}/view`}
      csv={() => download('GET /api/staff/cash-counts/csv', { query }, 'cash-counts.csv')}
      usual={{ column: 'id', direction: 'desc' }}
      action={
        <ButtonLink to="/staff/cash-counts/add" icon={<Plus size={20} aria-hidden />}>
          Count cash
        </ButtonLink>
      }
      filters={
        <>
          <SearchField label="Note" />
          <ReadFilter
            label="Account"
            name="account_code"
            all="Every account"
            read={accounts}
            choices={accounts.data?.accounts.data.map(({ code, name }) => ({ value: code, words: name })) ?? []}
          />
          <ReadFilter
            label="Drawer"
            name="till_id"
            all="Any, or none"
            read={tills}
            choices={tills.data?.tills.data.map(({ id, name }) => ({ value: id, words: name })) ?? []}
          />
          <PersonField label="By" />
          <DayFilters />
        </>
      }
      empty={
        <EmptyState title={isSifted ? 'No counts match.' : 'No counts yet.'} icon={<Banknote size={32} aria-hidden />}>
          {isSifted
            ? 'Remove a filter to see more.'
            : 'Count a drawer, or all the cash, and compare it with the books.'}
        </EmptyState>
      }
    />
  )
}
