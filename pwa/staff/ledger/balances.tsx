import { download } from '#pwa/lib/download.ts'
import { formatCedis } from '#pwa/lib/format.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { Link } from '#pwa/ui/link.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { CsvButton } from '../csv-button.tsx'
import { Unread } from '../list-screen.tsx'
import styles from './ledger.module.css'
import { monthWords } from './ledger-words.ts'

/** Each account with what is in it and its open month; it leads to its entries. */
export function Balances() {
  const { data, isPending, isError, error, refetch } = useApi('GET /api/staff/accounts', { query: { per_page: 100 } })
  if (isError && !data) return <Unread message={error.message} again={() => void refetch()} />
  if (isPending) return <Loader rows={2} height={64} />
  return (
    <div className={styles.accounts}>
      <ul className={styles.balances} aria-label="Balances">
        {data.accounts.data.map(({ id, code, name, balance, period }) => (
          <li key={id}>
            <Link to={`?account_code=${code}`}>{name}</Link>
            <strong className={balance < 0 ? styles.below : undefined}>{formatCedis(balance)}</strong>
            <span>Open month: {monthWords(period)}</span>
          </li>
        ))}
      </ul>
      <div><CsvButton fetchFile={() => download('GET /api/staff/accounts/csv', {}, 'accounts.csv')} words="Balances as CSV" /></div>
    </div>
  )
}
