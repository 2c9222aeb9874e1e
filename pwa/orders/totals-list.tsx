import { formatCedis } from '#sync/protocol/money.ts'
import type { Totals } from '#sync/protocol/pricing.ts'
import { isAgreedWithRider, type Destination } from '#sync/protocol/shipping.ts'
import * as words from './delivery-words.ts'
import styles from './totals-list.module.css'

interface Props {
  totals: Totals
  destination: Destination
  /** The delivery fee is unknown until a zone is chosen. */
  isOpen?: boolean
  /** The applied code, if any. */
  code?: string | null
  /** What a gift card pays of the total. */
  gift?: number
}

/** The totals, part by part. A fee agreed with the rider is not part of them, and is shown in words. */
export const TotalsList = ({ totals, destination, isOpen = false, code = null, gift = 0 }: Props) => (
  <dl className={styles.totals}>
    <dt>{words.amounts.subtotal}</dt>
    <dd>{formatCedis(totals.subtotal)}</dd>
    <dt>{isAgreedWithRider(destination) ? words.delivery : words.amounts.shipping_fee}</dt>
    <dd>{isOpen ? words.chooseZone : words.feeOf(destination, totals.shipping_fee)}</dd>
    {(totals.discount > 0 || code) && (
      <>
        <dt>
          {words.amounts.discount}
          {code && <span className={styles.code}> {code}</span>}
        </dt>
        <dd>{formatCedis(-totals.discount)}</dd>
      </>
    )}
    <dt className={styles.sum}>{words.amounts.total}</dt>
    <dd className={styles.sum}>{formatCedis(totals.total)}</dd>
    {gift > 0 && (
      <>
        <dt>{words.giftCard}</dt>
        <dd>{formatCedis(-gift)}</dd>
      </>
    )}
  </dl>
)
