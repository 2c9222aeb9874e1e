import Clock from 'lucide-react/icons/clock'
import { useEffect } from 'react'
import * as words from './payment-words.ts'
import { clockText, warningAt } from './reservation.ts'
import styles from './reservation-clock.module.css'
import { useTimeLeft } from './use-time-left.ts'

/** As wide as a time. */
const NO_TIME = <strong>‒‒:‒‒</strong>

/**
 * How long the goods of an order are still reserved. The order can be paid afterwards too: the shop then decides what
 * happens.
 */
export function ReservationClock({ until, onEnd }: { until: string; onEnd: () => void }) {
  const left = useTimeLeft(until)
  const isOver = left === 0
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
