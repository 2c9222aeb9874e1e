import FileDown from 'lucide-react/icons/file-down'
import FileText from 'lucide-react/icons/file-text'
import { useState, useTransition } from 'react'
import { ApiError } from '#pwa/lib/api-error.ts'
import { api } from '#pwa/lib/api.ts'
import { download } from '#pwa/browser/download.ts'
import { say } from '#pwa/lib/notice.ts'
import { Button } from '#pwa/ui/button.tsx'
import type { OrderFilters } from '#sync/protocol/endpoints/orders.ts'
import { isOver, useJob } from '../kit/use-job.ts'
import * as words from './order-words.ts'

/**
 * Makes a PDF of all matching orders in the background, and then saves it. Pass the filters as `key`: different filters
 * are a different export.
 */
export function ExportButton({ filters }: { filters: OrderFilters }) {
  const [id, setId] = useState<number | null>(null)
  const [busy, start] = useTransition()
  const { job, error } = useJob(id)
  const run = (work: () => Promise<void>) =>
    start(() =>
      work().catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        say({ words: error.message, kind: 'bad' })
      }),
    )
  const prepare = () =>
    run(async () => {
      const begun = await api('GET /api/staff/orders', { query: { ...filters, per_page: 1, prepareExport: true } })
      setId(begun.export?.id ?? null)
    })
  if (job?.status_code === 'DONE') {
    return (
      <Button
        type="button"
        kind="secondary"
        busy={busy}
        icon={<FileDown size={20} aria-hidden />}
        onClick={() =>
          run(() => download('GET /api/staff/orders/exports/:id', { params: { id: job.id } }, `orders-${job.id}.pdf`))
        }
      >
        {words.downloadExport}
      </Button>
    )
  }
  const isRunning = busy || (id !== null && !isOver(job) && !error)
  const progress = job && job.total > 0 ? words.preparingOf(job.done, job.total) : words.preparing
  return (
    <>
      <Button
        type="button"
        kind="secondary"
        busy={isRunning}
        busyLabel={progress}
        icon={<FileText size={20} aria-hidden />}
        onClick={prepare}
      >
        {words.prepareExport}
      </Button>
      {error && <span role="alert">{words.progressUnread(error.message)}</span>}
      {job?.status_code === 'FAILED' && (
        <span role="alert">
          {words.exportFailed}
          {job.error}
        </span>
      )}
    </>
  )
}
