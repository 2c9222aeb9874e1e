import { useParams } from 'react-router-dom'
import { api } from '#pwa/lib/api.ts'
import { download } from '#pwa/browser/download.ts'
import { idIn } from '#pwa/lib/id-in.ts'
import { queries } from '#pwa/lib/queries.ts'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { Steps } from '#pwa/ui/steps.tsx'
import type { OpenedImport } from '#sync/protocol/staff/import.ts'
import { CsvButton } from '../lists/csv-button.tsx'
import { HistoryPanel } from '../kit/history-panel.tsx'
import { Unread } from '../kit/unread.tsx'
import { FoundColumns } from './found-columns.tsx'
import { ImportLines } from './import-lines.tsx'
import { STEPS, stepAt } from './import-steps.ts'
import * as words from './import-words.ts'
import styles from './import.module.css'
import { useImport } from './use-import.ts'

/** An import from the rehearsal to the end: its columns, its effect line by line, and the button that applies it. */
export function ImportView() {
  const id = idIn(useParams().id)
  const read = useImport(id)
  if (read.isPending)
    return (
      <div className={page.page}>
        <Loader rows={8} height={44} />
      </div>
    )
  if (!read.data)
    return (
      <div className={page.page}>
        <Unread of={read} title={words.importHead} back="/staff/imports" />
      </div>
    )
  const opened = read.data.import
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{opened.file_name || words.fileNumbered(id)}</h1>
        <ButtonLink to="/staff/imports" kind="secondary">
          {words.goBack}
        </ButtonLink>
      </div>
      <div className={page.stack}>
        <Unread of={read} />
        <Steps label={words.importing} steps={STEPS} at={stepAt(opened)} />
        <State opened={opened} />
        <FoundColumns opened={opened} />
        {opened.summary && <ImportLines key={opened.status_code} opened={opened} />}
        <HistoryPanel subject="import" id={id} />
      </div>
    </div>
  )
}

function State({ opened }: { opened: OpenedImport }) {
  const { id, status_code, summary, given_up, error } = opened
  const wrong = summary && summary.failed > 0 && (
    <CsvButton
      words={words.downloadWrongRows}
      fetchFile={() => download('GET /api/staff/imports/:id/mistakes/csv', { params: { id } }, 'wrong-rows.csv')}
    />
  )
  if (status_code === 'CHECKING') return <Progress opened={opened} words={words.checking} />
  if (status_code === 'RUNNING') return <Progress opened={opened} words={words.importingNow} />
  if (status_code === 'FAILED')
    return (
      <>
        <Alert kind="bad" title={words.wasCancelled}>
          {error}
        </Alert>
        {given_up === 'CHECK' ? (
          <Ask call="POST /api/staff/imports/:id/check" opened={opened} words={words.checkAgain} />
        ) : (
          <Ask call="POST /api/staff/imports/:id/apply" opened={opened} words={words.continueImporting} />
        )}
      </>
    )
  if (status_code === 'DONE')
    return (
      <>
        <Alert kind="ok" title={words.imported}>
          {summary && words.summaryWords(summary)}
        </Alert>
        <div className={styles.row}>{wrong}</div>
      </>
    )
  const products = (summary?.created ?? 0) + (summary?.updated ?? 0)
  return (
    <>
      <Alert
        kind={summary && summary.failed > 0 ? 'warn' : 'info'}
        title={products > 0 ? words.nothingIsChangedYet : words.changesNothing}
      >
        {summary && words.summaryWords(summary)}
        {summary && summary.failed > 0 && words.wrongLeftOut}
      </Alert>
      <div className={styles.row}>
        {products > 0 && (
          <Ask call="POST /api/staff/imports/:id/apply" opened={opened} words={words.importProducts(products)} />
        )}
        <Ask call="POST /api/staff/imports/:id/check" opened={opened} words={words.checkAgain} kind="secondary" />
        {wrong}
      </div>
    </>
  )
}

const Progress = ({ opened: { done, total }, words: doing }: { opened: OpenedImport; words: string }) => (
  <div className={styles.progress} role="status">
    <label htmlFor="import-progress">{words.rowsDone(doing, done, total)}</label>
    <progress id="import-progress" max={Math.max(1, total)} value={done} />
  </div>
)

interface AskProps {
  opened: OpenedImport
  words: string
  call: 'POST /api/staff/imports/:id/apply' | 'POST /api/staff/imports/:id/check'
  kind?: 'secondary'
}

function Ask({ opened: { id }, words, call, kind }: AskProps) {
  const form = useSubmit(async (_, key) => {
    // Even after a refusal: another user may have continued with it.
    await api(call, { params: { id }, key }).finally(() => queries.invalidateQueries())
    return null
  })
  return (
    <form onSubmit={form.onSubmit}>
      <ErrorList messages={form.errors} />
      <Button busy={form.busy} {...(kind && { kind })}>
        {words}
      </Button>
    </form>
  )
}
