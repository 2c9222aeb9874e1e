import ChevronDown from 'lucide-react/icons/chevron-down'
import * as deliveryWords from '#pwa/orders/delivery-words.ts'
import { Link } from '#pwa/ui/link.tsx'
import { formatPhone } from '#sync/protocol/phone.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'
import { isAgreedWithRider, type Destination } from '#sync/protocol/shipping.ts'
import * as words from './review-words.ts'
import styles from './terms.module.css'

/** The shop's terms for this delivery, in its own words from the settings, before the button that places the order. */
export const OrderTerms = ({ shop, destination }: { shop: ShopInfo; destination: Destination }) => (
  <section className={styles.terms} aria-labelledby="terms">
    <h2 id="terms">{words.beforeYouOrder}</h2>
    <ul>
      {termsOf(shop, destination)
        .filter(Boolean)
        .map(term => (
          <li key={term}>{term}</li>
        ))}
    </ul>
  </section>
)

const termsOf = (shop: ShopInfo, destination: Destination): string[] =>
  destination.delivery_method_code === 'delivery'
    ? [
        deliveryWords.startOf(shop),
        shop.terms.delivery_time,
        isAgreedWithRider(destination) ? shop.terms.delivery_fee : '',
        shop.terms.service,
      ]
    : [shop.terms.pick_up, shop.terms.service]

/** The seller and the terms: section 47 of the Electronic Transactions Act requires them before an order. */
export function SellerFacts({ shop: { seller, address, phones, email, terms } }: { shop: ShopInfo }) {
  const facts = [
    [words.seller, [seller.legal_name, seller.legal_status].filter(Boolean).join(', ')],
    [words.registration, seller.registration_number],
    [words.address, address],
    [words.phone, phones.map(formatPhone).join(' · ')],
    [words.email, email],
    [words.prices, terms.prices],
    [words.payment, terms.payment],
    [words.returns, terms.returns],
    [words.yourOrder, words.record],
    [words.yourData, terms.security],
  ].filter(([, fact]) => fact)
  return (
    <section aria-labelledby="seller">
      <details className={styles.fold}>
        <summary>
          <h2 id="seller">{words.whoSells}</h2>
          <ChevronDown size={20} aria-hidden />
        </summary>
        <dl className={styles.facts}>
          {facts.map(([name, fact]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
        <p className={styles.links}>
          <Link to="/policy/shipping">{words.shippingPolicy}</Link>{' '}
          <Link to="/policy/returns">{words.returnsPolicy}</Link>
        </p>
      </details>
    </section>
  )
}
