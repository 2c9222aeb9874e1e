import { NavLink } from '#pwa/ui/link.tsx'
import styles from './stock-tabs.module.css'
import * as words from './stock-words.ts'

const TABS = [
  { to: '/staff/stock', words: words.all },
  { to: '/staff/stock/low', words: words.low },
  { to: '/staff/stock/broken-runs', words: words.brokenRuns },
  { to: '/staff/stock/dead', words: words.deadStockTab },
  { to: '/staff/stock/receipts', words: words.receipts },
  { to: '/staff/stock/counts', words: words.counts },
] as const

/** The stock lists, above each of them. */
export const StockTabs = () => (
  <nav className={styles.tabs} aria-label={words.stock}>
    {TABS.map(({ to, words }) => (
      <NavLink key={to} to={to} end>
        {words}
      </NavLink>
    ))}
  </nav>
)
