import { download } from '#pwa/browser/download.ts'
import { useApi } from '#pwa/lib/use-api.ts'
import { Link } from '#pwa/ui/link.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import { CsvButton } from '../lists/csv-button.tsx'
import { Unread } from '../kit/unread.tsx'
import styles from './ledger.module.css'
import * as words from './ledger-words.ts'

/** Each account with its balance and open month, linked to its entries. */
export function Balances() {
  const read = useApi('GET /api/staff/accounts', { query: { per_page: 100 } })
  if (read.isPending) return <Loader rows={2} height={64} />
  if (!read.data) return <Unread of={read} />
  return (
    <div className={styles.accounts}>
      <Unread of={read} />
      <ul className={styles.balances} aria-label={words.balances}>
        {read.data.accounts.data.map(({ id, code, name, balance, period }) => (
          <li key={id}>
            <Link to={`?account_code=${code}`}>{name}</Link>
            <strong className={balance < 0 ? styles.below : undefined}>{formatCedis(balance)}</strong>
            <span>{words.openMonth(words.monthWords(period))}</span>
          </li>
        ))}
      </ul>
      <div>
        <CsvButton
          fetchFile={() => download('GET /api/staff/accounts/csv', {}, 'accounts.csv')}
          words={words.balancesAsCsv}
        />
      </div>
    </div>
  )
}
