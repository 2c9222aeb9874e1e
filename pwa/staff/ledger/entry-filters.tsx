import { useApi } from '#pwa/lib/use-api.ts'
import { useFilters } from '#pwa/forms/use-filters.ts'
import { SelectField, TextField } from '#pwa/ui/field.tsx'
import type { Summaries } from '#sync/protocol/staff/ledger.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { ReadFilter } from '../lists/filter-fields.tsx'
import { PersonField } from '../lists/person-field.tsx'
import { SearchField } from '../lists/search-field.tsx'
import styles from './ledger.module.css'
import * as words from './ledger-words.ts'

/** The filters of entries, and the totals of all matching ones. */
export function EntryFilters({ summaries }: { summaries: Summaries | undefined }) {
  const { bind } = useFilters()
  const accounts = useApi('GET /api/staff/accounts', { query: { per_page: 100 } })
  const months = useApi('GET /api/staff/periods', { query: { per_page: 100 } })
  return (
    <>
      <SearchField label={words.descriptionOrOrder} />
      <ReadFilter
        label={words.account}
        name="account_code"
        all={words.everyAccount}
        read={accounts}
        choices={accounts.data?.accounts.data.map(({ code, name }) => ({ value: code, words: name })) ?? []}
      />
      <SelectField label={words.type} {...bind('type_code')}>
        <option value="">{words.everyType}</option>
        {Object.entries(words.ENTRY_TYPES).map(([code, words]) => (
          <option key={code} value={code}>
            {words}
          </option>
        ))}
      </SelectField>
      <ReadFilter
        label={words.monthOfTheBooks}
        name="period"
        all={words.everyMonth}
        read={months}
        choices={
          months.data?.periods.data.map(({ period }) => ({ value: period, words: words.monthWords(period) })) ?? []
        }
      />
      <PersonField label={words.by} />
      <TextField label={words.dayFrom} type="date" {...bind('business_from')} required />
      <TextField label={words.dayUntil} type="date" {...bind('business_to')} required />
      <TextField label={words.bookedFrom} type="date" {...bind('start_date')} required />
      <TextField label={words.bookedUntil} type="date" {...bind('end_date')} required />
      {summaries && (
        <dl className={`${styles.wide} ${styles.summaries}`} aria-label={words.totals}>
          <div>
            <dt>{words.credits}</dt>
            <dd>{formatCedis(summaries.credits)}</dd>
          </div>
          <div>
            <dt>{words.debits}</dt>
            <dd>{formatCedis(summaries.debits)}</dd>
          </div>
          <div>
            <dt>{words.balance}</dt>
            <dd>{formatCedis(summaries.balance)}</dd>
          </div>
        </dl>
      )}
    </>
  )
}
