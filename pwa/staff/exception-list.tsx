import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/lib/use-filters.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Chip } from '#pwa/ui/chip.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import type { ShopException } from '#sync/protocol/endpoints.ts'
import { EXCEPTIONS, type ExceptionCode } from '#sync/protocol/mutation.ts'
import { ListScreen, type Column } from './list-screen.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'

const WORDS: Record<ExceptionCode, string> = {
  OVERSOLD: 'Sold more than there was',
  PRICE_DRIFT: 'Price had changed',
  INACTIVE_PRODUCT: 'Product was inactive',
  TELLER_INACTIVE: 'Cashier was inactive',
  CLOCK_SKEW: 'Clock was wrong',
  UNKNOWN_TILL: 'Till not known',
  NUMBER_REUSED: 'Number used twice',
}

/** Oddities of finished sales. The sales are booked; a manager says what came of it. */
export function ExceptionList() {
  const { get, set, page } = useFilters()
  const [chosen, choose] = useState<ShopException | null>(null)
  const [message, say] = useState<string | null>(null)
  const isResolved = get('status_code') === 'RESOLVED'
  const list = useApi('GET /api/staff/exceptions', {
    query: { page, per_page: 12, status_code: isResolved ? 'RESOLVED' : 'OPEN', code: EXCEPTIONS.find(code => code === get('code')) },
  }, { page: true })
  return (
    <>
      <ListScreen
        title="Exceptions" list={list} pageOf={({ exceptions }) => exceptions} columns={columnsFor(isResolved, choose)}
        filters={(
          <>
            <SelectField label="Status" name="status_code" value={isResolved ? 'RESOLVED' : ''} onChange={event => set('status_code', event.target.value)}>
              <option value="">Open</option>
              <option value="RESOLVED">Resolved</option>
            </SelectField>
            <SelectField label="Kind" name="code" value={get('code')} onChange={event => set('code', event.target.value)}>
              <option value="">Every kind</option>
              {EXCEPTIONS.map(code => <option key={code} value={code}>{WORDS[code]}</option>)}
            </SelectField>
            {message && <Alert kind="ok">{message}</Alert>}
          </>
        )}
        empty={(
          <EmptyState title={isResolved ? 'Nothing has been resolved yet.' : 'Nothing needs a look.'} icon={<CircleCheck size={32} aria-hidden />}>
            Oddities of finished sales show up here, each with its order.
          </EmptyState>
        )}
      />
      <ResolveDialog exception={chosen} words={chosen ? WORDS[chosen.code] : ''} onClose={() => choose(null)} onResolved={say} />
    </>
  )
}

const columnsFor = (isResolved: boolean, choose: (exception: ShopException) => void): Column<ShopException>[] => [
  { head: 'What', cell: ({ code }) => <Chip kind={isResolved ? 'plain' : 'warn'} icon={<TriangleAlert size={16} aria-hidden />}>{WORDS[code]}</Chip> },
  { head: 'Detail', cell: ({ item, detail }) => item ? `${item}: ${detail}` : detail },
  { head: 'Order', cell: ({ order_id, number }) => <a href={`/staff/orders/${order_id}/view`} target="_blank" rel="noreferrer">{number ?? order_id}</a> },
  { head: 'When', cell: ({ created_at }) => formatDate(created_at) },
  isResolved
    ? { head: 'Note', cell: ({ note }) => note ?? '–' }
    : { head: 'Action', cell: exception => <Button kind="secondary" onClick={() => choose(exception)}>Resolve</Button> },
]
