import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import Hourglass from 'lucide-react/icons/hourglass'
import ListChecks from 'lucide-react/icons/list-checks'
import LoaderIcon from 'lucide-react/icons/loader'
import { CsvButton } from '../lists/csv-button.tsx'
import { download } from '#pwa/browser/download.ts'
import { formatDate } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { Chip, type ChipKind } from '#pwa/ui/chip.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import page from '#pwa/ui/page.module.css'
import { JOB_ORDERS } from '#sync/protocol/endpoints/jobs.ts'
import type { JobStatus, ListedJob, Round } from '#sync/protocol/staff/job.ts'
import { ChoiceFilter, DayFilters, known } from '../lists/filter-fields.tsx'
import { ListScreen, Table, type Column } from '../lists/list-screen.tsx'
import { PersonField } from '../lists/person-field.tsx'
import { SearchField } from '../lists/search-field.tsx'
import { isOver } from '../kit/use-job.ts'
import { useOrder } from '../lists/use-order.ts'
import styles from './jobs.module.css'
import * as words from './job-words.ts'

const STATUSES: Record<JobStatus, { words: string; kind: ChipKind; Icon: typeof Ban }> = {
  QUEUED: { words: words.waits, kind: 'plain', Icon: Hourglass },
  RUNNING: { words: words.underWay, kind: 'info', Icon: LoaderIcon },
  DONE: { words: words.done, kind: 'ok', Icon: CircleCheck },
  FAILED: { words: words.failed, kind: 'bad', Icon: Ban },
}
const STATUS_WORDS = Object.fromEntries(Object.entries(STATUSES).map(([code, { words }]) => [code, words]))

/** 'product-import' → 'Product import'. */
const kindWords = (kind: string) =>
  words.kinds[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`.replaceAll('-', ' ')

const COLUMNS: Column<ListedJob>[] = [
  { head: words.job, order: 'kind', cell: ({ kind, id }) => `${kindWords(kind)} ${id}` },
  { head: words.status, order: 'status_code', cell: ({ status_code }) => <StatusChip status={status_code} /> },
  { head: words.progress, cell: job => <Progress job={job} /> },
  { head: words.requestedBy, order: 'user', cell: ({ user }) => user?.name ?? words.theShopItself },
  { head: words.requested, order: 'id', cell: ({ created_at }) => formatDate(created_at) },
  { head: words.over, order: 'finished_at', cell: ({ finished_at }) => (finished_at ? formatDate(finished_at) : '–') },
  { head: words.tries, order: 'tries', isNumber: true, cell: ({ tries }) => tries },
  {
    head: words.file,
    cell: ({ id, status_code, result }) =>
      status_code === 'DONE' && result?.file ? (
        <CsvButton
          words={words.download}
          fetchFile={() => download('GET /api/staff/jobs/:id/file', { params: { id } }, result.file!)}
        />
      ) : (
        '–'
      ),
  },
]

/** How often the list is read while a job in it is running. */
const EVERY_MS = 1_500

/** Background jobs, and below them the shop's scheduled tasks. */
export function JobList() {
  const { get, page: at } = useFilters()
  const query = {
    search: get('search') || undefined,
    status_code: known(STATUSES, get('status_code')),
    kind: known(words.kinds, get('kind')),
    user_id: Number(get('user_id')) || undefined,
    start_date: get('start_date') || undefined,
    end_date: get('end_date') || undefined,
  }
  const list = useApi(
    'GET /api/staff/jobs',
    { query: { ...query, ...useOrder(JOB_ORDERS), page: at, per_page: 12 } },
    { page: true, staleTime: 0, again: ({ jobs }) => (jobs.data.every(isOver) ? false : EVERY_MS) },
  )
  return (
    <>
      <ListScreen
        title={words.jobs}
        list={list}
        pageOf={({ jobs }) => jobs}
        columns={COLUMNS}
        usual={{ column: 'id', direction: 'desc' }}
        csv={() => download('GET /api/staff/jobs/csv', { query }, 'jobs.csv')}
        filters={
          <>
            <SearchField label={words.searched} />
            <ChoiceFilter label={words.status} name="status_code" all={words.everyStatus} words={STATUS_WORDS} />
            <ChoiceFilter label={words.kind} name="kind" all={words.everyKind} words={words.kinds} />
            <PersonField label={words.askedForBy} />
            <DayFilters />
          </>
        }
        empty={
          <EmptyState title={words.noJobsFound} icon={<ListChecks size={32} aria-hidden />}>
            {words.jobsAppearHere}
          </EmptyState>
        }
      />
      {list.data && <Rounds rounds={list.data.rounds} />}
    </>
  )
}

const StatusChip = ({ status }: { status: JobStatus }) => {
  const { words, kind, Icon } = STATUSES[status]
  return (
    <Chip kind={kind} icon={<Icon size={16} aria-hidden />}>
      {words}
    </Chip>
  )
}

function Progress({ job: { status_code, done, total, error } }: { job: ListedJob }) {
  if (status_code === 'FAILED') return <>{error}</>
  if (total === 0) return <>–</>
  return (
    <span className={styles.progress}>
      <progress max={total} value={done} aria-label={words.progress} />
      {words.outOf(done, total)}
    </span>
  )
}

const ROUND_COLUMNS: Column<Round & { id: number }>[] = [
  { head: words.round, cell: ({ name }) => `${name.charAt(0).toUpperCase()}${name.slice(1)}` },
  {
    head: words.status,
    cell: ({ failures }) =>
      failures === 0 ? (
        <Chip kind="ok" icon={<CircleCheck size={16} aria-hidden />}>
          {words.well}
        </Chip>
      ) : (
        <Chip kind="bad" icon={<Ban size={16} aria-hidden />}>
          {words.failedTimes(failures)}
        </Chip>
      ),
  },
  { head: words.lastRun, cell: ({ ended_at }) => formatDate(ended_at) },
  { head: words.took, isNumber: true, cell: ({ took_ms }) => words.ms(took_ms) },
  {
    head: words.lastFailure,
    cell: ({ failed_at, error }) => (failed_at ? `${formatDate(failed_at)} (${error})` : '–'),
  },
]

const Rounds = ({ rounds }: { rounds: Round[] }) => (
  <section className={`${page.page} ${styles.rounds}`}>
    <h2>{words.scheduledTasks}</h2>
    {rounds.length === 0 ? (
      <p>{words.nothingHasRunYet}</p>
    ) : (
      <Table rows={rounds.map((round, id) => ({ ...round, id }))} columns={ROUND_COLUMNS} />
    )}
  </section>
)
