import { useState } from 'react'
import { queries } from '#pwa/lib/queries.ts'
import type { Outcome } from '#pwa/forms/use-submit.ts'

interface Row {
  updated_at: string
}

interface Sending extends Pick<Outcome, 'answers' | 'message' | 'present'> {
  busy: boolean
}

/** What the form takes from a newer row: nothing, the version its fields belong to, or the whole row. */
type Wish = 'nothing' | 'version' | 'row'

/**
 * The row that a form shows; `turn` counts the rows shown so far. A newer row, read for example when the window regains
 * focus, does not replace it: the form would then send its old fields as if it knew the new ones. It does replace it
 * once the form has saved, or the user asks for it, except for input typed since.
 */
export function useOpenedRow(row: Row | undefined, { answers, message, present, busy }: Sending) {
  const [opened, open] = useState({ row, turn: 0 })
  const [taken, take] = useState<Record<string, unknown> | null>(null)
  const [wish, want] = useState<Wish>('nothing')
  const [known, know] = useState(answers)
  const [isTypedOn, typeOn] = useState(false)
  if (answers !== known) {
    know(answers)
    want(message === null ? 'nothing' : isTypedOn ? 'version' : 'row')
  }
  if (wish !== 'nothing' && row?.updated_at !== opened.row?.updated_at) {
    want('nothing')
    open({ row, turn: wish === 'row' ? opened.turn + 1 : opened.turn })
  }
  const takeTheirs = () => {
    take(present)
    want('row')
    void queries.invalidateQueries()
  }
  const reach = () => {
    if (!busy) want('nothing')
  }
  return {
    ...opened,
    stale: present === taken ? null : present,
    takeTheirs,
    /** Something was typed while the form was being sent: it is not saved, whatever the answer. */
    isTypedOn,
    onSend: () => typeOn(false),
    listeners: { onPointerDown: reach, onKeyDown: reach, onInput: () => (busy ? typeOn(true) : want('nothing')) },
  }
}
