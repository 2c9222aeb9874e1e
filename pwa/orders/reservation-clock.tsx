import Clock from 'lucide-react/icons/clock'
import { useEffect, useState } from 'react'
import { useShop } from '#pwa/shell/use-shop.ts'
import { PAYMENT_WORDS } from './order-words.ts'
import { clockText, timeLeft, warningAt } from './reservation.ts'
import styles from './reservation-clock.module.css'

/** For how long the goods of an order are still held. The order stays payable when it is over: what then comes of it, the shop decides. */
export function ReservationClock({ until, onEnd }: { until: string; onEnd: () => void }) {
  const most = useShop()?.reservation_minutes
  const [now, setNow] = useState(Date.now)
  const left = timeLeft(until, now, most)
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return onEnd()
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver, onEnd])
  return (
    <div className={`${styles.clock} ${left <= 5 * 60_000 ? styles.soon : ''}`}>
      <Clock size={20} aria-hidden />
      {isOver ? <p><strong>{PAYMENT_WORDS.over}</strong> {PAYMENT_WORDS.over_more}</p>
        : <p>{PAYMENT_WORDS.held} <strong role="timer" aria-label={`${Math.ceil(left / 60_000)} min left to pay`}>{clockText(left)}</strong> left to pay; after that they go back on sale.</p>}
      <span className="visually-hidden" role="status">{warningAt(left)}</span>
    </div>
  )
}
