import { Link } from '#pwa/ui/link.tsx'
import { Picture } from '#pwa/ui/picture.tsx'
import { productPath } from '#sync/protocol/shop/catalogue.ts'
import { formatCedis } from '#sync/protocol/money.ts'
import type { OrderItem } from '#sync/protocol/shop/order-view.ts'
import { lineTotal } from '#sync/protocol/pricing.ts'
import { ItemChoice } from '../returns/item-choice.tsx'
import styles from './order-lines.module.css'
import * as words from './order-words.ts'

/** The lines of an order, at the prices of its day. */
export const OrderLines = ({ items }: { items: readonly OrderItem[] }) => (
  <ul className={`bare ${styles.lines}`} aria-label={words.items}>
    {items.map(item => (
      <li key={item.id}>
        <Picture image={item.product_variation.product.images[0]} alt="" sizes="48px" className={styles.picture} />
        <div>
          <Link to={productPath(item.product_variation.product)}>{item.product_variation.product.name}</Link>
          <ItemChoice item={item} />
        </div>
        <span className={styles.count}>
          {item.quantity} × {formatCedis(item.price)}
        </span>
        <span className={styles.total}>{formatCedis(lineTotal(item))}</span>
      </li>
    ))}
  </ul>
)
