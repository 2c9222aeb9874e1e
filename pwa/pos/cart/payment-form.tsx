import Banknote from 'lucide-react/icons/banknote'
import CreditCard from 'lucide-react/icons/credit-card'
import Smartphone from 'lucide-react/icons/smartphone'
import { useId, useState } from 'react'
import { formatAmount, formatCedis } from '#sync/protocol/money.ts'
import { changeDue, likelyTendered } from '#sync/protocol/pricing.ts'
import type { Tender } from '#sync/protocol/sale.ts'
import { cashOf } from './checkout.ts'
import type { Cart, Payment } from './open-cart.ts'
import { tenderName, tendersIn } from './tender.ts'
import { replica } from '../till.ts'
import { useReplica } from '../use-till.ts'
import styles from './payment-form.module.css'
import * as cartWords from './cart-words.ts'

const ICONS: Record<Tender, typeof Banknote> = { CASH: Banknote, MTN_MOBILE_MONEY: Smartphone, BANK: CreditCard }

interface Props {
  cart: Cart
  total: number
  disabled: boolean
  onChange: (payment: Partial<Payment>) => void
}

/** The payment: the account, cash with change or a reference, and the customer if given. */
export function PaymentForm({ cart, total, disabled, onChange }: Props) {
  useReplica()
  const group = useId()
  // Its value at the first render: clearing the name must not fold its own box away.
  const [isNamed] = useState(cart.customer_name !== '' || cart.customer_phone !== '')
  return (
    <fieldset className={styles.form} disabled={disabled}>
      <legend className="visually-hidden">{cartWords.payment}</legend>
      <div className={styles.tenders} role="radiogroup" aria-label={cartWords.paymentAccount}>
        {tendersIn(replica.accounts()).map(tender => {
          const Icon = ICONS[tender]
          return (
            <label key={tender} className={styles.tender}>
              <input
                type="radio"
                name={group}
                value={tender}
                checked={cart.account_code === tender}
                onChange={() => onChange({ account_code: tender })}
              />
              <Icon size={20} aria-hidden />
              {tenderName(tender)}
            </label>
          )
        })}
      </div>
      {cart.account_code === 'CASH' ? (
        <Cash tendered={cart.tendered} total={total} onChange={onChange} />
      ) : (
        <label className={styles.box}>
          {cartWords.reference}{' '}
          <input
            value={cart.reference}
            maxLength={120}
            autoComplete="off"
            placeholder={cartWords.optional}
            onChange={event => onChange({ reference: event.target.value })}
          />
        </label>
      )}
      <details className={styles.customer} open={isNamed}>
        <summary>
          {cartWords.customer} {cart.customer_name || cartWords.noCustomer}
        </summary>
        <div className={styles.pair}>
          <label className={styles.box}>
            {cartWords.customerName}{' '}
            <input
              value={cart.customer_name}
              maxLength={120}
              autoComplete="off"
              onChange={event => onChange({ customer_name: event.target.value })}
            />
          </label>
          <label className={styles.box}>
            {cartWords.customerPhone}{' '}
            <input
              value={cart.customer_phone}
              type="tel"
              maxLength={30}
              autoComplete="off"
              onChange={event => onChange({ customer_phone: event.target.value })}
            />
          </label>
        </div>
      </details>
    </fieldset>
  )
}

/** The cash received and the change. Empty means paid exactly. */
function Cash({ tendered, total, onChange }: Pick<Cart, 'tendered'> & { total: number; onChange: Props['onChange'] }) {
  const cash = cashOf(tendered)
  const change = cash === null || Number.isNaN(cash) ? null : changeDue(total, cash)
  const isWrong = cash !== null && change === null
  const words = useId()
  return (
    <>
      <div className={styles.pair}>
        <label className={styles.box}>
          {cartWords.cashReceived}
          <input
            value={tendered}
            inputMode="decimal"
            autoComplete="off"
            placeholder={formatAmount(total)}
            aria-invalid={isWrong || undefined}
            aria-describedby={words}
            onChange={event => onChange({ tendered: event.target.value })}
          />
        </label>
        <p className={`${styles.change} ${isWrong ? styles.wrong : ''}`} id={words} role="status">
          {isWrong ? (
            Number.isNaN(cash) ? (
              cartWords.notAnAmount
            ) : (
              cartWords.short(changeDue(cash, total) ?? 0)
            )
          ) : (
            <>
              <span>{cartWords.change}</span> <strong>{formatCedis(change ?? 0)}</strong>
            </>
          )}
        </p>
      </div>
      <div className={styles.quick} role="group" aria-label={cartWords.quickAmounts}>
        {likelyTendered(total).map(amount => (
          <button
            key={amount}
            type="button"
            disabled={total === 0}
            onClick={() => onChange({ tendered: String(amount) })}
          >
            {amount === total ? cartWords.exact : formatAmount(amount).replace('.00', '')}
          </button>
        ))}
      </div>
    </>
  )
}
