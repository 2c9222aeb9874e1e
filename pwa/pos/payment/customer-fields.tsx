import { useEffect, useId, useState } from 'react'
import type { Cart, Payment } from '../cart/open-cart.ts'
import { loadPhoneRules, readPhone } from './customer-phone.ts'
import styles from './payment-form.module.css'
import * as words from '../cart/cart-words.ts'

interface Props {
  cart: Cart
  /** Checkout was refused with this cart. */
  refused: boolean
  onChange: (payment: Partial<Payment>) => void
}

/** The customer, if given. A phone is checked once the cashier leaves its field. */
export function CustomerFields({ cart, refused, onChange }: Props) {
  const id = useId()
  const [isLeft, setLeft] = useState(cart.customer_phone !== '')
  const [, setReady] = useState(false)
  useEffect(() => void loadPhoneRules().then(() => setReady(true)), [])
  const isWrong = (isLeft || refused) && readPhone(cart.customer_phone) === null
  return (
    <div className={styles.customer} role="group" aria-label={words.customer}>
      <p>{words.customerIfGiven}</p>
      <div className={styles.pair}>
        <label className={styles.box}>
          {words.customerName}{' '}
          <input
            value={cart.customer_name}
            maxLength={120}
            autoComplete="off"
            onChange={event => onChange({ customer_name: event.target.value })}
          />
        </label>
        <label className={styles.box}>
          {words.customerPhone}{' '}
          <input
            value={cart.customer_phone}
            type="tel"
            maxLength={30}
            autoComplete="off"
            aria-invalid={isWrong || undefined}
            aria-describedby={id}
            onBlur={() => setLeft(true)}
            onChange={event => onChange({ customer_phone: event.target.value })}
          />
        </label>
      </div>
      <p id={id} role="status" className={isWrong ? styles.wrong : undefined}>
        {isWrong && words.phoneWrong}
      </p>
    </div>
  )
}
