import Menu from 'lucide-react/icons/menu'
import User from 'lucide-react/icons/user-round'
import { useLocation } from 'react-router-dom'
import { lazyPart } from '#pwa/lib/lazy-screen.ts'
import { loginFrom } from '#pwa/session/redirect.ts'
import { useSignedIn } from '#pwa/session/use-signed-in.ts'
import { GatheredLinks } from '#pwa/shop/bag/gathered-links.tsx'
import { Link, NavLink } from '#pwa/ui/link.tsx'
import { Brand } from './brand.tsx'
import { Folded } from './folded.tsx'
import * as words from './frame-words.ts'
import styles from './header.module.css'
import { SearchButton } from './search-dialog.tsx'

const UserMenu = lazyPart(
  () => import('./user-menu.tsx'),
  'UserMenu',
  <span className={styles.iconLink}>
    <User size={20} aria-hidden />
  </span>,
)

const PLACES = [
  { to: '/shop', name: words.shop },
  { to: '/collections', name: words.collections },
  { to: '/gift-card', name: words.giftCard },
  { to: '/about', name: words.ourStory },
  { to: '/contact', name: words.contact },
]

export function Header() {
  const user = useSignedIn()
  const location = useLocation()
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <div className={styles.phone}>
          <Folded label={<Menu size={22} aria-label={words.menu} />} side="start">
            {PLACES.map(({ to, name }) => (
              <Link key={to} to={to}>
                {name}
              </Link>
            ))}
          </Folded>
        </div>
        <Brand />
        <nav className={styles.links} aria-label={words.shop}>
          {PLACES.map(({ to, name }) => (
            <NavLink key={to} to={to}>
              {name}
            </NavLink>
          ))}
        </nav>
        <span className={styles.spring} />
        <div className={styles.ends}>
          <SearchButton />
          {user ? (
            <UserMenu user={user} />
          ) : (
            <Link
              className={styles.iconLink}
              to={isWayIn(location.pathname) ? '/login' : loginFrom(location)}
              aria-label={words.login}
            >
              <User size={20} aria-hidden />
              <span className={styles.wide}>{words.login}</span>
            </Link>
          )}
          <GatheredLinks />
        </div>
      </div>
    </header>
  )
}

/** Pages where a way back would only lead here again. */
const isWayIn = (pathname: string) =>
  ['/login', '/register', '/forgot-passwrd', '/reset-password', '/404', '/'].includes(pathname)
