import Compass from 'lucide-react/icons/compass'
import { ButtonLink } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import styles from './not-found.module.css'

export const NotFound = () => (
  <div className={`${page.narrow} ${styles.center}`}>
    <Compass size={48} strokeWidth={1.5} aria-hidden />
    <h1>Page not found.</h1>
    <p>Oops. We can't seem to find this.</p>
    <ButtonLink to="/shop">Go to the shop</ButtonLink>
  </div>
)
