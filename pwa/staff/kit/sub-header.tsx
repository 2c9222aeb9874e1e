import { Link } from '#pwa/ui/link.tsx'
import type { Place } from '../places.ts'
import styles from './sub-header.module.css'
import * as kitWords from './kit-words.ts'

/** On shop pages, the staff's links in a row below the header; a long row scrolls. */
export const SubHeader = ({ places }: { places: Place[] }) => (
  <div className={styles.bar}>
    <nav className={styles.links} aria-label={kitWords.staff}>
      {places.map(({ to, words, Icon }) => (
        <Link key={to} to={to}>
          <Icon size={20} aria-hidden />
          {words}
        </Link>
      ))}
    </nav>
  </div>
)
