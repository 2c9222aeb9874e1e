import ChevronDown from 'lucide-react/icons/chevron-down'
import * as orderingWords from '#pwa/orders/ordering-words.ts'
import { TotalsList } from '#pwa/orders/totals-list.tsx'
import { Link } from '#pwa/ui/link.tsx'
import { Picture } from '#pwa/ui/picture.tsx'
import { Swatch } from '#pwa/ui/swatch.tsx'
import { cartLineTotal, type CartItem } from '#sync/protocol/shop/cart.ts'
import type { CheckoutCoupon } from '#sync/protocol/entities/coupon.ts'
import type { DeliveryZone } from '#sync/protocol/entities/delivery-zone.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { whyCouponRests, type Totals } from '#sync/protocol/pricing.ts'
import { needsZone } from '#sync/protocol/shipping.ts'
import type { FieldErrors } from './check-information.ts'
import * as words from './checkout-words.ts'
import { CouponBox } from './coupon-box.tsx'
import type { Draft } from './draft.ts'
import styles from './order-summary.module.css'
import { destinationOf, linesOf } from './use-checkout.ts'

interface Props {
  items: readonly CartItem[] | undefined
  totals: Totals | undefined
  typed: Draft
  zone: DeliveryZone | null
  applied: CheckoutCoupon | null
  /** The shop's messages about lines and the code. */
  errors?: FieldErrors
  /** Open on a phone too. */
  isOpen?: boolean
}

/** The order's lines and totals. On a phone it folds; from 900 px it is on the right. */
export function OrderSummary({ items = [], totals, typed, zone, applied, errors = {}, isOpen = false }: Props) {
  const destination = destinationOf(typed, zone)
  return (
    <aside className={styles.summary} aria-label={orderingWords.yourOrder}>
      <details open={isOpen || undefined} className={styles.fold}>
        <summary>
          <span>
            {orderingWords.yourOrder} <ChevronDown size={16} aria-hidden />
          </span>
          <strong>{totals ? formatCedis(totals.total) : ' '}</strong>
        </summary>
      </details>
      <div className={styles.inside}>
        <div className={styles.head}>
          <h2>{orderingWords.yourOrder}</h2>
          <Link to="/cart">{words.change}</Link>
        </div>
        <ul className={`bare ${styles.lines}`}>
          {items.map(item => (
            <Line key={item.id} item={item} errors={errors[`variation_${item.product_variation_id}`]} />
          ))}
        </ul>
        <CouponBox
          errors={errors.coupon_code}
          rests={applied && items.length > 0 ? whyCouponRests(applied, linesOf(items)) : null}
        />
        {totals && (
          <div aria-live="polite">
            <TotalsList
              totals={totals}
              destination={destination}
              isOpen={needsZone(destination) && !zone}
              code={applied?.code ?? null}
            />
          </div>
        )}
      </div>
    </aside>
  )
}

function Line({ item, errors = [] }: { item: CartItem; errors?: readonly string[] | undefined }) {
  const { product, size, colour } = item.product_variation
  return (
    <li>
      <Picture image={product.images[0]} alt="" sizes="56px" className={styles.picture} />
      <div className={styles.what}>
        <span className={styles.name}>{product.name}</span>
        <span className={styles.choice}>
          <span>{size.name} ·</span>
          {colour && (
            <span>
              <Swatch code={colour.code} size={14} /> {colour.name} ·
            </span>
          )}
          <span>{words.pieces(item.quantity)}</span>
        </span>
        {errors.map(error => (
          <span key={error} className={styles.wrong} role="alert">
            {error}
          </span>
        ))}
      </div>
      <span className={styles.total}>{formatCedis(cartLineTotal(item))}</span>
    </li>
  )
}
