import { Fragment, useEffect, useRef, type DragEvent, type ReactNode, type RefObject } from 'react'
import { queries } from '#pwa/lib/queries.ts'
import type { useSubmit } from '#pwa/forms/use-submit.ts'
import { Alert, ErrorList } from '#pwa/ui/alert.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { FieldGrid } from '#pwa/ui/field.tsx'
import { LeaveDialog } from '#pwa/ui/leave-dialog.tsx'
import styles from './form-screen.module.css'
import { StaleNotice } from './stale-notice.tsx'
import { useOpenedRow } from '../lists/use-opened-row.ts'
import { useFieldFocus } from './use-field-focus.ts'
import { HEARS_ITSELF } from './use-send-key.ts'
import { isDialogOpen, isSendKey } from '../use-shortcut.ts'
import { useUnsaved } from './use-unsaved.ts'
import * as words from './kit-words.ts'

export interface RowFormProps {
  /** The words of its button. */
  submit: string
  form: Pick<ReturnType<typeof useSubmit>, 'answers' | 'message' | 'errors' | 'busy' | 'onSubmit' | 'present'>
  /**
   * What is changed, as last read. The form sends `updated_at` of the row that it shows (`textOf(form, 'updated_at')`),
   * and where somebody else was quicker their row is shown beside what was typed. State of the fields belongs into
   * `children`, which begin anew.
   */
  row?: { updated_at: string } | undefined
  /** What the fields would hold of the row as somebody else left it, where that is not its members by their names. */
  heldOf?: ((present: Record<string, unknown>) => Record<string, unknown>) | undefined
  /** It is what its page is for: Ctrl+Enter sends it from wherever no other form is. */
  isMain?: boolean
  /** False while something that it is about has not come: it cannot be sent before. */
  isReady?: boolean
  children: ReactNode
}

/**
 * A form of the back office: the server's answer above, sent by its button or Ctrl+Enter. What is not saved is asked
 * about.
 */
export function RowForm({
  submit,
  form: { answers, message, errors, busy, onSubmit, present },
  row,
  heldOf,
  isMain = false,
  isReady = true,
  children,
}: RowFormProps) {
  const element = useRef<HTMLFormElement>(null)
  const answer = useRef<HTMLDivElement>(null)
  const opened = useOpenedRow(row, { answers, message, present, busy })
  const unsaved = useUnsaved(element, { busy, isSaved: message !== null && !opened.isTypedOn, turn: opened.turn })
  useSendByKey(element, { busy: busy || !isReady, isMain })
  // What is added is gone from the form, or the form with it, once it is saved: nothing more can be typed into it by
  // then.
  const isShut = busy && row === undefined
  useFieldFocus(element, isShut)
  useEffect(() => {
    if (answers === 0) return
    answer.current?.scrollIntoView({ block: 'nearest' })
    void queries.invalidateQueries({ queryKey: ['GET /api/staff/changes'] })
  }, [answers])
  const keepMine = (updated_at: string) => {
    const hidden = element.current?.elements.namedItem('updated_at')
    if (hidden instanceof HTMLInputElement) hidden.value = updated_at
    element.current?.requestSubmit()
  }
  return (
    <>
      <form
        ref={element}
        {...{ [HEARS_ITSELF]: '' }}
        className={styles.form}
        onSubmit={event => {
          opened.onSend()
          onSubmit(event)
        }}
        {...unsaved.listeners}
        {...opened.listeners}
        {...(isShut && FILES_HELD)}
      >
        <div ref={answer} className={styles.answer}>
          {message && <Alert kind="ok">{message}</Alert>}
          {row && opened.stale && (
            <StaleNotice
              form={element}
              present={opened.stale}
              held={heldOf?.(opened.stale) ?? opened.stale}
              onKeepMine={keepMine}
              onTakeTheirs={opened.takeTheirs}
              busy={busy}
            />
          )}
          {!(row && present) && <ErrorList messages={errors} />}
        </div>
        <Fragment key={opened.turn}>
          {opened.row && (
            <input key={opened.row.updated_at} type="hidden" name="updated_at" defaultValue={opened.row.updated_at} />
          )}
          <div inert={isShut} className={styles.fields}>
            <FieldGrid>{children}</FieldGrid>
          </div>
        </Fragment>
        <div>
          <Button kind={isMain ? 'primary' : 'secondary'} busy={busy} disabled={!isReady} title={words.sendKey}>
            {submit}
          </Button>
        </div>
      </form>
      <LeaveDialog isUnsaved={unsaved.isUnsaved} />
    </>
  )
}

/** A file that falls on what is shut would be opened in place of the page. */
const hold = (event: DragEvent) => event.preventDefault()
const FILES_HELD = { onDragOver: hold, onDrop: hold }

function useSendByKey(form: RefObject<HTMLFormElement | null>, { busy, isMain }: { busy: boolean; isMain: boolean }) {
  useEffect(() => {
    const sendByKey = (event: KeyboardEvent) => {
      const around = event.target instanceof Element ? event.target.closest('form') : null
      if (isSendKey(event) && !busy && (around === form.current || (isMain && around === null && !isDialogOpen())))
        form.current?.requestSubmit()
    }
    document.addEventListener('keydown', sendByKey)
    return () => document.removeEventListener('keydown', sendByKey)
  }, [form, busy, isMain])
}
