import { ButtonLink } from '#pwa/ui/button.tsx'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'
import * as words from './home-words.ts'
import styles from './home.module.css'

/** The main ways into the shop. A device may still hold the shop's facts from before it had any. */
export const Entrances = ({ places = [] }: { places: ShopInfo['entrances'] | undefined }) =>
  places.length > 0 && (
    <nav className={styles.entrances} aria-label={words.entrances}>
      {places.map(({ name, link }) => (
        <ButtonLink key={name} to={link} kind="secondary">
          {name}
        </ButtonLink>
      ))}
    </nav>
  )
