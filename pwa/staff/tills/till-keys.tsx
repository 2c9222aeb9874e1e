import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { formatDate } from '#pwa/lib/format.ts'
import { say } from '#pwa/lib/notice.ts'
import { Chip } from '#pwa/ui/chip.tsx'
import type { TillDetail, TillKey } from '#sync/protocol/till.ts'
import { ApproveTill } from './approve-till.tsx'
import { keyWords } from './key-words.ts'
import styles from './tills.module.css'
import * as words from './till-words.tsx'

/** The signing keys of a till, and approving one. */
export function TillKeys({ till: { id, keys } }: { till: TillDetail }) {
  return (
    <section className={styles.part} aria-labelledby="keys">
      <h2 id="keys">{words.keys}</h2>
      <p className={styles.soft}>{keys.length === 0 ? keyWords.none : keyWords.about}</p>
      {keys.length > 0 && (
        <ul className={`bare ${styles.gaps}`}>
          {keys.map(key => (
            <Key key={key.key_id} till={id} of={key} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Key({
  till,
  of: { key_id, approved, forked, cosigned_by, enrolled_by, created_at, chain },
}: {
  till: number
  of: TillKey
}) {
  return (
    <li>
      <p>
        <code title={key_id}>{key_id.slice(0, 8)}</code>{' '}
        {approved ? (
          <Chip kind="ok" icon={<CircleCheck size={16} aria-hidden />}>
            {keyWords.approved}
          </Chip>
        ) : (
          <Chip kind="warn" icon={<TriangleAlert size={16} aria-hidden />}>
            {keyWords.waiting}
          </Chip>
        )}{' '}
        {forked && (
          <Chip kind="bad" icon={<TriangleAlert size={16} aria-hidden />}>
            {keyWords.forked}
          </Chip>
        )}
      </p>
      <p className={styles.soft}>
        {words.setUp} {formatDate(created_at)}
        {enrolled_by && words.byWhom(enrolled_by.name)}
        {cosigned_by && words.vouchedFor(cosigned_by.slice(0, 8))}.{' '}
        {chain.seq > 0 ? words.signedUpTo(chain.seq) : keyWords.unused}
      </p>
      {!approved && <ApproveTill till_id={till} key_id={key_id} onApproved={words => say({ words })} />}
    </li>
  )
}
