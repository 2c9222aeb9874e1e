import { deliveryStartWords } from '#pwa/orders/order-words.ts'
import { Link } from '#pwa/ui/link.tsx'
import { formatPhone } from '#sync/protocol/phone.ts'
import type { ShopInfo } from '#sync/protocol/shop.ts'
import styles from './terms.module.css'

/** What the shop promises and asks for, in its own words from the settings: it stands beside the button that orders. */
export const OrderTerms = ({ shop }: { shop: ShopInfo }) => (
  <section className={styles.terms} aria-labelledby="terms">
    <h2 id="terms">Before you order</h2>
    <ul>
      {[deliveryStartWords(shop), shop.terms.delivery_time, shop.terms.pick_up, shop.terms.delivery_fee, shop.terms.service].filter(Boolean).map(words => <li key={words}>{words}</li>)}
    </ul>
  </section>
)

/** Who sells and on what terms: what section 47 of the Electronic Transactions Act has to be said before an order. */
export function SellerFacts({ shop: { seller, address, phones, email, terms } }: { shop: ShopInfo }) {
  const facts = [
    ['Seller', [seller.legal_name, seller.legal_status].filter(Boolean).join(', ')],
    ['Registration', seller.registration_number],
    ['Address', address],
    ['Phone', phones.map(formatPhone).join(' · ')],
    ['E-mail', email],
    ['Prices', terms.prices],
    ['Payment', terms.payment],
    ['Returns', terms.returns],
    ['Your data', terms.security],
  ].filter(([, words]) => words)
  return (
    <section className={styles.terms} aria-labelledby="seller">
      <h2 id="seller">Who sells to you</h2>
      <dl className={styles.facts}>{facts.map(([name, words]) => <div key={name}><dt>{name}</dt><dd>{words}</dd></div>)}</dl>
      <p className={styles.links}><Link to="/policy/shipping">Shipping policy</Link> <Link to="/policy/returns">Returns policy</Link></p>
    </section>
  )
}
