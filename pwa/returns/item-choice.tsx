import { Swatch } from '#pwa/ui/swatch.tsx'
import type { OrderItem } from '#sync/protocol/shop/order-view.ts'
import styles from './item-choice.module.css'

/** Size and colour of an ordered or returned item. */
export const ItemChoice = ({
  item: {
    product_variation: { size, colour },
  },
}: {
  item: Pick<OrderItem, 'product_variation'>
}) => (
  <span className={styles.choice}>
    {size.name}
    {colour && (
      <>
        {' '}
        · <Swatch code={colour.code} size={14} /> {colour.name}
      </>
    )}
  </span>
)
