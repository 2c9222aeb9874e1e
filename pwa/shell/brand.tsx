import { Link } from '#pwa/ui/link.tsx'
import styles from './brand.module.css'
import { useShopName } from './use-shop.ts'

/** The mark, a turned-up cuff with its selvedge, and the shop's name; links to home. */
export const Brand = ({ size = 28 }: { size?: number }) => (
  <Link to="/" className={styles.brand}>
    <Mark size={size} />
    <span>{useShopName()}</span>
  </Link>
)

const Mark = ({ size }: { size: number }) => (
  <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden>
    <rect width="64" height="64" rx="14" fill="#23407f" />
    <path d="M0 40h64v10a14 14 0 0 1-14 14H14A14 14 0 0 1 0 50z" fill="#dfe6f5" />
    <path d="M0 40h64v7H0z" fill="#fbfaf7" />
    <path d="M0 42.2h64v2.6H0z" fill="#b3261e" />
    <path d="M12 0v40M52 0v40" stroke="#f2b632" strokeWidth="2.4" strokeDasharray="5 3.4" />
    <path d="M32 0v40" stroke="#18305f" strokeWidth="2.4" />
  </svg>
)
