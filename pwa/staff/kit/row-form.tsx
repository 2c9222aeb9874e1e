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
  /** The label of its button. */
  submit: string
  form: Pick<ReturnType<typeof useSubmit>, 'answers' | 'message' | 'errors' | 'busy' | 'onSubmit' | 'present'>
  /**
   * The row to change, as last read. The form sends `updated_at` of the row that it shows (`textOf(form,
   * 'updated_at')`). If another user saved first, their row appears beside the input. Keep the state of fields in
   * `children`, which mount again.
   */
  row?: { updated_at: string } | undefined
  /** The field values of another user's row, if they are not its members by name. */
  heldOf?: ((present: Record<string, unknown>) => Record<string, unknown>) | undefined
  /** The main form of its page: Ctrl+Enter submits it from outside any other form. */
  isMain?: boolean
  /** False while data it needs is loading: it cannot be sent before. */
  isReady?: boolean
  children: ReactNode
}

/**
 * A form of the back office: the server's answer on top, submitted by its button or Ctrl+Enter. Warns before unsaved
 * input is lost.
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
  // After an addition the fields are emptied, or the form is gone: nothing may be typed until then.
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

/** A file dropped on a disabled form would replace the page. */
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
