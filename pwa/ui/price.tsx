import { formatCedis } from '#sync/protocol/money.ts'
import styles from './price.module.css'
import * as words from './ui-words.ts'

/** The price in cedis, and the earlier price if it was higher. "From", if prices go on up to another. */
export const Price = ({ now, was = now, upTo = now }: { now: number; was?: number; upTo?: number }) => (
  <span className={`${styles.price} ${was > now ? styles.reduced : ''}`}>
    <span className={styles.now}>
      {upTo > now && <span className={styles.from}>{words.from}</span>}
      {formatCedis(now)}
    </span>
    {was > now && (
      <s className={styles.was}>
        <span className="visually-hidden">{words.was}</span>
        {formatCedis(was)}
      </s>
    )}
  </span>
)
