import ExternalLink from 'lucide-react/icons/external-link'
import { directionsTo } from '#pwa/browser/outward-links.ts'
import type { ShopInfo } from '#sync/protocol/shop/shop.ts'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import * as words from './checkout-words.ts'
import checkout from './checkout.module.css'
import styles from './pick-up-place.module.css'

/** The pick-up point: the address, a drawn map, and directions. */
export const PickUpPlace = ({ shop }: { shop: ShopInfo | undefined }) => (
  <section className={checkout.part}>
    <h2>{words.pickUpLocation}</h2>
    <div className={styles.place}>
      <img src="/shop-map.svg" alt={words.map} width={640} height={320} loading="lazy" />
      {shop ? (
        <div className={styles.words}>
          <address>
            <strong>{shop.name}</strong>
            <br />
            {shop.address}
          </address>
          {shop.terms.pick_up_directions && <p>{shop.terms.pick_up_directions}</p>}
          <p>{shop.hours.map(({ days, hours }) => `${days}: ${hours}`).join('. ')}</p>
          <a href={directionsTo(shop)} target="_blank" rel="noreferrer">
            {words.directions} <ExternalLink size={16} aria-hidden />
          </a>
        </div>
      ) : (
        <Skeleton height={96} />
      )}
    </div>
  </section>
)
