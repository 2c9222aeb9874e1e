import X from 'lucide-react/icons/x'
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Button, IconButton } from '#pwa/ui/button.tsx'
import { formatAmount, formatCedis } from '#sync/protocol/money.ts'
import { likelyParts, likelyTendered } from '#sync/protocol/pricing.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'
import { changeOfParts, type TenderPart } from '#sync/protocol/tender/parts.ts'
import { leftOf, type Cart, type Payment } from '../cart/open-cart.ts'
import { ReferenceField } from './reference-field.tsx'
import { changeOfTyped, nextTender, splitting, tendersLeft, typedPart, withPart } from './split.ts'
import { findTender, tenderName } from './tender.ts'
import { TenderChoice } from './tender-choice.tsx'
import { cashOf } from './typed-cash.ts'
import styles from './payment-form.module.css'
import * as words from '../cart/cart-words.ts'

interface Props {
  cart: Cart
  refused: boolean
  onChange: (payment: Partial<Payment>) => void
  /** Further ways of paying, beside the tenders. */
  children?: ReactNode
}

/** A payment in parts: what is left, the parts so far, and the next one until nothing is left. */
export function SplitForm({ cart, refused, onChange, children }: Props) {
  const parts = cart.parts ?? []
  const left = leftOf(cart)
  const cash = changeOfParts(parts)
  const leftLine = useRef<HTMLParagraphElement>(null)
  const change = (payment: Partial<Payment>) => {
    onChange(payment)
    leftLine.current?.focus()
  }
  return (
    <div className={styles.split} role="group" aria-label={words.splitPayment}>
      <p className={`${styles.left} ${left < 0 ? styles.wrong : ''}`} ref={leftLine} tabIndex={-1} role="status">
        {left > 0 ? (
          <>
            <span>{words.leftToPay}</span> <strong>{formatCedis(left)}</strong>
          </>
        ) : left < 0 ? (
          words.partsAreOver(-left)
        ) : (
          <>
            <span>{words.nothingLeft}</span>{' '}
            {cash && (
              <span>
                {words.change} <strong>{formatCedis(cash.change)}</strong>
              </span>
            )}
          </>
        )}
      </p>
      {parts.length > 0 && (
        <ol className={styles.parts} aria-label={words.parts}>
          {parts.map((part, index) => (
            <Part key={index} part={part} onRemove={() => change({ parts: parts.filter(other => other !== part) })} />
          ))}
        </ol>
      )}
      {left > 0 && (
        <NextPart key={parts.length} cart={cart} left={left} refused={refused} onChange={onChange} onAdd={change}>
          {children}
        </NextPart>
      )}
      {parts.length === 0 && (
        <Button type="button" kind="quiet" onClick={() => onChange(splitting(false))}>
          {words.onePayment}
        </Button>
      )}
    </div>
  )
}

function Part({ part, onRemove }: { part: TenderPart; onRemove: () => void }) {
  const name = tenderName(part.account_code)
  return (
    <li>
      <span>
        {name}
        {part.reference && <small>{part.reference}</small>}
        {part.tendered != null && <small>{words.changeOf(formatAmount(part.tendered))}</small>}
      </span>
      <strong>{formatCedis(part.amount)}</strong>
      <IconButton
        label={words.removePart(words.partShown(name, part.amount))}
        icon={<X size={20} aria-hidden />}
        onClick={onRemove}
      />
    </li>
  )
}

interface NextProps extends Props {
  left: number
  onAdd: (payment: Partial<Payment>) => void
}

/** The next part: by which way, how much, and its reference. */
function NextPart({ cart, left, refused, onChange, onAdd, children }: NextProps) {
  const parts = cart.parts ?? []
  const account_code = nextTender(cart)
  const isCash = account_code === CASH
  const [problem, setProblem] = useState<string | null>(null)
  const told = useId()
  const typed = cashOf(cart.tendered)
  const change = isCash ? changeOfTyped(cart) : 0
  const sums = isCash ? [...new Set([...likelyParts(left), ...likelyTendered(left)])].slice(0, 9) : likelyParts(left)
  const type = (payment: Partial<Payment>) => {
    setProblem(null)
    onChange(payment)
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    const next = typedPart(cart)
    if ('problem' in next) return setProblem(next.problem)
    onAdd(withPart(parts, next.part))
  }
  return (
    <form className={styles.next} onSubmit={add} noValidate>
      <TenderChoice tenders={tendersLeft(parts)} chosen={account_code} onChoose={code => type({ account_code: code })}>
        {children}
      </TenderChoice>
      <div className={styles.pair}>
        <label className={styles.box}>
          {isCash ? words.cashReceived : words.partAmount}
          <input
            value={cart.tendered}
            inputMode="decimal"
            autoComplete="off"
            placeholder={formatAmount(left)}
            aria-invalid={problem !== null || undefined}
            aria-describedby={told}
            onChange={event => type({ tendered: event.target.value })}
          />
        </label>
        <Button size="till" kind="secondary">
          {words.addPart}
        </Button>
      </div>
      <p className={problem ? styles.wrong : undefined} id={told} role="status">
        {problem ?? (change > 0 && `${words.change} ${formatCedis(change)}`)}
      </p>
      <div className={styles.quick} role="group" aria-label={words.quickAmounts}>
        {sums.map(sum => (
          <button
            key={sum}
            type="button"
            aria-pressed={(typed ?? left) === sum}
            onClick={() => type({ tendered: sum === left ? '' : String(sum) })}
          >
            {sum === left ? words.allThatIsLeft : formatAmount(sum).replace('.00', '')}
          </button>
        ))}
      </div>
      {!isCash && findTender(account_code)?.asks_reference !== 'NO' && (
        <ReferenceField cart={{ ...cart, account_code }} refused={refused || problem !== null} onChange={type} />
      )}
    </form>
  )
}
