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
 * How long the goods of an order are still reserved. The order can be paid afterwards too: the shop then decides what
 * happens.
 */
export function ReservationClock({ until, onEnd }: { until: string; onEnd: () => void }) {
  const most = useShop()?.reservation_minutes
  const [now, setNow] = useState(shopNow)
  // The first render may come from the server, drawn a while ago.
  const left = useMounted() ? timeLeft(until, now, most) : null
  const isOver = left === 0
  // Also when it is over: reading the order again may bring the shop's time, by which time is left.
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
