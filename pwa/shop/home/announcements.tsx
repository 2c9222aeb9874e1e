import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useState } from 'react'
import { MONTHS } from '#pwa/lib/format.ts'
import { useStill } from '#pwa/lib/use-still.ts'
import { areDeliveriesAhead, type ShopInfo } from '#sync/protocol/shop/shop.ts'
import styles from './announcements.module.css'
import * as words from './home-words.ts'

const EVERY_MS = 5000

/** The lines of the strip: the shop's own announcements, and the first day of deliveries until it arrives. */
export function announcementsOf(
  { announcements, delivery_start }: Pick<ShopInfo, 'announcements' | 'delivery_start'>,
  now = new Date(),
): string[] {
  return areDeliveriesAhead({ delivery_start }, now)
    ? [...announcements, words.deliveriesStart(longDay(delivery_start))]
    : announcements
}

/** '25 August 2026' from '2026-08-25', in any time zone. */
function longDay(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${day} ${MONTHS[month! - 1]} ${year}`
}

/**
 * The strip at the top: one announcement after another, until the user pauses it or prefers reduced motion. All of them
 * are in it, so that it is as high as the longest. `lines`: undefined until they load.
 */
export function Announcements({ lines }: { lines: readonly string[] | undefined }) {
  const [shown, show] = useState(0)
  const still = useStill()
  const [pressed, press] = useState<boolean | null>(null)
  const paused = pressed ?? still
  const count = lines?.length ?? 0
  useEffect(() => {
    if (paused || count < 2) return
    const timer = setInterval(() => show(last => last + 1), EVERY_MS)
    return () => clearInterval(timer)
  }, [paused, count])
  if (lines && count === 0) return null
  return (
    <section className={styles.strip} aria-label={words.announcements}>
      <div className={styles.words}>
        {lines?.map((line, at) => (
          <p key={`${at} ${line}`} aria-hidden={at !== shown % count || undefined}>
            {line}
          </p>
        ))}
      </div>
      {count > 1 && (
        <button type="button" aria-label={paused ? words.play : words.pause} onClick={() => press(!paused)}>
          {paused ? <Play size={16} /> : <Pause size={16} />}
        </button>
      )}
    </section>
  )
}
