import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import { Price } from '#pwa/ui/price.tsx'
import type { Product } from '#sync/protocol/shop/catalogue.ts'
import { priceShown } from '#sync/protocol/pricing.ts'
import styles from './buy-bar.module.css'

/** On a phone: the price and one button at the bottom, while `watched` is scrolled out of view. */
export function BuyBar({
  product,
  watched,
  children,
}: {
  product: Product
  watched: RefObject<HTMLElement | null>
  children: ReactNode
}) {
  const [away, setAway] = useState(false)
  useEffect(() => {
    if (!watched.current || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(([entry]) => setAway(entry !== undefined && !entry.isIntersecting))
    observer.observe(watched.current)
    return () => observer.disconnect()
  }, [watched])
  return (
    <div className={styles.bar} hidden={!away}>
      <span className={styles.words}>
        <span className={styles.name}>{product.name}</span>
        <Price now={priceShown(product)} was={product.retail_price} />
      </span>
      {children}
    </div>
  )
}
