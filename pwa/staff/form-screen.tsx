import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button, ButtonLink } from '#pwa/ui/button.tsx'
import { FieldGrid } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import styles from './form-screen.module.css'

interface Props {
  title: string
  /** Where 'Go Back' leads. */
  back: string
  submit: string
  form: { message: string | null; errors: string[]; busy: boolean; onSubmit: (event: FormEvent<HTMLFormElement>) => void }
  children: ReactNode
}

/** An add or edit form of the back office: one column, the server's answer above, sent by its button or Ctrl+Enter. */
export function FormScreen({ title, back, submit, form: { message, errors, busy, onSubmit }, children }: Props) {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const sendByKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !busy) element.current?.requestSubmit()
    }
    document.addEventListener('keydown', sendByKey)
    return () => document.removeEventListener('keydown', sendByKey)
  }, [busy])
  return (
    <div className={page.page}>
      <div className={page.head}><h1>{title}</h1><ButtonLink to={back} kind="secondary">Go Back</ButtonLink></div>
      <form ref={element} className={styles.form} onSubmit={onSubmit}>
        {message && <Alert kind="ok">{message}</Alert>}
        <ErrorList messages={errors} />
        <FieldGrid>{children}</FieldGrid>
        <div><Button busy={busy}>{submit}</Button></div>
      </form>
    </div>
  )
}
