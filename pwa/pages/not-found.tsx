import Compass from 'lucide-react/icons/compass'
import { ButtonLink } from '#pwa/ui/button.tsx'
import page from '#pwa/ui/page.module.css'
import * as words from './not-found-words.ts'
import styles from './not-found.module.css'

export const NotFound = () => (
  <div className={`${page.narrow} ${styles.center}`}>
    <Compass size={48} strokeWidth={1.5} aria-hidden />
    <h1>{words.notFound}</h1>
    <p>{words.oops}</p>
    <ButtonLink to="/shop">{words.goToShop}</ButtonLink>
  </div>
)
