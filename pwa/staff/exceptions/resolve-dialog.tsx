import { useState } from 'react'
import { flushSync } from 'react-dom'
import { api } from '#pwa/lib/api.ts'
import { queries } from '#pwa/lib/queries.ts'
import { textOf, useSubmit } from '#pwa/forms/use-submit.ts'
import { ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { Dialog, DialogActions } from '#pwa/ui/dialog.tsx'
import { TextAreaField, TextField } from '#pwa/ui/field.tsx'
import page from '#pwa/ui/page.module.css'
import type { ShopException } from '#sync/protocol/staff/exception.ts'
import { ActivateTeller } from './activate-teller.tsx'
import { BookRejected } from './book-rejected.tsx'
import * as words from './exception-words.ts'
import styles from './exceptions.module.css'
import { NewTill } from './new-till.tsx'

interface Props {
  /** One exception, or several that get the same note. */
  exceptions: readonly ShopException[]
  onClose: () => void
  /** Called with the server's message. */
  onResolved: (message: string) => void
}

/**
 * Closes exceptions with a note, either a usual one with one tap or free text. For oversold goods it can also count the
 * stock.
 */
export const ResolveDialog = ({ exceptions, ...rest }: Props) => (
  <Dialog open={exceptions.length > 0} onClose={rest.onClose} title={titleOf(exceptions)}>
    {exceptions.length > 0 && <ResolveForm exceptions={exceptions} {...rest} />}
  </Dialog>
)

/** How many exceptions these rows stand for. */
const countOf = (exceptions: readonly ShopException[]) => exceptions.reduce((sum, { count }) => sum + count, 0)

const titleOf = (exceptions: readonly ShopException[]) =>
  countOf(exceptions) > 1
    ? words.resolveExceptions(countOf(exceptions))
    : exceptions.map(({ code }) => words.EXCEPTION_WORDS[code]).join()

function ResolveForm({ exceptions, onClose, onResolved }: Props) {
  const [first] = exceptions as [ShopException, ...ShopException[]]
  const [note, write] = useState('')
  const finish = (message: string) => {
    onResolved(message)
    onClose()
  }
  const { errors, fields, busy, onSubmit } = useSubmit(async form => {
    const message = await resolve(exceptions, textOf(form, 'note'), textOf(form, 'counted'))
    await queries.invalidateQueries()
    finish(message)
    return null
  })
  const send = (words: string, form: HTMLFormElement | null) => {
    flushSync(() => write(words))
    form?.requestSubmit()
  }
  const isOne = countOf(exceptions) === 1
  const usual = new Set(exceptions.map(({ code }) => code)).size === 1 ? (words.USUAL_NOTES[first.code] ?? []) : []
  return (
    <form className={page.stack} onSubmit={onSubmit}>
      {isOne && (
        <p>
          {first.item && <strong>{first.item}. </strong>}
          {first.detail}
        </p>
      )}
      <ErrorList messages={errors} />
      {isOne && first.code === 'SALE_REJECTED' && <BookRejected id={first.id} note={note} onBooked={finish} />}
      {isOne && first.code === 'TELLER_RESTORED' && <ActivateTeller id={first.id} onActivated={finish} />}
      {isOne && first.till_id !== null && first.key_id !== null && (
        <NewTill till_id={first.till_id} key_id={first.key_id} onApproved={finish} />
      )}
      {isOne && first.code === 'OVERSOLD' && (
        <TextField
          label={words.piecesOnTheShelf}
          name="counted"
          type="number"
          inputMode="numeric"
          min={0}
          max={1_000_000}
          step={1}
          errors={fields.counted}
          hint={words.bookSays(first.on_hand ?? 0)}
        />
      )}
      {usual.length > 0 && (
        <div className={styles.usual} role="group" aria-label={words.commonAnswers}>
          {usual.map(words => (
            <Button
              key={words}
              type="button"
              kind="secondary"
              disabled={busy}
              onClick={({ currentTarget }) => send(words, currentTarget.form)}
            >
              {words}
            </Button>
          ))}
        </div>
      )}
      <TextAreaField
        label={words.outcome}
        name="note"
        required
        maxLength={500}
        errors={fields.note}
        value={note}
        onChange={event => write(event.target.value)}
      />
      <DialogActions>
        <Button type="button" kind="secondary" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button busy={busy}>{words.resolve}</Button>
      </DialogActions>
    </form>
  )
}

async function resolve(exceptions: readonly ShopException[], note: string, counted: string): Promise<string> {
  const ids = exceptions.map(({ id }) => id)
  const grouped = countOf(exceptions) > ids.length
  if (grouped || ids.length > 1)
    return (await api('POST /api/staff/exceptions/resolve', { body: { ids, note, ...(grouped && { grouped }) } }))
      .message
  const body = { status_code: 'RESOLVED' as const, note, ...(counted !== '' && { counted: Number(counted) }) }
  return (await api('PATCH /api/staff/exceptions/:id', { params: { id: ids[0]! }, body })).message
}
