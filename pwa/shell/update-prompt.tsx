import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { acceptUpdate, updateReady } from '#pwa/lib/updates.ts'
import { Button } from '#pwa/ui/button.tsx'
import styles from './update-prompt.module.css'

const WORDS = {
  offered: 'A new version of the shop is ready.',
  waiting: 'The new version comes as soon as the sales on their way are sent.',
  comes: 'The new version is on its way.',
  selling: 'A cart is open on this device. Try again when it is sold.',
  sending: 'Sales are still being sent. Try again in a moment.',
}

/** A till stays open for weeks: 'Later' is not for ever. */
const LATER_MS = 60 * 60_000

/** Offers a new build; it comes only when somebody says so, and never under an open cart or while sales are being sent. */
export function UpdatePrompt() {
  const ready = useAtomValue(updateReady)
  const [answer, setAnswer] = useState<keyof typeof WORDS | 'later'>('offered')
  useEffect(() => {
    if (answer !== 'later') return
    const timer = setTimeout(() => setAnswer('offered'), LATER_MS)
    return () => clearTimeout(timer)
  }, [answer])
  const isAccepted = answer === 'waiting' || answer === 'comes'
  if (answer === 'later' || !ready && !isAccepted) return null
  const update = async () => {
    setAnswer('waiting')
    setAnswer(await acceptUpdate())
  }
  return (
    <div className={styles.prompt} role="status">
      <p>{WORDS[answer]}</p>
      <div className={styles.buttons}>
        <Button kind="quiet" disabled={isAccepted} onClick={() => setAnswer('later')}>Later</Button>
        <Button disabled={isAccepted} onClick={() => void update()}>Update now</Button>
      </div>
    </div>
  )
}
