import Package from 'lucide-react/icons/package'
import Receipt from 'lucide-react/icons/receipt-text'
import ShoppingBasket from 'lucide-react/icons/shopping-basket'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Users from 'lucide-react/icons/users'
import { NavLink } from 'react-router-dom'
import type { SignedIn } from '#pwa/lib/session.ts'
import { clearanceOf, MANAGEMENT, STAFF } from '#sync/protocol/roles.ts'
import { Brand } from './brand.tsx'
import styles from './staff-nav.module.css'
import { UserMenu } from './user-menu.tsx'

const PLACES = [
  { to: '/staff/orders/add', words: 'Store Order', Icon: ShoppingBasket, clearance: STAFF },
  { to: '/staff/till/sales', words: 'Today’s sales', Icon: Receipt, clearance: STAFF },
  { to: '/staff/orders', words: 'Orders', Icon: ClipboardList, clearance: STAFF },
  { to: '/staff/products', words: 'Products', Icon: Package, clearance: STAFF },
  { to: '/staff/exceptions', words: 'Exceptions', Icon: TriangleAlert, clearance: STAFF },
  { to: '/staff/users', words: 'Users', Icon: Users, clearance: MANAGEMENT },
]

/** The staff's places, as far as this person's clearance goes. `alone`: it is the page's only bar, with mark and way out. */
export const StaffNav = ({ user, alone }: { user: SignedIn; alone: boolean }) => (
  <div className={`${styles.nav} ${alone ? styles.alone : ''}`}>
    <div className={styles.bar}>
      {alone && <Brand />}
      <nav className={styles.links} aria-label="Staff">
        {PLACES.filter(({ clearance }) => clearanceOf(user.role_code) >= clearance).map(({ to, words, Icon }) => (
          <NavLink key={to} to={to} end={to === '/staff/orders'}><Icon size={20} aria-hidden />{words}</NavLink>
        ))}
      </nav>
      {alone && <UserMenu user={user} />}
    </div>
  </div>
)
