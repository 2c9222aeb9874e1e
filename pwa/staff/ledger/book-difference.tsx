import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { api } from '#pwa/lib/api.ts'
import { say } from '#pwa/lib/notice.ts'
import { signedIn } from '#pwa/session/session.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { TextField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import type { CashCount } from '#sync/protocol/staff/cash-count.ts'
import { clearanceOf, MANAGEMENT } from '#sync/protocol/roles.ts'
import { rereadLedger } from './reread-ledger.ts'
import * as words from './ledger-words.ts'

/** For management: books a difference with a reason, so that the account matches the cash. */
export function BookDifference({ count }: { count: CashCount }) {
  const user = useAtomValue(signedIn)
  const [isOpen, open] = useState(false)
  if (count.transaction_id !== null)
    return <Alert kind="ok">{words.differenceIsBooked(Math.abs(count.difference))}</Alert>
  if (!count.bookable || !user || clearanceOf(user.role_code) < MANAGEMENT) return null
  return (
    <div>
      <Button kind="secondary" onClick={() => open(true)}>
        {words.bookTheDifference}
      </Button>
      <Dialog open={isOpen} onClose={() => open(false)} title={words.bookTheDifference}>
        <BookForm count={count} onClose={() => open(false)} />
      </Dialog>
    </div>
  )
}

function BookForm({ count: { id, account, difference }, onClose }: { count: CashCount; onClose: () => void }) {
  const { errors, fields, busy, onSubmit } = useSubmit(async (typed, key) => {
    const { message } = await api('POST /api/staff/cash-counts/:id/book', {
      params: { id },
      body: { reason: textOf(typed, 'reason') },
      key,
    })
    await rereadLedger()
    say({ words: message })
    onClose()
    return null
  })
  return (
    <form className={page.stack} onSubmit={onSubmit}>
      <p>{words.bookingMeans(difference, account.name)}</p>
      <ErrorList messages={errors} />
      <TextField
        label={words.reason}
        name="reason"
        required
        maxLength={200}
        autoComplete="off"
        errors={fields.reason}
      />
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button busy={busy}>{words.book(difference)}</Button>
      </DialogActions>
    </form>
  )
}
