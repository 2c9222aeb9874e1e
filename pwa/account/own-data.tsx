import Download from 'lucide-react/icons/download'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '#pwa/lib/api.ts'
import { messagesOf } from '#pwa/lib/api-error.ts'
import { say } from '#pwa/lib/notice.ts'
import { saveFile } from '#pwa/browser/save-file.ts'
import { forget } from '#pwa/session/session.ts'
import { useSubmit } from '#pwa/forms/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import type { OwnUser } from '#sync/protocol/staff/person.ts'
import { isStaff } from '#sync/protocol/roles.ts'
import styles from './account.module.css'
import * as words from './details-words.ts'

/** Exports or deletes the customer's own data. */
export function OwnData({ user }: { user: OwnUser }) {
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const download = async () => {
    setBusy(true)
    await api('GET /api/account/data').then(
      ({ data }) => saveFile(new File([JSON.stringify(data, null, 2)], 'my-data.json', { type: 'application/json' })),
      (error: unknown) => say({ kind: 'bad', words: messagesOf(error).join(' ') }),
    )
    setBusy(false)
  }
  return (
    <section className={styles.section} aria-labelledby="data">
      <h2 id="data">{words.yourData}</h2>
      <p>{words.isYours}</p>
      <div>
        <Button
          type="button"
          kind="secondary"
          icon={<Download size={20} aria-hidden />}
          busy={busy}
          onClick={() => void download()}
        >
          {words.download}
        </Button>
      </div>
      {isStaff(user) ? (
        <p>{words.worksHere}</p>
      ) : (
        <>
          <p>{words.canBeErased}</p>
          <div>
            <Button type="button" kind="danger" onClick={() => setAsking(true)}>
              {words.eraseMine}
            </Button>
          </div>
          <Dialog open={asking} onClose={() => setAsking(false)} title={words.eraseYours}>
            <EraseForm onClose={() => setAsking(false)} />
          </Dialog>
        </>
      )}
    </section>
  )
}

function EraseForm({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const erased = useRef<string | null>(null)
  const { errors, fields, busy, onSubmit } = useSubmit(async form => {
    erased.current = (
      await api('POST /api/account/erase', { body: { password: String(form.get('password')) } })
    ).message
    void navigate('/', { replace: true })
    return null
  })
  // Only once this page is gone: without its user it would ask for a sign-in.
  useEffect(
    () => () => {
      if (erased.current === null) return
      forget()
      say({ kind: 'ok', words: erased.current })
    },
    [],
  )
  return (
    <form className={page.stack} onSubmit={onSubmit}>
      <ErrorList messages={errors} />
      <p>{words.whatGoes}</p>
      <TextField
        label={words.yourPassword}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        errors={fields.password}
      />
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onClose}>
          {words.keepMine}
        </Button>
        <Button kind="danger" busy={busy}>
          {words.eraseForEver}
        </Button>
      </DialogActions>
    </form>
  )
}
