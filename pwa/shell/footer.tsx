import { Fragment } from 'react'
import { whatsAppLink } from '#pwa/browser/outward-links.ts'
import { useSignedIn } from '#pwa/session/use-signed-in.ts'
import { Link } from '#pwa/ui/link.tsx'
import { formatCedis } from '#sync/protocol/money.ts'
import { formatPhone } from '#sync/protocol/phone.ts'
import { Brand } from './brand.tsx'
import styles from './footer.module.css'
import * as words from './frame-words.ts'
import { PayMarks } from './pay-marks.tsx'
import { useShop } from './use-shop.ts'

/** A device may still hold the shop's facts from before `social` was among them. */
export function Footer() {
  const shop = useShop()
  const user = useSignedIn()
  return (
    <footer className={styles.footer}>
      <div className={styles.edge} aria-hidden />
      <div className={styles.columns}>
        <div className={styles.about}>
          <Brand />
          <p>{shop?.tagline}</p>
          <address>{shop?.address}</address>
          <PayMarks />
          {shop?.whatsapp && (
            <a href={whatsAppLink(shop.whatsapp, words.hello(shop.name))} target="_blank" rel="noreferrer">
              {words.whatsApp(formatPhone(shop.whatsapp))}
            </a>
          )}
        </div>
        <nav aria-label={words.aboutTheShop}>
          <h2>{words.aboutTheShop}</h2>
          <ul className="bare">
            <li>
              <Link to="/about">{words.ourStory}</Link>
            </li>
            <li>
              <Link to="/contact">{words.contact}</Link>
            </li>
            <li>
              <Link to="/newsletter">{words.newsletter}</Link>
            </li>
            {!user && (
              <li>
                <Link to="/login">{words.login}</Link>
              </li>
            )}
            {!user && (
              <li>
                <Link to="/register">{words.register}</Link>
              </li>
            )}
          </ul>
        </nav>
        <nav aria-label={words.policies}>
          <h2>{words.goodToKnow}</h2>
          <ul className="bare">
            <li>
              <Link to="/policy/shipping">{words.shippingPolicy}</Link>
            </li>
            <li>
              <Link to="/policy/returns">{words.returnsPolicy}</Link>
            </li>
            <li>
              <Link to="/policy/privacy">{words.privacyPolicy}</Link>
            </li>
            <li>
              <Link to="/gift-card">{words.giftCard}</Link>
            </li>
            {shop?.social?.map(({ name, url }) => (
              <li key={url}>
                <a href={url} target="_blank" rel="noreferrer">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {shop?.hours.length !== 0 && (
          <div className={styles.times}>
            <h2>{words.storeHours}</h2>
            <dl className={styles.hours}>
              {shop?.hours.map(({ days, hours }) => (
                <Fragment key={days}>
                  <dt>{days}</dt>
                  <dd>{hours}</dd>
                </Fragment>
              ))}
            </dl>
          </div>
        )}
        <div className={styles.times}>
          <h2>{words.deliveryFacts}</h2>
          <p className={styles.soft}>
            {words.delivery} {shop?.free_delivery_over != null && words.freeOver(formatCedis(shop.free_delivery_over))}
          </p>
        </div>
      </div>
    </footer>
  )
}
