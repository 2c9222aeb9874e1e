import X from 'lucide-react/icons/x'
import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import { Link } from '#pwa/ui/link.tsx'
import type { Summaries } from '#sync/protocol/staff/ledger.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { ReadFilter } from '../lists/filter-fields.tsx'
import { PersonField } from '../lists/person-field.tsx'
import { SearchField } from '../lists/search-field.tsx'
import styles from './ledger.module.css'
import { dayWords, ENTRY_TYPES, monthWords } from './ledger-words.ts'

/** What entries are found by, and what all that are found come to. */
export function EntryFilters({ summaries }: { summaries: Summaries | undefined }) {
  const { get, bind, hrefWith } = useFilters()
  const accounts = useApi('GET /api/staff/accounts', { query: { per_page: 100 } })
  const months = useApi('GET /api/staff/periods', { query: { per_page: 100 } })
  const [from, to] = [get('business_from'), get('business_to')]
  return (
    <>
      <SearchField label="Description or order" />
      <ReadFilter
        label="Account"
        name="account_code"
        all="Every account"
        read={accounts}
        choices={accounts.data?.accounts.data.map(({ code, name }) => ({ value: code, words: name })) ?? []}
      />
      <SelectField label="Type" {...bind('type_code')}>
        <option value="">Every type</option>
        {Object.entries(ENTRY_TYPES).map(([code, words]) => (
          <option key={code} value={code}>
            {words}
          </option>
        ))}
      </SelectField>
      <ReadFilter
        label="Month of the books"
        name="period"
        all="Every month"
        read={months}
        choices={months.data?.periods.data.map(({ period }) => ({ value: period, words: monthWords(period) })) ?? []}
      />
      <PersonField label="By" />
      <TextField label="Booked from" type="date" {...bind('start_date')} required />
      <TextField label="Booked until" type="date" {...bind('end_date')} required />
      {(from || to) && (
        <p className={styles.wide}>
          Only entries of{' '}
          {from === to ? dayWords(from) : `${from ? dayWords(from) : 'any day'} to ${to ? dayWords(to) : 'any day'}`}.{' '}
          <Link to={hrefWith({ business_from: '', business_to: '' })} replace>
            <X size={16} aria-hidden />
            Show every day
          </Link>
        </p>
      )}
      {summaries && (
        <dl className={`${styles.wide} ${styles.summaries}`} aria-label="Totals">
          <div>
            <dt>Credits</dt>
            <dd>{formatCedis(summaries.credits)}</dd>
          </div>
          <div>
            <dt>Debits</dt>
            <dd>{formatCedis(summaries.debits)}</dd>
          </div>
          <div>
            <dt>Balance</dt>
            <dd>{formatCedis(summaries.balance)}</dd>
          </div>
        </dl>
      )}
    </>
  )
}
