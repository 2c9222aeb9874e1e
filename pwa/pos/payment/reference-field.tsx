import { useId } from 'react'
import { formatShortDate } from '#pwa/lib/format.ts'
import type { Cart, Payment } from '../cart/open-cart.ts'
import styles from './payment-form.module.css'
import { findTender } from './tender.ts'
import { isReferenceNeeded, referenceProblem, useUsedReference } from './used-reference.ts'
import * as words from '../cart/cart-words.ts'

interface Props {
  cart: Cart
  /** Checkout was refused with this cart. */
  refused: boolean
  onChange: (payment: Partial<Payment>) => void
}

/** What proves a payment that is not in cash. One that another sale has only warns: the server tells a manager. */
export function ReferenceField({ cart, refused, onChange }: Props) {
  const id = useId()
  const used = useUsedReference(cart)
  const needed = isReferenceNeeded(cart)
  const { kind = 'OTHER' } = findTender(cart.account_code) ?? {}
  const problem = cart.reference !== '' || refused ? referenceProblem(cart) : null
  const said = problem ?? (used && words.referenceUsed(used.number, formatShortDate(used.occurred_at)))
  return (
    <div className={styles.box}>
      <label className={styles.box}>
        {words.reference}{' '}
        <input
          value={cart.reference}
          maxLength={120}
          autoComplete="off"
          aria-required={needed}
          placeholder={needed ? words.referenceFrom[kind] : words.optional}
          aria-invalid={problem !== null || undefined}
          aria-describedby={id}
          onChange={event => onChange({ reference: event.target.value })}
        />
      </label>
      <p id={id} role="status" className={said ? styles.wrong : undefined}>
        {said}
      </p>
    </div>
  )
}
