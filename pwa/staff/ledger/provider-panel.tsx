import RefreshCw from 'lucide-react/icons/refresh-cw'
import { api } from '#pwa/lib/api.ts'
import { download } from '#pwa/browser/download.ts'
import { formatCount } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { SelectField } from '#pwa/ui/field.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import { comparedWords, MOST_RECONCILED_DAYS, type Reconciliation } from '#sync/protocol/staff/reconciliation.ts'
import { CsvButton } from '../lists/csv-button.tsx'
import { Unread } from '../kit/unread.tsx'
import styles from './ledger.module.css'
import * as words from './ledger-words.ts'
import { rereadLedger } from './reread-ledger.ts'

const LOOKS_BACK = [2, 7, MOST_RECONCILED_DAYS]

/** The last comparison with the payment provider's list, and starting a new one. */
export function ProviderPanel() {
  const read = useApi('GET /api/staff/reconciliations', { query: { per_page: 1 } })
  const { errors, busy, onSubmit } = useSubmit(async (typed, key) => {
    const { message } = await api('POST /api/staff/reconciliations', { key, body: { days: Number(typed.get('days')) } })
    await rereadLedger()
    return message
  })
  const { data } = read
  const last = data?.reconciliations.data[0]
  return (
    <section className={styles.panel} aria-labelledby="provider">
      <form className={styles.head} onSubmit={onSubmit}>
        <h2 id="provider">{words.paymentProvider}</h2>
        <SelectField label={words.howFarBack} name="days">
          {LOOKS_BACK.map(days => (
            <option key={days} value={days}>
              {words.days(days)}
            </option>
          ))}
        </SelectField>
        <Button kind="secondary" busy={busy} busyLabel={words.comparing} icon={<RefreshCw size={20} aria-hidden />}>
          {words.compareNow}
        </Button>
      </form>
      <ErrorList messages={errors} />
      <Unread of={read} />
      {read.isPending && <Loader rows={2} />}
      {data && !last && <p className={styles.soft}>{words.nothingCompared}</p>}
      {last && <Comparison last={last} />}
      {last && (
        <div>
          <CsvButton
            fetchFile={() => download('GET /api/staff/reconciliations/csv', {}, 'reconciliations.csv')}
            words={words.allComparisonsAsCsv}
          />
        </div>
      )}
    </section>
  )
}

function Comparison({ last }: { last: Reconciliation }) {
  const { created_at, since, differences, error, user } = last
  const kind = error ? 'warn' : differences.length > 0 ? 'bad' : 'ok'
  const title = error ? words.providerSilent : comparedWords(last, formatCount)
  return (
    <>
      <Alert kind={kind} title={title}>
        {words.comparedAt(created_at)}
        {user && words.byPerson(user.name)}
        {words.withPaymentsSince(since)}
      </Alert>
      {differences.length > 0 && (
        <div className={styles.scroll}>
          <table className={styles.figures}>
            <caption className="visually-hidden">{words.differences}</caption>
            <thead>
              <tr>
                <th scope="col">{words.payment}</th>
                <th scope="col">{words.difference}</th>
                <th scope="col">{words.theirs}</th>
                <th scope="col">{words.ours}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ kind: what, reference, order_id, theirs, ours }, index) => (
                <tr key={`${what} ${reference} ${index}`}>
                  <th scope="row">
                    {order_id === null ? reference : <Link to={`/staff/orders/${order_id}/view`}>{reference}</Link>}
                  </th>
                  <td>{words.DIFFERENCE_WORDS[what]}</td>
                  <td>{theirs === null ? '–' : formatCedis(theirs)}</td>
                  <td>{ours === null ? '–' : formatCedis(ours)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
