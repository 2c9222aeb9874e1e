import Clock from 'lucide-react/icons/clock'
import { useEffect, useState } from 'react'
import { shopNow } from '#pwa/lib/shop-time.ts'
import { useMounted } from '#pwa/lib/use-mounted.ts'
import { useShop } from '#pwa/shell/use-shop.ts'
import * as words from './payment-words.ts'
import { clockText, timeLeft, warningAt } from './reservation.ts'
import styles from './reservation-clock.module.css'

/** As wide as a time. */
const NO_TIME = <strong>‒‒:‒‒</strong>

/**
 * For how long the goods of an order are still held. The order stays payable when it is over: what then comes of it,
 * the shop decides.
 */
export function ReservationClock({ until, onEnd }: { until: string; onEnd: () => void }) {
  const most = useShop()?.reservation_minutes
  const [now, setNow] = useState(shopNow)
  // The page's first picture may be the server's, drawn a while ago.
  const left = useMounted() ? timeLeft(until, now, most) : null
  const isOver = left === 0
  // Also once it is over: with what is read then may come the shop's time, by which it is not.
  useEffect(() => {
    const timer = setInterval(() => setNow(shopNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (isOver) onEnd()
  }, [isOver, onEnd])
  return (
    <div className={`${styles.clock} ${left !== null && left <= 5 * 60_000 ? styles.soon : ''}`}>
      <Clock size={20} aria-hidden />
      {isOver ? (
        <p>
          <strong>{words.timeIsOver}</strong> {words.timeIsOverMore}
        </p>
      ) : (
        <p>
          {words.goodsAreKept}{' '}
          {left === null ? (
            NO_TIME
          ) : (
            <strong role="timer" aria-label={words.minutesLeft(Math.ceil(left / 60_000))}>
              {clockText(left)}
            </strong>
          )}{' '}
          {words.leftToPay}
        </p>
      )}
      <span className="visually-hidden" role="status">
        {left !== null && warningAt(left)}
      </span>
    </div>
  )
}
