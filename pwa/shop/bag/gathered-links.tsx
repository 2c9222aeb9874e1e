import { useAtomValue } from 'jotai'
import Heart from 'lucide-react/icons/heart'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import { useEffect } from 'react'
import { ApiError, messagesOf } from '#pwa/lib/api-error.ts'
import { lazyPart } from '#pwa/lib/lazy-screen.ts'
import { formatCount } from '#pwa/lib/format.ts'
import { say } from '#pwa/lib/notice.ts'
import { visitor } from '#pwa/session/session.ts'
import { Link } from '#pwa/ui/link.tsx'
import { piecesIn } from '#sync/protocol/shop/cart.ts'
import * as words from './gathered-words.ts'
import { hearOtherTabs, recallWishlist, useCart } from './gathered.ts'
import styles from './gathered-links.module.css'
import { added } from './added.ts'
import { loadDrawer } from './show-added.ts'
import { sendWishes, useMarkedCount, wishes } from './wishes.ts'

const BagDrawer = lazyPart(loadDrawer, 'BagDrawer')

/** Links to wishlist and bag, in the header of every public page, with their counts. */
export function GatheredLinks() {
  const whose = useAtomValue(visitor)
  const { data } = useCart()
  const shown = useAtomValue(added)
  const pieces = piecesIn(data?.reply.cart_items.data ?? [])
  const marked = useMarkedCount()
  useWaitingWishes()
  useEffect(hearOtherTabs, [])
  useEffect(() => recallWishlist(whose), [whose])
  return (
    <>
      <Link className={styles.link} to="/wishlist" aria-label={words.wishlist(marked)}>
        <Heart size={20} aria-hidden />
        <Badge count={marked} />
      </Link>
      <Link className={styles.link} to="/cart" aria-label={words.cart(pieces)}>
        <ShoppingBag size={20} aria-hidden />
        <Badge count={pieces} />
      </Link>
      {shown && <BagDrawer shown={shown} />}
    </>
  )
}

const Badge = ({ count }: { count: number }) =>
  count > 0 && (
    <span className={styles.badge} aria-hidden>
      {count > 99 ? '99+' : formatCount(count)}
    </span>
  )

const AGAIN_MS = 20_000

/** Sends wishes made offline once there is a connection. */
function useWaitingWishes() {
  const waits = Object.keys(useAtomValue(wishes)).length > 0
  useEffect(() => {
    if (!waits) return
    const send = () => void sendWishes().catch(sayRefusal)
    const timer = setInterval(send, AGAIN_MS)
    addEventListener('online', send)
    send()
    return () => {
      clearInterval(timer)
      removeEventListener('online', send)
    }
  }, [waits])
}

function sayRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  say({ kind: 'bad', words: words.wishRefused(messagesOf(error).join(' ')) })
}
