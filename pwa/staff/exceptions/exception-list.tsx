import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { download } from '#pwa/browser/download.ts'
import { formatCount, formatDate } from '#pwa/lib/format.ts'
import { say } from '#pwa/lib/notice.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { Button } from '#pwa/ui/button.tsx'
import { Chip } from '#pwa/ui/chip.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { EXCEPTION_ORDERS, type ExceptionFilters } from '#sync/protocol/endpoints/tills.ts'
import {
  EXCEPTIONS,
  EXCEPTION_SUBJECTS,
  type ExceptionCounts,
  type ExceptionSubject,
  type ShopException,
} from '#sync/protocol/staff/exception.ts'
import { DayFilters, ReadFilter } from '../lists/filter-fields.tsx'
import { ListScreen, type Column } from '../lists/list-screen.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { useOrder } from '../lists/use-order.ts'
import { EXCEPTION_WORDS, SUBJECT_WORDS } from './exception-words.ts'
import styles from './exceptions.module.css'
import { ResolveDialog } from './resolve-dialog.tsx'

/** Oddities of sales and payments. What is booked stays; a manager says what came of it. */
export function ExceptionList() {
  const { get, bind, page } = useFilters()
  const [chosen, choose] = useState<ShopException | null>(null)
  const isResolved = get('status_code') === 'RESOLVED'
  const query: ExceptionFilters = {
    status_code: isResolved ? 'RESOLVED' : 'OPEN',
    code: EXCEPTIONS.find(code => code === get('code')),
    about: SUBJECTS.find(subject => subject === get('code')),
    search: get('search') || undefined,
    till_id: Number(get('till_id')) || undefined,
    start_date: get('start_date') || undefined,
    end_date: get('end_date') || undefined,
  }
  const isSifted = Object.values({ ...query, status_code: undefined }).some(Boolean)
  const tills = useApi('GET /api/staff/tills', { query: { per_page: 100 } })
  const list = useApi(
    'GET /api/staff/exceptions',
    { query: { ...query, ...useOrder(EXCEPTION_ORDERS), page, per_page: 12 } },
    { page: true },
  )
  return (
    <>
      <ListScreen
        title="Exceptions"
        list={list}
        pageOf={({ exceptions }) => exceptions}
        columns={columnsFor(isResolved, choose)}
        usual={{ column: 'id', direction: 'desc' }}
        csv={() => download('GET /api/staff/exceptions/csv', { query }, 'exceptions.csv')}
        {...(!isResolved && { Bulk: ResolveChosen })}
        filters={
          <>
            <SearchField label="Order, goods or words" />
            <SelectField label="Status" {...bind('status_code')} value={isResolved ? 'RESOLVED' : ''}>
              <option value="">Open</option>
              <option value="RESOLVED">Resolved</option>
            </SelectField>
            <SelectField label="Kind" {...bind('code')}>
              <option value="">Every kind</option>
              {SUBJECTS.map(subject => (
                <Kinds key={subject} subject={subject} open={list.data?.open ?? {}} />
              ))}
            </SelectField>
            <ReadFilter
              label="Till"
              name="till_id"
              all="Every till"
              read={tills}
              choices={
                tills.data?.tills.data.map(({ id, code, name }) => ({ value: id, words: `${code} · ${name}` })) ?? []
              }
            />
            <DayFilters />
          </>
        }
        empty={
          <EmptyState
            title={
              isSifted
                ? 'No exceptions match.'
                : isResolved
                  ? 'Nothing has been resolved yet.'
                  : 'Nothing needs attention.'
            }
            icon={<CircleCheck size={32} aria-hidden />}
          >
            {isSifted
              ? 'Remove a filter to see more.'
              : 'Problems with sales and payments appear here, each with its order.'}
          </EmptyState>
        }
      />
      <ResolveDialog
        exceptions={chosen ? [chosen] : []}
        onClose={() => choose(null)}
        onResolved={words => say({ words })}
      />
    </>
  )
}

function ResolveChosen({ chosen, clear }: { chosen: ShopException[]; clear: () => void }) {
  const [isAsked, ask] = useState(false)
  const finish = (words: string) => {
    say({ words })
    clear()
  }
  return (
    <>
      <Button kind="secondary" onClick={() => ask(true)}>
        Resolve with one note
      </Button>
      <ResolveDialog exceptions={isAsked ? chosen : []} onClose={() => ask(false)} onResolved={finish} />
    </>
  )
}

const SUBJECTS = Object.keys(EXCEPTION_SUBJECTS) as ExceptionSubject[]

/** All that is about the same, and each kind of it, with how many wait. */
function Kinds({ subject, open }: { subject: ExceptionSubject; open: ExceptionCounts }) {
  const codes = EXCEPTION_SUBJECTS[subject]
  return (
    <optgroup label={SUBJECT_WORDS[subject]}>
      <option value={subject}>
        {SUBJECT_WORDS[subject]}: all{wordsFor(codes.reduce((sum, code) => sum + (open[code] ?? 0), 0))}
      </option>
      {codes.map(code => (
        <option key={code} value={code}>
          {EXCEPTION_WORDS[code]}
          {wordsFor(open[code] ?? 0)}
        </option>
      ))}
    </optgroup>
  )
}

const wordsFor = (waiting: number) => (waiting > 0 ? ` (${formatCount(waiting)})` : '')

const columnsFor = (isResolved: boolean, choose: (exception: ShopException) => void): Column<ShopException>[] => [
  {
    head: 'What',
    order: 'code',
    cell: ({ code }) => (
      <Chip kind={isResolved ? 'plain' : 'warn'} icon={<TriangleAlert size={16} aria-hidden />}>
        {EXCEPTION_WORDS[code]}
      </Chip>
    ),
  },
  { head: 'Detail', cell: Detail },
  {
    head: 'Order',
    cell: ({ order_id, number }) =>
      order_id === null ? (
        'None'
      ) : (
        <a className={styles.whole} href={`/staff/orders/${order_id}/view`} target="_blank" rel="noreferrer">
          {number ?? order_id}
        </a>
      ),
  },
  { head: 'When', order: 'id', cell: ({ created_at }) => formatDate(created_at) },
  isResolved
    ? {
        head: 'Outcome',
        cell: ({ note, resolved_by, resolved_at }) => (
          <span>
            {note ?? '–'}{' '}
            <span className={styles.facts}>
              {resolved_by ?? 'The shop'}
              {resolved_at && `, ${formatDate(resolved_at)}`}
            </span>
          </span>
        ),
      }
    : {
        head: 'Action',
        cell: exception => (
          <Button kind="secondary" className={styles.whole ?? ''} data-door onClick={() => choose(exception)}>
            {exception.code === 'OVERSOLD' ? 'Count now' : 'Resolve'}
          </Button>
        ),
      },
]

const Detail = ({ item, detail, product_variation_id, on_hand, reserved }: ShopException) => (
  <span>
    {item && product_variation_id !== null ? (
      <>
        <Link to={`/staff/stock/${product_variation_id}/movements`}>{item}</Link>: {detail}
      </>
    ) : (
      detail
    )}
    {on_hand !== null && (
      <span className={styles.facts}>
        {' '}
        Now {on_hand} on hand{reserved ? `, ${reserved} reserved` : ''}.
      </span>
    )}
  </span>
)
