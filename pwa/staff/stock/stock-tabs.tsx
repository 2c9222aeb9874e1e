import { NavLink } from '#pwa/ui/link.tsx'
import styles from './stock-tabs.module.css'

const TABS = [
  { to: '/staff/stock', words: 'All' },
  { to: '/staff/stock/low', words: 'Low' },
  { to: '/staff/stock/broken-runs', words: 'Broken runs' },
  { to: '/staff/stock/dead', words: 'Dead stock' },
  { to: '/staff/stock/receipts', words: 'Receipts' },
  { to: '/staff/stock/counts', words: 'Counts' },
] as const

/** What there is to see of stock, above each of its lists. */
export const StockTabs = () => (
  <nav className={styles.tabs} aria-label="Stock">
    {TABS.map(({ to, words }) => (
      <NavLink key={to} to={to} end>
        {words}
      </NavLink>
    ))}
  </nav>
)
