import { formatCedis } from '#pwa/lib/format.ts'
import { Link } from '#pwa/ui/link.tsx'
import { Swatch } from '#pwa/ui/swatch.tsx'
import { productPath } from '#sync/protocol/catalogue.ts'
import type { OrderItem } from '#sync/protocol/order-view.ts'
import { lineTotal } from '#sync/protocol/pricing.ts'
import styles from './order-lines.module.css'

/** What was ordered, line by line, at the prices of then. */
export const OrderLines = ({ items }: { items: readonly OrderItem[] }) => (
  <ul className={`bare ${styles.lines}`} aria-label="Items">
    {items.map(item => (
      <li key={item.id}>
        <div><Link to={productPath(item.product_variation.product)}>{item.product_variation.product.name}</Link><ItemChoice item={item} /></div>
        <span className={styles.count}>{item.quantity} × {formatCedis(item.price)}</span>
        <span className={styles.total}>{formatCedis(lineTotal(item))}</span>
      </li>
    ))}
  </ul>
)

/** Its size and colour. */
export const ItemChoice = ({ item: { product_variation: { size, colour } } }: { item: Pick<OrderItem, 'product_variation'> }) => (
  <span className={styles.choice}>{size.name}{colour && <> · <Swatch code={colour.code} size={14} /> {colour.name}</>}</span>
)
