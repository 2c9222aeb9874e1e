import { Alert } from '#pwa/ui/alert.tsx'
import type { BulkChange, BulkColumns, BulkRow } from '#sync/protocol/staff/bulk-change.ts'
import { formatAmount } from '#sync/protocol/money.ts'
import styles from '../products/products.module.css'
import { useChoices } from '../products/use-choices.ts'
import * as words from './product-list-words.ts'

/** Before and after for each product, or why it cannot change. */
export function BulkPreview({ change, rows }: { change: BulkChange; rows: readonly BulkRow[] }) {
  const { categories } = useChoices()
  const wordsOf = (columns: BulkColumns): string => {
    if (change.kind === 'price') return formatAmount(columns.retail_price)
    if (change.kind === 'discount') return formatAmount(columns.discount)
    if (change.kind === 'status') return columns.status_code === 'LIVE' ? words.live : words.inactive
    return categories.find(({ id }) => id === columns.category_id)?.name ?? String(columns.category_id)
  }
  const problems = rows.filter(({ problem }) => problem).length
  const isNumber = change.kind === 'price' || change.kind === 'discount' ? styles.number : undefined
  return (
    <>
      {problems > 0 && <Alert kind="bad">{words.problems(problems)}</Alert>}
      <div className={styles.labels}>
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">{words.product}</th>
              <th scope="col" className={isNumber}>
                {words.before}
              </th>
              <th scope="col" className={isNumber}>
                {words.after}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, name, was, became, variants, problem }) => (
              <tr key={id}>
                <th scope="row">
                  {name}
                  {variants > 0 && <span className={styles.hint}> – {words.variantsToo(variants)}</span>}
                  {problem && <span className={styles.wrong}> – {problem}</span>}
                </th>
                <td className={isNumber}>{wordsOf(was)}</td>
                <td className={isNumber}>
                  {wordsOf(became) === wordsOf(was) ? words.same : <strong>{wordsOf(became)}</strong>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
