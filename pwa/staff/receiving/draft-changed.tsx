import { formatCount } from '#pwa/lib/format.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ChangedNotice } from '../kit/changed-notice.tsx'
import { differencesOf, type Draft } from './receiving.ts'
import * as words from './receiving-words.ts'

interface Props {
  mine: Draft
  theirs: Draft
  busy: boolean
  onTakeTheirs: () => void
  onSaveMine: () => void
}

/** Another user saved the draft: shows the differences side by side, inside the form, whose button sends it again. */
export function DraftChanged({ mine, theirs, busy, onTakeTheirs, onSaveMine }: Props) {
  const differences = differencesOf(mine, theirs)
  return (
    <ChangedNotice
      title={words.someoneChangedIt}
      words={differences.length > 0 ? words.nothingIsSavedYet : words.holdsItAlready}
      heads={[words.what, words.yours, words.theirs]}
      differences={differences.map(({ id, what, mine: ours, theirs: others }) => ({
        id,
        what,
        ours: shown(ours),
        theirs: shown(others),
      }))}
    >
      <Button type="button" kind="secondary" onClick={onTakeTheirs}>
        {words.takeTheirs}
      </Button>
      <Button busy={busy} onClick={onSaveMine}>
        {words.saveMine}
      </Button>
    </ChangedNotice>
  )
}

const shown = (value: string | number) => (typeof value === 'number' ? formatCount(value) : value || '–')
