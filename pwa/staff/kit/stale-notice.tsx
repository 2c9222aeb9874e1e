import { useState, type RefObject } from 'react'
import { Button } from '#pwa/ui/button.tsx'
import { ChangedNotice } from './changed-notice.tsx'
import { differencesIn } from './form-differences.ts'
import * as words from './kit-words.ts'

interface Props {
  form: RefObject<HTMLFormElement | null>
  /** The current row. */
  present: Record<string, unknown>
  /** The values that its fields would show. */
  held: Record<string, unknown>
  onKeepMine: (updated_at: string) => void
  onTakeTheirs: () => void
  busy: boolean
}

/** Another user saved first: shows the differences side by side. Nothing is overwritten unseen. */
export function StaleNotice({ form, present, held, onKeepMine, onTakeTheirs, busy }: Props) {
  const [differences] = useState(() => (form.current ? differencesIn(form.current, held) : []))
  return (
    <ChangedNotice
      title={words.changedMeanwhile}
      words={differences.length > 0 ? words.fieldsDiffer : words.fieldsAgree}
      heads={[words.field, words.yours, words.theirs]}
      differences={differences.map(({ name, label, mine, theirs }) => ({ id: name, what: label, ours: mine, theirs }))}
    >
      <Button type="button" kind="secondary" onClick={onTakeTheirs}>
        {words.takeTheirs}
      </Button>
      <Button type="button" busy={busy} onClick={() => onKeepMine(String(present.updated_at))}>
        {words.saveMine}
      </Button>
    </ChangedNotice>
  )
}
