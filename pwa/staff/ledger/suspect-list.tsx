import { formatDate } from '#pwa/lib/format.ts'
import type { CountedEntry, Suspect } from '#sync/protocol/staff/cash-count.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import styles from './ledger.module.css'
import * as words from './ledger-words.ts'

/** The possible causes of a difference, the likeliest first. */
export const SuspectList = ({ suspects }: { suspects: Suspect[] }) => (
  <section aria-labelledby="suspects">
    <h2 id="suspects">{words.possibleExplanations}</h2>
    <ul className={styles.suspects}>
      {suspects.map(({ kind, entries }) => (
        <li key={`${kind} ${entries.map(({ id }) => id).join(' ')}`}>
          <strong>{words.SUSPECT_WORDS[kind]}</strong>
          {entries.map(entry => (
            <span key={entry.id}>
              <EntryLine entry={entry} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  </section>
)

const EntryLine = ({ entry: { order_id, description, amount, tendered, user, at } }: { entry: CountedEntry }) => (
  <>
    {formatCedis(amount)},{' '}
    {order_id === null ? (
      description
    ) : (
      <a href={`/staff/orders/${order_id}/view`} target="_blank" rel="noreferrer">
        {description}
      </a>
    )}
    {tendered !== null && words.soMuchGiven(tendered)}
    {user && words.byOne(user.name)}, {formatDate(at)}
  </>
)
