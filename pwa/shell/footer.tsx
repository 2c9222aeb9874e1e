import { Fragment } from 'react'
import { useSignedIn } from '#pwa/lib/use-signed-in.ts'
import { Link } from '#pwa/ui/link.tsx'
import { Brand } from './brand.tsx'
import styles from './footer.module.css'
import { useShop } from './use-shop.ts'

/** What the door says, until the settings are here. */
const HOURS = [{ days: 'Sunday', hours: 'closed' }, { days: 'Monday to Saturday', hours: '8:00 am – 7:00 pm' }]

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
        <nav aria-label="About the shop">
          <h2>About the shop</h2>
          <ul className="bare">
            <li><Link to="/about">Our story</Link></li>
            <li><Link to="/contact">Contact</Link></li>
            {!user && <li><Link to="/login">Login</Link></li>}
            {!user && <li><Link to="/register">Register</Link></li>}
          </ul>
        </nav>
        <nav aria-label="Policies">
          <h2>Good to know</h2>
          <ul className="bare">
            <li><Link to="/policy/shipping">Shipping policy</Link></li>
            <li><Link to="/policy/returns">Returns policy</Link></li>
          </ul>
        </nav>
        <div className={styles.times}>
          <h2>Store hours</h2>
          <dl className={styles.hours}>
            {(shop?.hours ?? HOURS).map(({ days, hours }) => <Fragment key={days}><dt>{days}</dt><dd>{hours}</dd></Fragment>)}
          </dl>
        </div>
      </div>
    </footer>
  )
}
