import { useEffect, useState, type ComponentProps, type ReactNode, type RefObject } from 'react'
import { Price } from '#pwa/ui/price.tsx'
import styles from './buy-bar.module.css'

/** On a phone: the price and one button at the bottom, while `watched` is scrolled out of view. */
export function BuyBar({
  name,
  price,
  watched,
  children,
}: {
  name: string
  price: ComponentProps<typeof Price>
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
    <div className={styles.bar} hidden={!away} data-bottom-bar>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <Price {...price} />
      </span>
      {children}
    </div>
  )
}
