import Gift from 'lucide-react/icons/gift'
import Plus from 'lucide-react/icons/plus'
import { download } from '#pwa/browser/download.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { formatDate, formatDay } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import { Chip } from '#pwa/ui/chip.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import { GIFT_CARD_ORDERS } from '#sync/protocol/endpoints/gift-cards.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import type { GiftCard } from '#sync/protocol/staff/gift-card.ts'
import { ListScreen, type Column } from '../lists/list-screen.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { useOrder } from '../lists/use-order.ts'
import * as words from './gift-card-words.ts'

const COLUMNS: Column<GiftCard>[] = [
  { head: words.ending, cell: ({ code_end }) => `…${code_end}` },
  { head: words.kind, cell: ({ kind }) => words.KIND_WORDS[kind] },
  { head: words.created, order: 'id', cell: ({ created_at }) => formatDate(created_at) },
  { head: words.issuedFor, isNumber: true, cell: ({ issued }) => formatCedis(issued) },
  { head: words.balance, order: 'balance', isNumber: true, cell: ({ balance }) => formatCedis(balance) },
  {
    head: words.expires,
    order: 'expires_on',
    cell: ({ expires_on }) => (expires_on ? formatDay(expires_on) : words.never),
  },
  {
    head: words.status,
    cell: ({ status_code }) => (
      <Chip kind={status_code === 'ACTIVE' ? 'ok' : 'bad'}>{words.STATUS_WORDS[status_code]}</Chip>
    ),
  },
  { head: words.note, cell: ({ note }) => note || '–' },
]

/** Gift cards: what the shop owes on each. */
export function GiftCardList() {
  const { get, bind, page } = useFilters()
  const status = get('status_code')
  const query = {
    search: get('search') || undefined,
    status_code: status === 'ACTIVE' || status === 'VOID' ? status : undefined,
  } as const
  const isSifted = Object.values(query).some(Boolean)
  const list = useApi(
    'GET /api/staff/gift-cards',
    { query: { ...query, ...useOrder(GIFT_CARD_ORDERS), page, per_page: 12 } },
    { page: true },
  )
  return (
    <ListScreen
      title={words.title}
      list={list}
      pageOf={({ gift_cards }) => gift_cards}
      columns={COLUMNS}
      rowTo={({ id }) => `/staff/gift-cards/${id}/view`}
      csv={() => download('GET /api/staff/gift-cards/csv', { query }, 'gift-cards.csv')}
      usual={{ column: 'id', direction: 'desc' }}
      action={
        <ButtonLink to="/staff/gift-cards/add" icon={<Plus size={20} aria-hidden />}>
          {words.issue}
        </ButtonLink>
      }
      filters={
        <>
          <SearchField label={words.searchFor} />
          <SelectField label={words.status} {...bind('status_code')} required={false}>
            <option value="">{words.anyStatus}</option>
            <option value="ACTIVE">{words.STATUS_WORDS.ACTIVE}</option>
            <option value="VOID">{words.STATUS_WORDS.VOID}</option>
          </SelectField>
        </>
      }
      empty={
        <EmptyState title={isSifted ? words.noneMatch : words.noneYet} icon={<Gift size={32} aria-hidden />}>
          {isSifted ? words.removeAFilter : words.appearHere}
        </EmptyState>
      }
    />
  )
}
