import { useAtomValue } from 'jotai'
import Split from 'lucide-react/icons/split'
import { useId } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { formatAmount, formatCedis } from '#sync/protocol/money.ts'
import { changeDue, likelyTendered } from '#sync/protocol/pricing.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'
import { CardBox, CardPart } from './card-box.tsx'
import { cardBox, showCardBox } from './card-tender.ts'
import { cashOf } from './typed-cash.ts'
import { CustomerFields } from './customer-fields.tsx'
import { restOf, type Cart, type Payment } from '../cart/open-cart.ts'
import { ReferenceField } from './reference-field.tsx'
import { SplitForm } from './split-form.tsx'
import { splitting } from './split.ts'
import { TenderChoice } from './tender-choice.tsx'
import { CARD_ICON } from './tender-icons.ts'
import { findTender, tendersOffered } from './tender.ts'
import { useReplica } from '../use-till.ts'
import styles from './payment-form.module.css'
import * as cartWords from '../cart/cart-words.ts'

interface Props {
  cart: Cart
  total: number
  disabled: boolean
  /** Checkout was refused with this cart. */
  refused: boolean
  onChange: (payment: Partial<Payment>) => void
}

/** The payment: the account, cash with change or a reference, and the customer if given. */
export function PaymentForm({ cart, total, disabled, refused, onChange }: Props) {
  useReplica()
  const box = useAtomValue(cardBox)
  const rest = restOf(cart)
  const isCovered = cart.card != null && total > 0 && rest === 0 && !cart.parts?.length
  return (
    <fieldset className={styles.form} disabled={disabled} ref={focusFirst}>
      <legend className="visually-hidden">{cartWords.payment}</legend>
      {cart.card && <CardPart cart={cart} total={total} />}
      {!isCovered && (
        <Tenders cart={cart} rest={rest} isCardOpen={box.open && !cart.card} refused={refused} onChange={onChange} />
      )}
      {box.open && !cart.card && <CardBox />}
      <CustomerFields cart={cart} refused={refused} onChange={onChange} />
    </fieldset>
  )
}

/** The amount that is wrong, else the tender: a box for text would bring up the keyboard of a tablet. */
function focusFirst(form: HTMLFieldSetElement | null) {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid=true]')
  const first = wrong ?? form?.querySelector<HTMLElement>('input:checked, button')
  first?.focus({ preventScroll: true })
}

interface TendersProps {
  cart: Cart
  rest: number
  isCardOpen: boolean
  refused: boolean
  onChange: Props['onChange']
}

/** How the customer pays what a gift card does not. */
function Tenders({ cart, rest, isCardOpen, refused, onChange }: TendersProps) {
  const tenders = tendersOffered()
  const card = !cart.card && (
    <button type="button" className={styles.tender} aria-expanded={isCardOpen} onClick={() => showCardBox(!isCardOpen)}>
      <CARD_ICON size={20} aria-hidden />
      {cartWords.giftCard}
    </button>
  )
  const change = (payment: Partial<Payment>) => {
    showCardBox(false)
    onChange(payment)
  }
  if (cart.parts)
    return (
      <SplitForm cart={cart} refused={refused} onChange={change}>
        {card}
      </SplitForm>
    )
  return (
    <>
      <TenderChoice
        tenders={tenders}
        chosen={isCardOpen ? null : cart.account_code}
        onChoose={account_code => change({ account_code })}
      >
        {card}
      </TenderChoice>
      {isCardOpen ? null : cart.account_code === CASH ? (
        <Cash tendered={cart.tendered} total={rest} onChange={onChange} />
      ) : findTender(cart.account_code)?.asks_reference === 'NO' ? null : (
        <ReferenceField cart={cart} refused={refused} onChange={onChange} />
      )}
      {tenders.length > 1 && rest > 0 && (
        <Button
          type="button"
          kind="quiet"
          icon={<Split size={20} aria-hidden />}
          onClick={() => change(splitting(true))}
        >
          {cartWords.split}
        </Button>
      )}
    </>
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
        {likelyTendered(total, 7).map(amount => (
          <button
            key={amount}
            type="button"
            disabled={total === 0}
            aria-pressed={(cash ?? total) === amount}
            onClick={() => onChange({ tendered: String(amount) })}
          >
            {amount === total ? cartWords.exact : formatAmount(amount).replace('.00', '')}
          </button>
        ))}
      </div>
    </>
  )
}
