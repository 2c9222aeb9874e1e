import { Fragment } from 'react'
import { useSignedIn } from '#pwa/session/use-signed-in.ts'
import { Link } from '#pwa/ui/link.tsx'
import { Brand } from './brand.tsx'
import styles from './footer.module.css'
import * as words from './frame-words.ts'
import { useShop } from './use-shop.ts'

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
      </div>
    </footer>
  )
}
