import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import { download } from '#pwa/browser/download.ts'
import { say } from '#pwa/lib/notice.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { Button } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import { EXCEPTION_ORDERS, type ExceptionFilters } from '#sync/protocol/endpoints/tills.ts'
import {
  EXCEPTIONS,
  EXCEPTION_SUBJECTS,
  type ExceptionCounts,
  type ExceptionSubject,
  type ShopException,
} from '#sync/protocol/staff/exception.ts'
import { DayFilters, ReadFilter } from '../lists/filter-fields.tsx'
import { ListScreen } from '../lists/list-screen.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { useOrder } from '../lists/use-order.ts'
import { openColumns, resolvedColumns, useMayJudge } from './exception-columns.tsx'
import * as words from './exception-words.ts'
import { ResolveDialog } from './resolve-dialog.tsx'

/** Exceptions of sales and payments. The bookings stay; a manager notes what came of each. */
export function ExceptionList() {
  const { get, bind, page, hrefWith } = useFilters()
  const mayJudge = useMayJudge()
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
  /** Those of one till and kind are one row, until somebody looks at these. */
  const grouped = !isResolved && !query.search && !(query.code && query.till_id)
  const isSifted = Object.values({ ...query, status_code: undefined }).some(Boolean)
  const tills = useApi('GET /api/staff/tills', { query: { per_page: 100 } })
  const list = useApi(
    'GET /api/staff/exceptions',
    { query: { ...query, ...useOrder(EXCEPTION_ORDERS), page, per_page: 12, ...(grouped && { grouped }) } },
    { page: true },
  )
  return (
    <>
      <ListScreen
        title={words.exceptions}
        list={list}
        pageOf={({ exceptions }) => exceptions}
        columns={isResolved ? resolvedColumns : openColumns({ choose, hrefWith, mayJudge })}
        usual={{ column: 'id', direction: 'desc' }}
        csv={() => download('GET /api/staff/exceptions/csv', { query }, 'exceptions.csv')}
        {...(!isResolved && { Bulk: ResolveChosen })}
        filters={
          <>
            <SearchField label={words.searched} />
            <SelectField label={words.status} {...bind('status_code')} value={isResolved ? 'RESOLVED' : ''}>
              <option value="">{words.open}</option>
              <option value="RESOLVED">{words.resolved}</option>
            </SelectField>
            <SelectField label={words.kind} {...bind('code')}>
              <option value="">{words.everyKind}</option>
              {SUBJECTS.map(subject => (
                <Kinds key={subject} subject={subject} open={list.data?.open ?? {}} />
              ))}
            </SelectField>
            <ReadFilter
              label={words.till}
              name="till_id"
              all={words.everyTill}
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
              isSifted ? words.noExceptionsMatch : isResolved ? words.nothingResolved : words.nothingNeedsAttention
            }
            icon={<CircleCheck size={32} aria-hidden />}
          >
            {isSifted ? words.removeAFilter : words.problemsAppearHere}
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
        {words.resolveWithOneNote}
      </Button>
      <ResolveDialog exceptions={isAsked ? chosen : []} onClose={() => ask(false)} onResolved={finish} />
    </>
  )
}

const SUBJECTS = Object.keys(EXCEPTION_SUBJECTS) as ExceptionSubject[]

/** Each subject and its kinds, with the number of open ones. */
function Kinds({ subject, open }: { subject: ExceptionSubject; open: ExceptionCounts }) {
  const codes = EXCEPTION_SUBJECTS[subject]
  return (
    <optgroup label={words.SUBJECT_WORDS[subject]}>
      <option value={subject}>
        {words.allOf(
          subject,
          codes.reduce((sum, code) => sum + (open[code] ?? 0), 0),
        )}
      </option>
      {codes.map(code => (
        <option key={code} value={code}>
          {words.EXCEPTION_WORDS[code]}
          {words.waiting(open[code] ?? 0)}
        </option>
      ))}
    </optgroup>
  )
}
