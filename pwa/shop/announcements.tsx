import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useState } from 'react'
import { useStill } from '#pwa/lib/use-still.ts'
import type { ShopInfo } from '#sync/protocol/shop.ts'
import styles from './announcements.module.css'

const EVERY_MS = 5000

const days = new Intl.DateTimeFormat('en-GH', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** What the strip says: the shop's own announcements, and the first day of deliveries while that lies ahead. */
export function announcementsOf({ announcements, delivery_start }: Pick<ShopInfo, 'announcements' | 'delivery_start'>, now = new Date()): string[] {
  const isAhead = delivery_start > now.toISOString().slice(0, 10)
  return isAhead ? [...announcements, `DELIVERIES START ON ${days.format(new Date(delivery_start)).toUpperCase()}`] : announcements
}

/** The strip above everything: one announcement after the other, until somebody pauses it or prefers things to stand still. */
export function Announcements({ words }: { words: readonly string[] }) {
  const [shown, show] = useState(0)
  const still = useStill()
  const [pressed, press] = useState<boolean | null>(null)
  const paused = pressed ?? still
  useEffect(() => {
    if (paused || words.length < 2) return
    const timer = setInterval(() => show(last => last + 1), EVERY_MS)
    return () => clearInterval(timer)
  }, [paused, words.length])
  return (
    <section className={styles.strip} aria-label="Announcements">
      <p key={shown}>{words[shown % words.length]}</p>
      {words.length > 1 && <button type="button" aria-label={paused ? 'Play announcements' : 'Pause announcements'} onClick={() => press(!paused)}>
        {paused ? <Play size={16} /> : <Pause size={16} />}
      </button>}
    </section>
  )
}
