import { useAtomValue } from 'jotai'
import { useMounted } from '#pwa/lib/use-mounted.ts'
import { useShop } from '#pwa/shell/use-shop.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import { leftToFree, RIDER_REGION } from '#sync/protocol/shipping.ts'
import * as words from './arrival-words.ts'
import { chosenPlace } from './chosen-place.ts'
import styles from './free-delivery.module.css'

/** How much is left to free delivery, where the shop has it. In Greater Accra the fee is the rider's. */
export function FreeDelivery({ subtotal }: { subtotal: number }) {
  const over = useShop()?.free_delivery_over ?? null
  const { region_code } = useAtomValue(chosenPlace)
  const region = useMounted() ? region_code : ''
  if (over === null || over <= 0 || region === RIDER_REGION) return null
  const left = leftToFree(subtotal, over)
  const isRegionKnown = region !== ''
  return (
    <div className={styles.free}>
      <p>
        {left === 0 ? words.isFree(isRegionKnown) : words.toGo(formatCedis(left), formatCedis(over), isRegionKnown)}
      </p>
      <progress aria-label={words.towardsFree} max={over} value={Math.min(subtotal, over)} />
    </div>
  )
}
