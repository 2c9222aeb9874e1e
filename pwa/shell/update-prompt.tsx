import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { acceptUpdate, updateReady } from '#pwa/browser/updates.ts'
import { Button } from '#pwa/ui/button.tsx'
import * as words from './frame-words.ts'
import styles from './update-prompt.module.css'

/** A till stays open for weeks: ask again after 'Later'. */
const LATER_MS = 60 * 60_000

/**
 * Offers a new build. It installs only when a person agrees, and never under an open cart or while sales are being
 * sent.
 */
export function UpdatePrompt() {
  const ready = useAtomValue(updateReady)
  const [answer, setAnswer] = useState<keyof typeof words.updates | 'later'>('offered')
  useEffect(() => {
    if (answer !== 'later') return
    const timer = setTimeout(() => setAnswer('offered'), LATER_MS)
    return () => clearTimeout(timer)
  }, [answer])
  const isAccepted = answer === 'waiting'
  if (answer === 'later' || (!ready && !isAccepted)) return null
  const update = async () => {
    setAnswer('waiting')
    setAnswer(await acceptUpdate())
  }
  return (
    <div className={styles.prompt} role="status">
      <p>{words.updates[answer]}</p>
      <div className={styles.buttons}>
        <Button kind="quiet" disabled={isAccepted} onClick={() => setAnswer('later')}>
          {words.later}
        </Button>
        <Button disabled={isAccepted} onClick={() => void update()}>
          {words.updateNow}
        </Button>
      </div>
    </div>
  )
}
