import Banknote from 'lucide-react/icons/banknote'
import Plus from 'lucide-react/icons/plus'
import { download } from '#pwa/lib/download.ts'
import { formatCedis, formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/lib/use-filters.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import type { CashCount } from '#sync/protocol/cash-count.ts'
import { ListScreen, type Column } from '../list-screen.tsx'
import { DifferenceChip } from './difference-chip.tsx'

const COLUMNS: Column<CashCount>[] = [
  { head: 'Counted', cell: ({ created_at }) => formatDate(created_at) },
  { head: 'What', cell: ({ account, till }) => till ? `${account.name}, drawer of ${till.name}` : account.name },
  { head: 'By', cell: ({ user }) => user.name },
  { head: 'Since the count before', cell: ({ since_last }) => <DifferenceChip difference={since_last} /> },
  { head: 'There was', isNumber: true, cell: ({ counted }) => formatCedis(counted) },
  { head: 'There should be', isNumber: true, cell: ({ expected }) => formatCedis(expected) },
]

/** What was counted by hand, against what should have been there. */
export function CashCountList() {
  const { page } = useFilters()
  const list = useApi('GET /api/staff/cash-counts', { query: { page, per_page: 12 } }, { page: true })
  return (
    <ListScreen
      title="Cash counts" list={list} pageOf={({ cash_counts }) => cash_counts} columns={COLUMNS} rowTo={({ id }) => `/staff/cash-counts/${id}/view`}
      csv={() => download('GET /api/staff/cash-counts/csv', { query: {} }, 'cash-counts.csv')}
      action={<ButtonLink to="/staff/cash-counts/add" icon={<Plus size={20} aria-hidden />}>Count cash</ButtonLink>}
      empty={<EmptyState title="Nothing was counted yet." icon={<Banknote size={32} aria-hidden />}>Count what is in a drawer, or all the cash there is, and see whether it is what it should be.</EmptyState>}
    />
  )
}
