import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { acceptUpdate, updateReady } from '#pwa/lib/updates.ts'
import { Button } from '#pwa/ui/button.tsx'
import styles from './update-prompt.module.css'

/** Offers a new build; it comes only when somebody says so, and never under an open cart or while sales are being sent. */
export function UpdatePrompt() {
  const ready = useAtomValue(updateReady)
  const [answer, setAnswer] = useState<'none' | 'later' | 'held'>('none')
  if (!ready || answer === 'later') return null
  const update = async () => { if (!await acceptUpdate()) setAnswer('held') }
  return (
    <div className={styles.prompt} role="status">
      <p>{answer === 'held' ? 'Another tab is selling or sending. Try again when it is done.' : 'A new version of the shop is ready.'}</p>
      <div className={styles.buttons}>
        <Button kind="quiet" onClick={() => setAnswer('later')}>Later</Button>
        <Button onClick={() => void update()}>Update now</Button>
      </div>
    </div>
  )
}
