import Lock from 'lucide-react/icons/lock'
import { useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { download } from '#pwa/browser/download.ts'
import { say } from '#pwa/lib/notice.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Chip } from '#pwa/ui/chip.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import type { Period } from '#sync/protocol/staff/ledger.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { CsvButton } from '../lists/csv-button.tsx'
import { Unread } from '../kit/unread.tsx'
import styles from './ledger.module.css'
import * as words from './ledger-words.ts'
import { rereadLedger } from './reread-ledger.ts'

/** The months of the books: open ones, closed ones, and closing the oldest that is over. */
export function MonthPanel() {
  const read = useApi('GET /api/staff/periods', { query: { per_page: 100 } })
  const [closing, close] = useState<Period | null>(null)
  const { data } = read
  const next = data?.periods.data.find(({ closable }) => closable)
  return (
    <section className={styles.panel} aria-labelledby="months">
      <div className={styles.head}>
        <h2 id="months">{words.months}</h2>
        <CsvButton
          fetchFile={() => download('GET /api/staff/periods/csv', {}, 'months.csv')}
          words={words.monthsAsCsv}
        />
        {next && (
          <Button kind="secondary" icon={<Lock size={20} aria-hidden />} onClick={() => close(next)}>
            {words.closeMonth(words.monthWords(next.period))}
          </Button>
        )}
      </div>
      <Unread of={read} />
      {read.isPending && <Loader rows={3} />}
      {data && !next && <p className={styles.soft}>{words.notYetOver}</p>}
      {data?.periods.data.map(month => (
        <Month key={month.period} month={month} />
      ))}
      <Dialog
        open={closing !== null}
        onClose={() => close(null)}
        title={closing ? words.reallyClose(words.monthWords(closing.period)) : ''}
      >
        {closing && <CloseForm month={closing} onClose={() => close(null)} />}
      </Dialog>
    </section>
  )
}

const Month = ({ month }: { month: Period }) => (
  <details className={styles.month}>
    <summary>
      <span>{words.monthWords(month.period)}</span>
      <Chip
        kind={month.status_code === 'CLOSED' ? 'plain' : 'info'}
        {...(month.status_code === 'CLOSED' && { icon: <Lock size={16} aria-hidden /> })}
      >
        {month.status_code === 'CLOSED' ? words.closed : words.open}
      </Chip>
    </summary>
    <MonthTable month={month} />
    {month.closed_at && (
      <p className={styles.soft}>
        {words.closedAt(month.closed_at)}
        {month.closed_by && words.byPerson(month.closed_by.name)}.
      </p>
    )}
  </details>
)

const MonthTable = ({ month }: { month: Period }) => (
  <div className={styles.scroll}>
    <table className={styles.figures}>
      <caption className="visually-hidden">{words.monthWords(month.period)}</caption>
      <thead>
        <tr>
          <th scope="col">{words.account}</th>
          <th scope="col">{words.openingBalance}</th>
          <th scope="col">{words.credits}</th>
          <th scope="col">{words.debits}</th>
          <th scope="col">{words.closingBalance}</th>
        </tr>
      </thead>
      <tbody>
        {month.accounts.map(({ account_code, account, opening_balance, credits, debits, closing_balance }) => (
          <tr key={account_code}>
            <th scope="row">{account.name}</th>
            {[opening_balance, credits, debits, closing_balance].map((sum, i) => (
              <td key={i}>{formatCedis(sum)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

function CloseForm({ month, onClose }: { month: Period; onClose: () => void }) {
  const { errors, busy, onSubmit } = useSubmit(async (_, key) => {
    await api('POST /api/staff/periods/close', { body: { period: month.period }, key })
    await rereadLedger()
    say({ words: words.isClosed(words.monthWords(month.period)) })
    onClose()
    return null
  })
  return (
    <form className={page.stack} onSubmit={onSubmit}>
      <p>{words.closingMeans}</p>
      <MonthTable month={month} />
      <ErrorList messages={errors} />
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onClose}>
          {words.leaveItOpen}
        </Button>
        <Button busy={busy}>{words.closeMonth(words.monthWords(month.period))}</Button>
      </DialogActions>
    </form>
  )
}
