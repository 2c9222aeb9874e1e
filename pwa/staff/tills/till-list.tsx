import TabletSmartphone from 'lucide-react/icons/tablet-smartphone'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { download } from '#pwa/browser/download.ts'
import { formatCount, formatDate, formatDay } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { Chip } from '#pwa/ui/chip.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { TILL_ORDERS, type TillFilters } from '#sync/protocol/endpoints/tills.ts'
import type { StaffTill, Till } from '#sync/protocol/till.ts'
import { ListScreen, type Column } from '../lists/list-screen.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { useOrder } from '../lists/use-order.ts'
import { TillChip } from './till-chip.tsx'
import * as tillWords from './till-words.tsx'

const COLUMNS: Column<StaffTill>[] = [
  { head: tillWords.tillName, order: 'name', cell: ({ name }) => name },
  { head: tillWords.code, order: 'id', cell: ({ code }) => code },
  { head: tillWords.state, order: 'status_code', cell: ({ status_code }) => <TillChip status={status_code} /> },
  { head: tillWords.lastSeen, order: 'seen_at', cell: ({ seen_at }) => (seen_at ? formatDate(seen_at) : '–') },
  {
    head: tillWords.lastSale,
    order: 'last_sale',
    cell: ({ last_sale }) =>
      last_sale ? (
        <span>
          <Link to={`/staff/orders/${last_sale.order_id}/view`}>{last_sale.number}</Link>,{' '}
          {formatDate(last_sale.sold_at)}
        </span>
      ) : (
        tillWords.noneYet
      ),
  },
  { head: tillWords.lastReceived, isNumber: true, cell: ({ last_seq }) => formatCount(last_seq) },
  {
    head: tillWords.gapsOpen,
    cell: ({ id, open_gaps }) =>
      open_gaps === 0 ? (
        tillWords.none
      ) : (
        <Link to={`/staff/exceptions?code=SEQUENCE_GAP&till_id=${id}`}>
          <Chip kind="warn" icon={<TriangleAlert size={16} aria-hidden />}>
            {tillWords.open(open_gaps)}
          </Chip>
        </Link>
      ),
  },
  {
    head: tillWords.setUp,
    cell: ({ enrolled_by, created_at }) =>
      `${formatDay(created_at)}${enrolled_by ? tillWords.byWhom(enrolled_by.name) : ''}`,
  },
]

/** The shop's tills. Each enrolled itself, with a name that means little until somebody renames it. */
export function TillList() {
  const { get, bind, page } = useFilters()
  const query: TillFilters = {
    search: get('search') || undefined,
    status_code: (Object.keys(tillWords.states) as Till['status_code'][]).find(status => status === get('status_code')),
    gaps: get('gaps') === '1' || undefined,
  }
  const list = useApi(
    'GET /api/staff/tills',
    { query: { ...query, ...useOrder(TILL_ORDERS), page, per_page: 12 } },
    { page: true },
  )
  const isSifted = Object.values(query).some(value => value !== undefined)
  return (
    <ListScreen
      title={tillWords.tills}
      list={list}
      pageOf={({ tills }) => tills}
      columns={COLUMNS}
      usual={{ column: 'id', direction: 'asc' }}
      rowTo={({ id }) => `/staff/tills/${id}/view`}
      csv={() => download('GET /api/staff/tills/csv', { query }, 'tills.csv')}
      filters={
        <>
          <SearchField label={tillWords.searchBox} />
          <SelectField label={tillWords.state} {...bind('status_code')}>
            <option value="">{tillWords.any}</option>
            {Object.entries(tillWords.states).map(([code, words]) => (
              <option key={code} value={code}>
                {words}
              </option>
            ))}
          </SelectField>
          <SelectField label={tillWords.gaps} {...bind('gaps')}>
            <option value="">{tillWords.withOrWithout}</option>
            <option value="1">{tillWords.withGaps}</option>
          </SelectField>
        </>
      }
      empty={
        <EmptyState
          title={tillWords.nothingFound}
          icon={<TabletSmartphone size={32} aria-hidden />}
          action={!isSifted && <ButtonLink to="/staff/orders/add">{tillWords.setUpHere}</ButtonLink>}
        >
          {isSifted ? tillWords.removeFilter : tillWords.howTillsCome}
        </EmptyState>
      }
    />
  )
}
