import { formatCount } from '#pwa/lib/format.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ChangedNotice } from '../kit/changed-notice.tsx'
import { differencesOf, type Draft } from './receiving.ts'

interface Props {
  mine: Draft
  theirs: Draft
  busy: boolean
  onTakeTheirs: () => void
  onSaveMine: () => void
}

/**
 * Somebody else saved the draft meanwhile: what differs, side by side. It stands in the form, which its button sends
 * again.
 */
export function DraftChanged({ mine, theirs, busy, onTakeTheirs, onSaveMine }: Props) {
  const differences = differencesOf(mine, theirs)
  return (
    <ChangedNotice
      title="Someone changed this draft while you were editing."
      words={
        differences.length > 0 ? 'Nothing is saved yet. These fields differ:' : 'It already holds what you entered.'
      }
      heads={['What', 'Yours', 'Theirs']}
      differences={differences.map(({ id, what, mine: ours, theirs: others }) => ({
        id,
        what,
        ours: words(ours),
        theirs: words(others),
      }))}
    >
      <Button type="button" kind="secondary" onClick={onTakeTheirs}>
        Take theirs
      </Button>
      <Button busy={busy} onClick={onSaveMine}>
        Save mine
      </Button>
    </ChangedNotice>
  )
}

const words = (value: string | number) => (typeof value === 'number' ? formatCount(value) : value || '–')
