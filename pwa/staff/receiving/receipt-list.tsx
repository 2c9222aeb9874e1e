import PackageOpen from 'lucide-react/icons/package-open'
import PackagePlus from 'lucide-react/icons/package-plus'
import PencilLine from 'lucide-react/icons/pencil-line'
import CircleCheck from 'lucide-react/icons/circle-check'
import { download } from '#pwa/browser/download.ts'
import { formatCount, formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { Chip } from '#pwa/ui/chip.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import { RECEIPT_ORDERS } from '#sync/protocol/endpoints/stock.ts'
import type { GoodsReceiptSummary } from '#sync/protocol/staff/goods-receipt.ts'
import { ListScreen, type Column } from '../lists/list-screen.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { useOrder } from '../lists/use-order.ts'
import { StockTabs } from '../stock/stock-tabs.tsx'
import * as words from './receiving-words.ts'

const STATUSES = ['DRAFT', 'BOOKED'] as const

/** Goods receipts and their drafts. */
export function ReceiptList() {
  const { get, bind, page } = useFilters()
  const status_code = STATUSES.find(status => status === get('status_code'))
  const query = { status_code, search: get('search') || undefined }
  const list = useApi(
    'GET /api/staff/stock/receipts',
    { query: { ...query, ...useOrder(RECEIPT_ORDERS), page, per_page: 12 } },
    { page: true },
  )
  const action = (
    <ButtonLink to="/staff/stock/receive" icon={<PackagePlus size={20} aria-hidden />}>
      {words.receiveGoods}
    </ButtonLink>
  )
  return (
    <>
      <StockTabs />
      <ListScreen
        title={words.receiptsOfGoods}
        list={list}
        pageOf={({ receipts }) => receipts}
        columns={COLUMNS}
        rowTo={({ id }) => `/staff/stock/receive/${id}`}
        action={action}
        csv={() => download('GET /api/staff/stock/receipts/csv', { query }, 'receipts-of-goods.csv')}
        usual={{ column: 'id', direction: 'desc' }}
        filters={
          <>
            <SearchField label={words.supplierOrNote} />
            <SelectField label={words.status} {...bind('status_code')} value={status_code ?? ''}>
              <option value="">{words.any}</option>
              <option value="DRAFT">{words.drafts}</option>
              <option value="BOOKED">{words.received}</option>
            </SelectField>
          </>
        }
        empty={
          <EmptyState
            title={status_code || query.search ? words.noReceiptsMatch : words.noGoodsReceivedYet}
            icon={<PackageOpen size={32} aria-hidden />}
            action={action}
          />
        }
      />
    </>
  )
}

const COLUMNS: Column<GoodsReceiptSummary>[] = [
  { head: words.number, order: 'id', cell: ({ id }) => String(id) },
  {
    head: words.status,
    cell: ({ status_code }) =>
      status_code === 'BOOKED' ? (
        <Chip kind="ok" icon={<CircleCheck size={16} aria-hidden />}>
          {words.received}
        </Chip>
      ) : (
        <Chip icon={<PencilLine size={16} aria-hidden />}>{words.draft}</Chip>
      ),
  },
  { head: words.supplier, order: 'supplier', cell: ({ supplier }) => supplier ?? '–' },
  { head: words.pieces, order: 'pieces', isNumber: true, cell: ({ pieces }) => formatCount(pieces) },
  { head: words.writtenBy, cell: ({ user }) => user ?? words.theShop },
  { head: words.when, cell: ({ booked_at, created_at }) => formatDate(booked_at ?? created_at) },
  { head: words.note, cell: ({ note }) => note ?? '–' },
]
