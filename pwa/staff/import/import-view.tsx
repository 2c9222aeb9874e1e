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
import { ImportQuestions, isStockOpen } from './import-questions.tsx'
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
        {opened.status_code === 'CHECKED' && <ImportQuestions opened={opened} />}
        <FoundColumns opened={opened} />
        {opened.summary && <ImportLines key={opened.status_code} opened={opened} />}
        <HistoryPanel subject="import" id={id} />
      </div>
    </div>
  )
}

function State({ opened }: { opened: OpenedImport }) {
  const { id, status_code, summary, given_up, error, pictures } = opened
  const check = (key: string) => api('POST /api/staff/imports/:id/check', { params: { id }, key, body: {} })
  const apply = (key: string) => api('POST /api/staff/imports/:id/apply', { params: { id }, key })
  const wrong = summary && summary.failed > 0 && (
    <CsvButton
      words={words.downloadSkipped}
      fetchFile={() => download('GET /api/staff/imports/:id/mistakes/csv', { params: { id } }, 'wrong-rows.csv')}
    />
  )
  if (status_code === 'CHECKING') return <Progress opened={opened} words={words.checking} />
  if (status_code === 'RUNNING') return <Progress opened={opened} words={words.importingNow} />
  if (status_code === 'FAILED')
    return (
      <>
        <Alert kind="bad" title={words.hasStopped}>
          {error}
        </Alert>
        {given_up === 'CHECK' ? (
          <Ask ask={check} words={words.checkAgain} />
        ) : (
          <Ask ask={apply} words={words.continueImporting} />
        )}
      </>
    )
  if (status_code === 'FETCHING' || status_code === 'DONE')
    return (
      <>
        {status_code === 'FETCHING' && <Pictures pictures={pictures} />}
        <Alert kind={status_code === 'DONE' ? 'ok' : 'info'} title={words.imported}>
          {summary && words.summaryWords(summary)}
        </Alert>
        {pictures.failed > 0 && <Alert kind="warn">{words.picturesLost(pictures.failed)}</Alert>}
        <div className={styles.row}>{wrong}</div>
      </>
    )
  const products = (summary?.created ?? 0) + (summary?.updated ?? 0)
  return (
    <>
      <Alert
        kind={summary && summary.failed > 0 ? 'warn' : 'info'}
        title={products > 0 ? words.nothingImportedYet : words.changesNothing}
      >
        {summary && words.summaryWords(summary)}
        {summary && summary.failed > 0 && words.wrongLeftOut}
      </Alert>
      <div className={styles.row}>
        {products > 0 && !(opened.questions && isStockOpen(opened.questions)) && (
          <Ask ask={apply} words={words.importProducts(products)} />
        )}
        <Ask ask={check} words={words.checkAgain} kind="secondary" />
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

/** The progress of the pictures, which may come hours after the products. */
const Pictures = ({ pictures }: Pick<OpenedImport, 'pictures'>) => (
  <div className={styles.progress} role="status">
    <label htmlFor="import-pictures">{words.picturesDone(pictures)}</label>
    <progress id="import-pictures" max={pictures.total} value={pictures.done} />
    <span className={styles.soft}>{words.picturesToCome}</span>
  </div>
)

interface AskProps {
  words: string
  ask: (key: string) => Promise<unknown>
  kind?: 'secondary'
}

function Ask({ words, ask, kind }: AskProps) {
  const form = useSubmit(async (_, key) => {
    // Even after a refusal: another user may have continued with it.
    await ask(key).finally(() => queries.invalidateQueries())
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
