import * as deliveryWords from '#pwa/orders/delivery-words.ts'
import { Link } from '#pwa/ui/link.tsx'
import { formatPhone } from '#sync/protocol/phone.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'
import * as words from './review-words.ts'
import styles from './terms.module.css'

/** The shop's terms, in its own words from the settings, beside the button that places the order. */
export const OrderTerms = ({ shop }: { shop: ShopInfo }) => (
  <section className={styles.terms} aria-labelledby="terms">
    <h2 id="terms">{words.beforeYouOrder}</h2>
    <ul>
      {[
        deliveryWords.startOf(shop),
        shop.terms.delivery_time,
        shop.terms.pick_up,
        shop.terms.delivery_fee,
        shop.terms.service,
      ]
        .filter(Boolean)
        .map(term => (
          <li key={term}>{term}</li>
        ))}
    </ul>
  </section>
)

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
    <section className={styles.terms} aria-labelledby="seller">
      <h2 id="seller">{words.whoSells}</h2>
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
    </section>
  )
}
