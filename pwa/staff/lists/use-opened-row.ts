import { useState } from 'react'
import { queries } from '#pwa/lib/queries.ts'
import type { Outcome } from '#pwa/forms/use-submit.ts'

interface Row {
  updated_at: string
}

interface Sending extends Pick<Outcome, 'answers' | 'message' | 'present'> {
  busy: boolean
}

/** What a newer row that is read is to the form: nothing, the row that its fields belong to, or all that it shows. */
type Wish = 'nothing' | 'version' | 'row'

/**
 * The row that a form shows; `turn` counts those it has shown. A newer one that was read meanwhile, say when the window
 * came to the front again, does not take its place: the form would then send its old fields as if it knew the new ones.
 * It does once the form saved, or somebody wants it, but for what was typed meanwhile: that stays.
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
    /** Something was typed while the form was on its way: it is not saved, whatever the answer. */
    isTypedOn,
    onSend: () => typeOn(false),
    listeners: { onPointerDown: reach, onKeyDown: reach, onInput: () => (busy ? typeOn(true) : want('nothing')) },
  }
}
