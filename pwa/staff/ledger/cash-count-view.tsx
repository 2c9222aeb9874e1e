import { useParams } from 'react-router-dom'
import { formatCount } from '#pwa/lib/format.ts'
import { idIn } from '#pwa/lib/id-in.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { ButtonLink } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import { Loader } from '#pwa/ui/skeleton.tsx'
import type { CashCount, EntryGroup } from '#sync/protocol/staff/cash-count.ts'
import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { HistoryPanel } from '../kit/history-panel.tsx'
import { Unread } from '../kit/unread.tsx'
import { BookDifference } from './book-difference.tsx'
import { CountedEntries } from './counted-entries.tsx'
import styles from './ledger.module.css'
import * as words from './ledger-words.ts'
import { SuspectList } from './suspect-list.tsx'

/** A cash count: the difference in words, its possible causes, and all entries since the previous count. */
export function CashCountView() {
  const id = idIn(useParams().id)
  const read = useApi('GET /api/staff/cash-counts/:id', { params: { id } }, { page: true })
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1>{words.cashCount}</h1>
        {read.data && read.data.cash_count.shift_id !== null && (
          <ButtonLink to={`/staff/shifts/${read.data.cash_count.shift_id}/view`} kind="secondary">
            {words.showShift}
          </ButtonLink>
        )}
        <ButtonLink to="/staff/cash-counts" kind="secondary">
          {words.goBack}
        </ButtonLink>
      </div>
      <Unread of={read} />
      {read.isPending && <Loader rows={6} height={44} />}
      {read.data && <Count {...read.data} />}
    </div>
  )
}

const Count = ({ cash_count, by_teller, by_hour, suspects }: ReplyOf<'GET /api/staff/cash-counts/:id'>) => (
  <div className={styles.count}>
    <Verdict count={cash_count} />
    <BookDifference count={cash_count} />
    {suspects.length > 0 && <SuspectList suspects={suspects} />}
    <div className={styles.panels}>
      <Groups title={words.byCashier} head={words.cashier} groups={by_teller} />
      {isDay(by_hour[0]?.name ?? '') ? (
        <Groups
          title={words.byDay}
          head={words.day}
          groups={by_hour.map(group => ({ ...group, name: words.dayWords(group.name) }))}
        />
      ) : (
        <Groups
          title={words.byHour}
          head={words.hour}
          groups={by_hour.map(group => ({ ...group, name: words.hourWords(group.name) }))}
        />
      )}
    </div>
    <CountedEntries id={cash_count.id} marked={suspects.flatMap(suspect => suspect.entries.map(entry => entry.id))} />
    <HistoryPanel subject="cash_count" id={cash_count.id} />
  </div>
)

/** Many hours are grouped into days. */
const isDay = (name: string) => name.length === '2026-10-04'.length

function Verdict({
  count: { account, till, counted, expected, difference, since_last, remains, note, user, created_at, previous_at },
}: {
  count: CashCount
}) {
  return (
    <section className={styles.verdict}>
      <p className={since_last < 0 ? styles.missing : undefined}>
        {words.verdict(difference, since_last, previous_at !== null)}
      </p>
      <p>
        {words.countedExpected(counted, expected)}
        {difference !== since_last && difference !== 0 && words.inTotalOff(difference)}.{' '}
        {till && remains !== counted && words.soMuchStays(remains)}
      </p>
      <p className={styles.soft}>
        {account.name}
        {till && words.drawerOf(till.code, till.name)}
        {words.byAt(user.name, created_at)}
        {previous_at && words.lastCountWas(previous_at)}.{note && ` “${note}”`}
      </p>
    </section>
  )
}

const Groups = ({ title, head, groups }: { title: string; head: string; groups: EntryGroup[] }) => (
  <section className={styles.panel}>
    <h2>{title}</h2>
    {groups.length === 0 && <p className={styles.soft}>{words.nothingWasBooked}</p>}
    {groups.length > 0 && (
      <table className={styles.figures}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">{words.entries}</th>
            <th scope="col">{words.sum}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ name, entries, sum }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{formatCount(entries)}</td>
              <td>{formatCedis(sum)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)
