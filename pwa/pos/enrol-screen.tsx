import { useAtomValue } from 'jotai'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import styles from './enrol-screen.module.css'
import { becomeTill, enrolment } from './till.ts'
import * as words from './till-words.ts'

/** The first visit of a device, which sets it up as a till and needs the network: shows only what prevents it. */
export function EnrolScreen() {
  const { busy, problems } = useAtomValue(enrolment)
  if (busy && problems.length === 0) return <Loader rows={8} height={64} />
  return (
    <section className={styles.enrol} aria-label={words.setUp}>
      <h1>{words.setUp}</h1>
      <p>{words.onceOnline}</p>
      <ErrorList messages={problems} />
      <Button type="button" size="till" busy={busy} onClick={() => void becomeTill()}>
        {words.tryAgain}
      </Button>
    </section>
  )
}
