// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { formatDate } from '#pwa/lib/format.ts'
import { HealthScreen } from '#pwa/staff/jobs/health.tsx'
import { JobList } from '#pwa/staff/jobs/job-list.tsx'
import type { HealthCheck } from '#sync/protocol/staff/health.ts'
import type { ListedJob, Round } from '#sync/protocol/staff/job.ts'
import { showRoutes } from '#tests/support/browser/routed.tsx'
import { json, shopThatAnswers, type Call } from '#tests/support/counter/shop-answers.ts'
import { patience } from '#tests/support/patience.ts'

const MOMENT = '2026-11-21T10:00:00.000Z'
const LATER = '2026-11-21T10:05:00.000Z'
const job = (id: number, changes: Partial<ListedJob> = {}): ListedJob => ({
  id,
  kind: 'order-export',
  status_code: 'DONE',
  done: 40,
  total: 40,
  result: null,
  error: null,
  created_at: MOMENT,
  finished_at: LATER,
  tries: 1,
  user: { id: 4, name: 'Kofi' },
  ...changes,
})
const round = (name: string, changes: Partial<Round> = {}): Round => ({
  name,
  ended_at: LATER,
  took_ms: 12,
  failures: 0,
  error: null,
  failed_at: null,
  ...changes,
})

let jobs: ListedJob[]
let rounds: Round[]
let checks: HealthCheck[]
let refusal: string | null
let calls: Call[]

function answer({ url }: Call): Response {
  if (refusal) return json({ message: refusal, code: 'invalid' }, 400)
  if (url.endsWith('/file')) return new Response('line\r\n', { headers: { 'content-type': 'text/csv' } })
  if (url.startsWith('/api/staff/jobs'))
    return json({ jobs: { data: jobs, total: jobs.length, last_page: 1, current_page: 1, per_page: 12 }, rounds })
  return url.startsWith('/api/staff/health')
    ? json({ health: { checked_at: MOMENT, checks } })
    : json({ users: { data: [], total: 0, last_page: 1, current_page: 1, per_page: 20 } })
}

beforeEach(() => {
  refusal = null
  jobs = []
  rounds = []
  checks = []
  calls = shopThatAnswers(answer)
  URL.createObjectURL = () => 'blob:file'
  URL.revokeObjectURL = () => {}
})
afterEach(() => {
  vi.restoreAllMocks()
})

const open = (Component: typeof JobList) => showRoutes([{ path: '/', Component }])
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent.trim())
const rowsOf = (table: HTMLElement) => within(table).getAllByRole('row').slice(1).map(cells)

it("shows each job's type, progress, owner and error, and hands out its file", async () => {
  jobs = [
    job(9, { status_code: 'FAILED', error: 'The file is gone.', tries: 3, user: null }),
    job(8, { status_code: 'RUNNING', done: 1200, total: 4000, finished_at: null }),
    job(7, { kind: 'apply-import', result: { file: 'wrong-rows.csv' } }),
  ]
  open(JobList)
  expect(rowsOf((await screen.findAllByRole('table'))[0]!)).toEqual([
    ['Order export 9', 'Failed', 'The file is gone.', 'The shop', formatDate(MOMENT), formatDate(LATER), '3', '–'],
    ['Order export 8', 'Running', '1,200 of 4,000', 'Kofi', formatDate(MOMENT), '–', '1', '–'],
    ['Product import 7', 'Done', '40 of 40', 'Kofi', formatDate(MOMENT), formatDate(LATER), '1', 'Download'],
  ])
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  fireEvent.click(screen.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
  expect(calls.some(({ url }) => url === '/api/staff/jobs/7/file')).toBe(true)
})

it('shows when each round last ran, how long, and since when it fails', async () => {
  rounds = [
    round('refunds', { failures: 2, error: 'TypeError', failed_at: LATER }),
    round('sweep', { took_ms: 1200, error: 'Error', failed_at: MOMENT }),
    round('open attempts', { failures: 1, error: 'Error', failed_at: LATER }),
  ]
  open(JobList)
  const [table] = await screen.findAllByRole('table')
  expect(rowsOf(table!)).toEqual([
    ['Refunds', 'Failed 2 times', formatDate(LATER), '12 ms', `${formatDate(LATER)} (TypeError)`],
    ['Sweep', 'OK', formatDate(LATER), '1,200 ms', `${formatDate(MOMENT)} (Error)`],
    ['Open attempts', 'Failed once', formatDate(LATER), '12 ms', `${formatDate(LATER)} (Error)`],
  ])
})

it('follows a running job until it is over', async () => {
  jobs = [job(8, { status_code: 'QUEUED', done: 0, total: 0, finished_at: null })]
  open(JobList)
  const table = () => screen.getByRole('table')
  await waitFor(() => expect(within(table()).getByText('Waiting')).toBeTruthy())
  jobs = [job(8)]
  await waitFor(() => expect(within(table()).getByText('Done')).toBeTruthy(), { timeout: patience(90_000) })
  expect(within(table()).getByText('40 of 40')).toBeTruthy()
})

it('shows the state of every part of the shop in words, and checks again', async () => {
  checks = [
    { name: 'Database', state: 'ok', words: 'Answers in 2 ms.' },
    { name: 'Letters', state: 'warn', words: '3 letters wait.' },
    { name: 'Disk', state: 'bad', words: '0.4 GB are free.' },
  ]
  open(HealthScreen)
  const items = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(await items()).toEqual([
    'DatabaseAnswers in 2 ms.OK',
    'Letters3 letters wait.Check this',
    'Disk0.4 GB are free.Problem',
  ])
  expect(screen.getByText(`As of ${formatDate(MOMENT)}`)).toBeTruthy()
  checks = [{ name: 'Disk', state: 'ok', words: '9 GB are free.' }]
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await waitFor(async () => expect(await items()).toEqual(['Disk9 GB are free.OK']))
  refusal = 'The database does not answer.'
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await screen.findByText('The latest version could not be loaded.')
  expect(screen.getByText('The database does not answer.')).toBeTruthy()
})

it('says why the state is unknown, and asks again', async () => {
  refusal = 'The shop is closed for a moment.'
  open(HealthScreen)
  await screen.findByText('The shop is closed for a moment.')
  refusal = null
  checks = [{ name: 'Disk', state: 'ok', words: '9 GB are free.' }]
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('9 GB are free.')).toBeTruthy()
})
