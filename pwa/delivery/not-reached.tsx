import { whatsAppLink } from '#pwa/browser/outward-links.ts'
import { useShop } from '#pwa/shell/use-shop.ts'
import { Alert } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Link } from '#pwa/ui/link.tsx'
import type { Reach } from '#sync/protocol/shop/reach.ts'
import styles from './estimate.module.css'
import * as words from './estimate-words.ts'

interface Props {
  region: Reach
  regions: readonly Reach[]
  onChoose: (region_code: string) => void
}

/** Says that the shop does not deliver to a region, with the nearest it does deliver to, and a way to ask. */
export function NotReached({ region, regions, onChoose }: Props) {
  const shop = useShop()
  const nearest = regions.find(({ region_code }) => region_code === region.nearest)
  return (
    <Alert kind="warn" title={words.notReached(region.name)}>
      <p>{words.whatThen}</p>
      <div className={styles.ways}>
        {nearest && (
          <Button type="button" kind="secondary" onClick={() => onChoose(nearest.region_code)}>
            {words.nearest(nearest)}
          </Button>
        )}
        {shop?.whatsapp ? (
          <a
            className={styles.ask}
            href={whatsAppLink(shop.whatsapp, words.question(shop.name, region.name))}
            target="_blank"
            rel="noreferrer"
          >
            {words.ask}
          </a>
        ) : (
          <Link className={styles.ask} to="/contact">
            {words.contact}
          </Link>
        )}
      </div>
    </Alert>
  )
}
