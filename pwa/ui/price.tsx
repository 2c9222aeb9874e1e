import { formatCedis } from '#sync/protocol/money.ts'
import styles from './price.module.css'
import * as words from './ui-words.ts'

/** The price in cedis, and the earlier price if it was higher. */
export const Price = ({ now, was = now }: { now: number; was?: number }) => (
  <span className={`${styles.price} ${was > now ? styles.reduced : ''}`}>
    <span className={styles.now}>{formatCedis(now)}</span>
    {was > now && (
      <s className={styles.was}>
        <span className="visually-hidden">{words.was}</span>
        {formatCedis(was)}
      </s>
    )}
  </span>
)
