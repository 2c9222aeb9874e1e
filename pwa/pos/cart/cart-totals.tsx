import { formatAmount, formatCedis } from '#sync/protocol/money.ts'
import { changeDue } from '#sync/protocol/pricing.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'
import { cashOf } from '../payment/typed-cash.ts'
import { countOf, leftOf, restOf, totalOf, type Cart } from './open-cart.ts'
import styles from './cart-panel.module.css'
import * as words from './cart-words.ts'

/** What the cart costs and, where the payment itself is not in sight, the change for the cash received. */
export function CartTotals({ cart, withChange }: { cart: Cart; withChange: boolean }) {
  const total = totalOf(cart)
  const rest = restOf(cart)
  const isSplit = Boolean(cart.parts?.length)
  const toPay = leftOf(cart)
  const cash = cart.account_code === CASH && !cart.parts ? cashOf(cart.tendered) : null
  const isCounted = withChange && cash !== null && !Number.isNaN(cash) && rest > 0
  const change = isCounted ? changeDue(rest, cash) : null
  const left = isCounted && (change === null ? words.short(changeDue(cash, rest) ?? 0) : formatCedis(change))
  return (
    <>
      <dl className={styles.totals}>
        <div>
          <dt>{words.subtotal(countOf(cart))}</dt>
          <dd>{formatCedis(total)}</dd>
        </div>
        <div className={styles.total}>
          <dt>{words.totalLabel}</dt>
          <dd>{formatCedis(total)}</dd>
        </div>
        {withChange && isSplit && (
          <div className={toPay === 0 ? styles.change : styles.short}>
            <dt>{words.leftToPay}</dt>
            <dd>{formatCedis(toPay)}</dd>
          </div>
        )}
        {isCounted && (
          <div className={change === null ? styles.short : styles.change}>
            <dt>{words.changeOf(formatAmount(cash))}</dt>
            <dd>{left}</dd>
          </div>
        )}
      </dl>
      <p className="visually-hidden" role="status">
        {isCounted && `${words.change}: ${left}`}
      </p>
    </>
  )
}
