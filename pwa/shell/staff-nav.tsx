import Package from 'lucide-react/icons/package'
import Receipt from 'lucide-react/icons/receipt-text'
import ShoppingBasket from 'lucide-react/icons/shopping-basket'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Users from 'lucide-react/icons/users'
import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
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
export function StaffNav({ user, alone }: { user: SignedIn; alone: boolean }) {
  const Bar = alone ? 'header' : 'div'
  return (
    <Bar className={`${styles.nav} ${alone ? styles.alone : ''}`}>
      <div className={styles.bar}>
        {alone && <Brand />}
        <Places user={user} />
        {alone && <UserMenu user={user} />}
      </div>
    </Bar>
  )
}

/** On a phone they are a row that scrolls, and the place one is at is in view. */
function Places({ user }: { user: SignedIn }) {
  const row = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const here = PLACES.find(({ to }) => pathname.startsWith(to))?.to
  useEffect(() => {
    const link = here && row.current?.querySelector<HTMLElement>(`[href='${here}']`)
    if (link && row.current) row.current.scrollLeft = link.offsetLeft - row.current.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2
  }, [here])
  return (
    <nav ref={row} className={styles.links} aria-label="Staff">
      {PLACES.filter(({ clearance }) => clearanceOf(user.role_code) >= clearance).map(({ to, words, Icon }) => (
        <NavLink key={to} to={to} end={to === '/staff/orders'}><Icon size={20} aria-hidden />{words}</NavLink>
      ))}
    </nav>
  )
}
