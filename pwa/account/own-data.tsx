import Download from 'lucide-react/icons/download'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { say } from '#pwa/lib/notice.ts'
import { saveFile } from '#pwa/lib/save-file.ts'
import { forget } from '#pwa/lib/session.ts'
import { useSubmit } from '#pwa/lib/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import type { OwnUser } from '#sync/protocol/person.ts'
import { isStaff } from '#sync/protocol/roles.ts'
import styles from './account.module.css'

/** Carrying off what is held of oneself, and having it erased. */
export function OwnData({ user }: { user: OwnUser }) {
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const download = async () => {
    setBusy(true)
    await api('GET /api/account/data').then(({ data }) => saveFile(new File([JSON.stringify(data, null, 2)], 'my-data.json', { type: 'application/json' })), (error: unknown) => say({ kind: 'bad', words: messagesOf(error).join(' ') }))
    setBusy(false)
  }
  return (
    <section className={styles.section} aria-labelledby="data">
      <h2 id="data">Your data</h2>
      <p>Everything we hold of you is yours to have, as a file that other programs can read.</p>
      <div><Button type="button" kind="secondary" icon={<Download size={20} aria-hidden />} busy={busy} onClick={() => void download()}>Download my data</Button></div>
      {isStaff(user) ? <p>You work here: an administrator can make you a customer, and then you can erase your account.</p> : (
        <>
          <p>Your account can be erased for ever. Your orders stay in our books, as the law has it, without anything that leads to you.</p>
          <div><Button type="button" kind="danger" onClick={() => setAsking(true)}>Erase my account</Button></div>
          <Dialog open={asking} onClose={() => setAsking(false)} title="Erase your account?"><EraseForm onClose={() => setAsking(false)} /></Dialog>
        </>
      )}
    </section>
  )
}

function EraseForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const erased = useRef<string | null>(null)
  const { errors, fields, busy, onSubmit } = useSubmit(async form => {
    erased.current = (await api('POST /api/account/erase', { body: { password: String(form.get('password')) } })).message
    void navigate('/', { replace: true })
    return null
  })
  // Once this page is gone and not before, since without its person it would ask for a sign-in.
  useEffect(() => () => {
    if (erased.current === null) return
    forget()
    say({ kind: 'ok', words: erased.current })
  }, [])
  return (
    <form className={page.stack} onSubmit={onSubmit}>
      <ErrorList messages={errors} />
      <p>Your name, e-mail, phone, addresses, wishlist and bag go at once, and every device is signed out. It cannot be undone. With it goes the right to send something back from this account.</p>
      <TextField label="Your password" name="password" type="password" autoComplete="current-password" required errors={fields.password} />
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onClose}>Keep my account</Button>
        <Button kind="danger" busy={busy}>Erase it for ever</Button>
      </DialogActions>
    </form>
  )
}
