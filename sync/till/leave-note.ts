import { maskCardNumbers } from '#sync/protocol/card-number.ts'
import { LONGEST_NOTE, NOTE_LEFT, type Note } from '#sync/protocol/kinds/note-left.ts'
import { enqueue } from './enqueue.ts'
import type { Teller, TillDb } from './till-db.ts'
import { withWholeCharacters } from './replica/whole-characters.ts'

/**
 * Leaves a cashier's note for the manager. `id` is minted when the form opens, so that a second press writes no second
 * note.
 * @throws StorageFull, NotEnrolled
 */
export const leaveNote = (
  db: TillDb,
  { id, text }: Pick<Note, 'id' | 'text'>,
  teller: Pick<Teller, 'id'>,
): Promise<Note> =>
  enqueue(db, {
    id,
    kind: NOTE_LEFT,
    teller_id: teller.id,
    earlier: async () => (await db.outbox.where({ id }).first())?.mutation.payload as Note | undefined,
    fact() {
      const note: Note = withWholeCharacters({
        id,
        text: maskCardNumbers(text.trim()).slice(0, LONGEST_NOTE),
        teller_id: teller.id,
        occurred_at: new Date().toISOString(),
      })
      // The previous build counts the lines of every waiting entry.
      return { occurred_at: note.occurred_at, payload: { ...note, lines: [] }, kept: note }
    },
  })
