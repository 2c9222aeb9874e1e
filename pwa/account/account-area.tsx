import Bell from 'lucide-react/icons/bell'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import MapPin from 'lucide-react/icons/map-pin'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import Undo from 'lucide-react/icons/undo-2'
import UserRound from 'lucide-react/icons/user-round'
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { loginFrom } from '#pwa/session/redirect.ts'
import { signedIn } from '#pwa/session/session.ts'
import { NavLink } from '#pwa/ui/link.tsx'
import styles from './account-area.module.css'
import * as words from './account-words.ts'

const PLACES = [
  { to: '/account-area/orders', name: words.orders, Icon: ClipboardList },
  { to: '/account-area/refunds', name: words.refunds, Icon: Undo },
  { to: '/account-area/addresses', name: words.addresses, Icon: MapPin },
  { to: '/account-area/coupons', name: words.coupons, Icon: TicketPercent },
  { to: '/account-area/alerts', name: words.alerts, Icon: Bell },
  { to: '/account-area/details', name: words.details, Icon: UserRound },
]

/** The frame around every screen of a customer's account. Guests sign in first and then reach the page they wanted. */
export function AccountArea() {
  const user = useAtomValue(signedIn)
  const location = useLocation()
  if (!user) return <Navigate to={loginFrom(location)} replace />
  return (
    <div className={styles.area}>
      <Places />
      <div className={styles.screen}>
        <Outlet />
      </div>
    </div>
  )
}

/** On a phone they scroll in a row, with the current one in view. */
function Places() {
  const row = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const here = PLACES.find(({ to }) => pathname.startsWith(to))?.to
  useEffect(() => {
    const link = here && row.current?.querySelector<HTMLElement>(`[href='${here}']`)
    if (link && row.current)
      row.current.scrollLeft =
        link.offsetLeft - row.current.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2
  }, [here])
  return (
    <nav ref={row} className={styles.places} aria-label={words.yourAccount}>
      {PLACES.map(({ to, name, Icon }) => (
        <NavLink key={to} to={to}>
          <Icon size={20} aria-hidden />
          {name}
        </NavLink>
      ))}
    </nav>
  )
}
