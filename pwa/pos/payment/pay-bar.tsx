import ChevronRight from 'lucide-react/icons/chevron-right'
import Split from 'lucide-react/icons/split'
import { formatAmount } from '#sync/protocol/money.ts'
import { likelyTendered } from '#sync/protocol/pricing.ts'
import { CASH } from '#sync/protocol/tender/tender.ts'
import { cashOf } from './typed-cash.ts'
import { restOf, totalOf, type Cart, type Payment } from '../cart/open-cart.ts'
import styles from './pay-bar.module.css'
import { CARD_ICON, TENDER_ICONS } from './tender-icons.ts'
import { findTender, tenderName } from './tender.ts'
import { useReplica } from '../use-till.ts'
import * as words from '../cart/cart-words.ts'

interface Props {
  cart: Cart
  disabled: boolean
  /** The payment was just closed: focus returns to the button that opened it. */
  isBack: boolean
  onOpen: () => void
  onChange: (payment: Partial<Payment>) => void
}

/** How the cart is paid, in one row: the way to the payment, and for cash the sums that customers hand over. */
export function PayBar({ cart, disabled, isBack, onOpen, onChange }: Props) {
  useReplica()
  const rest = restOf(cart)
  const count = cart.parts?.length ?? 0
  const isCovered = cart.card != null && totalOf(cart) > 0 && rest === 0 && count === 0
  const isCash = !isCovered && !cart.parts && cart.account_code === CASH
  const Icon = isCovered ? CARD_ICON : cart.parts ? Split : TENDER_ICONS[findTender(cart.account_code)?.kind ?? 'OTHER']
  const name = isCovered ? words.giftCard : cart.parts ? words.splitInto(count) : tenderName(cart.account_code)
  const note = isCash ? cart.customer_name : cart.reference || cart.customer_name
  const cash = cashOf(cart.tendered)
  const sums = isCash && rest > 0 ? likelyTendered(rest).slice(1) : []
  return (
    <fieldset className={styles.bar} disabled={disabled}>
      <legend className="visually-hidden">{words.payment}</legend>
      <button
        type="button"
        className={styles.way}
        ref={isBack ? focus : undefined}
        aria-label={words.payBy(name, note)}
        onClick={onOpen}
      >
        <Icon size={20} aria-hidden />
        <span>
          {name}
          {note && <small>{note}</small>}
        </span>
        <ChevronRight size={16} aria-hidden />
      </button>
      {sums.map(sum => (
        <button
          key={sum}
          type="button"
          className={styles.sum}
          aria-pressed={cash === sum}
          onClick={() => onChange({ tendered: cash === sum ? '' : String(sum) })}
        >
          {formatAmount(sum).replace('.00', '')}
        </button>
      ))}
    </fieldset>
  )
}

const focus = (button: HTMLButtonElement | null) => button?.focus()
