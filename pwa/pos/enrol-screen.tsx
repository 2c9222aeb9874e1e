import { useActionState } from 'react'
import { ApiError, messagesOf } from '#pwa/lib/api-error.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import styles from './enrol-screen.module.css'
import { enrolHere } from './till.ts'

const OFFLINE = 'No connection to the shop. A new till has to be online once: connect this device to the internet and try again. After that it sells without.'

/** The first visit of a device: it becomes a till under a name, once, and needs the network for it. */
export function EnrolScreen() {
  const [errors, submit, busy] = useActionState(async (_: string[], form: FormData) => {
    try {
      await enrolHere(String(form.get('name')).trim() || defaultName())
      return []
    } catch (error) {
      return error instanceof ApiError && error.status === 0 ? [OFFLINE] : messagesOf(error)
    }
  }, [])
  return (
    <form className={styles.enrol} action={submit}>
      <h1>Set up this till</h1>
      <p>This device becomes one of the shop’s tills and gets a code that begins its receipt numbers. This is done once and needs the internet; after that it sells with and without.</p>
      <ErrorList messages={errors} />
      <TextField label="Name of this till" name="name" required maxLength={60} defaultValue={defaultName()} autoComplete="off" hint="So that others know which one it is, such as Front counter." />
      <Button size="till" busy={busy}>Set up this till</Button>
    </form>
  )
}

const defaultName = () => matchMedia('(pointer: coarse)').matches ? 'Counter tablet' : 'Counter computer'
