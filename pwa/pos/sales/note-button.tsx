import MessageSquare from 'lucide-react/icons/message-square'
import { useState, type FormEvent } from 'react'
import { say } from '#pwa/lib/notice.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button, IconButton } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { TextAreaField } from '#pwa/ui/field.tsx'
import { LONGEST_NOTE, NOTE_LEFT, noteOf } from '#sync/protocol/kinds/note-left.ts'
import { NotEnrolled } from '#sync/till/enqueue.ts'
import { StorageFull } from '#sync/till/room.ts'
import { ScreenLocked } from '#sync/till/screen-lock.ts'
import { tell } from '#sync/till/tell.ts'
import type { Teller } from '#sync/till/till-db.ts'
import { cycle, till } from '../till.ts'
import * as salesWords from './sales-words.ts'

/** A note for the manager, written with or without a network: it travels like a sale. */
export function NoteButton({ teller }: { teller: Pick<Teller, 'id'> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label={salesWords.noteToManager}
        icon={<MessageSquare size={20} aria-hidden />}
        onClick={() => setOpen(true)}
      />
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={salesWords.noteToManager}>
        <NoteForm teller={teller} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function NoteForm({ teller, onDone }: { teller: Pick<Teller, 'id'>; onDone: () => void }) {
  const [id] = useState(() => crypto.randomUUID())
  const [problems, setProblems] = useState<string[]>([])

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text') ?? '').trim()
    if (text === '') return setProblems([salesWords.noteMissing])
    try {
      await tell(till, NOTE_LEFT, noteOf({ id, text }, teller))
    } catch (error) {
      if (!(error instanceof StorageFull || error instanceof NotEnrolled || error instanceof ScreenLocked)) throw error
      return setProblems([error.message])
    }
    say({ words: salesWords.noteSaved })
    onDone()
    void cycle.wake()
  }

  return (
    <form onSubmit={event => void send(event)}>
      <ErrorList messages={problems} />
      <TextAreaField
        label={salesWords.note}
        name="text"
        required
        maxLength={LONGEST_NOTE}
        rows={4}
        hint={salesWords.noteHint}
      />
      <DialogActions>
        <Button type="button" kind="secondary" size="till" onClick={onDone}>
          {salesWords.cancel}
        </Button>
        <Button size="till">{salesWords.saveNote}</Button>
      </DialogActions>
    </form>
  )
}
