import { formatCount } from '#pwa/lib/format.ts'
import { Button } from '#pwa/ui/button.tsx'
import type { ShelfRow } from '#sync/protocol/staff/stock.ts'
import { ChangedNotice } from '../kit/changed-notice.tsx'
import type { Typed } from '../stock/grid.ts'
import * as words from './count-words.ts'

interface Props {
  /** Rows that another user counted, received or adjusted, with the current books. */
  rows: readonly ShelfRow[]
  typed: Typed
  busy: boolean
  onTakeTheirs: () => void
}

/** Another user changed the stock: shows both numbers side by side, inside the form, whose button sends it again. */
export function ShelfChanged({ rows, typed, busy, onTakeTheirs }: Props) {
  const differ = rows.filter(({ id, on_hand }) => Number(typed[id]?.value) !== on_hand)
  return (
    <ChangedNotice
      title={words.someoneChangedThis}
      words={differ.length > 0 ? words.nothingIsSavedYet : words.stockShowsIt}
      heads={[words.goods, words.yours, words.theBookNow]}
      differences={differ.map(({ id, size, colour, on_hand }) => ({
        id,
        what: [size, colour].filter(Boolean).join(', '),
        ours: typed[id]?.value ?? '',
        theirs: formatCount(on_hand),
      }))}
    >
      <Button type="button" kind="secondary" onClick={onTakeTheirs}>
        {words.takeTheirs}
      </Button>
      {differ.length > 0 && <Button busy={busy}>{words.saveMine}</Button>}
    </ChangedNotice>
  )
}
