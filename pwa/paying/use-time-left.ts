import { useEffect, useState } from 'react'
import { shopNow } from '#pwa/lib/shop-time.ts'
import { useMounted } from '#pwa/lib/use-mounted.ts'
import { useShop } from '#pwa/shell/use-shop.ts'
import { timeLeft } from './reservation.ts'

/** How long goods are still reserved, in ms, second by second; null in the first render, which the server may draw. */
export function useTimeLeft(until: string): number | null {
  const most = useShop()?.reservation_minutes
  const [now, setNow] = useState(shopNow)
  // Also when it is over: reading the order again may bring the shop's time, by which time is left.
  useEffect(() => {
    const timer = setInterval(() => setNow(shopNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return useMounted() ? timeLeft(until, now, most) : null
}
