import { useAtomValue } from 'jotai'
import type { FormEvent } from 'react'
import { textOf } from '#pwa/forms/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import { Loader } from '#pwa/ui/skeleton.tsx'
import styles from './enrol-screen.module.css'
import { becomeTill, enrolment, usualName } from './till.ts'
import * as words from './till-words.ts'

const LONGEST_NAME = 60

/**
 * The first visit of a device, which sets it up as a till and needs the network: asks for the till's name, and shows
 * what prevents it. A device that the shop knows passes without a question.
 */
export function EnrolScreen() {
  const { asks, busy, problems, wrongName } = useAtomValue(enrolment)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void becomeTill(textOf(new FormData(event.currentTarget), 'name') || usualName())
  }
  if (!asks) return <Loader rows={8} height={64} />
  return (
    <section className={styles.enrol} aria-label={words.setUp}>
      <h1>{words.setUp}</h1>
      <p>{words.onceOnline}</p>
      <ErrorList messages={problems} />
      <form className={styles.form} onSubmit={onSubmit}>
        <TextField
          label={words.tillName}
          name="name"
          hint={words.nameHint}
          defaultValue={usualName()}
          maxLength={LONGEST_NAME}
          autoComplete="off"
          errors={wrongName}
          required
        />
        <Button size="till" busy={busy}>
          {words.setUpHere}
        </Button>
      </form>
    </section>
  )
}
