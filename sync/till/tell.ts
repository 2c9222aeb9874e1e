import { enqueue } from './enqueue.ts'
import { withWholeCharacters } from './replica/whole-characters.ts'
import type { TillDb } from './till-db.ts'

/** What the content of every kind has. */
interface Told {
  /** Minted when the form opens, so that a second press tells nothing else. */
  id: string
  teller_id: number
  occurred_at: string
}

/**
 * Tells the shop something of which this device keeps no copy but its outbox entry. A known id returns what was told.
 * @throws StorageFull, NotEnrolled, ScreenLocked
 */
export const tell = <Content extends Told>(db: TillDb, kind: string, content: Content): Promise<Content> =>
  enqueue(db, {
    id: content.id,
    kind,
    teller_id: content.teller_id,
    earlier: async () => (await db.outbox.where({ id: content.id }).first())?.mutation.payload as Content | undefined,
    fact() {
      const kept = withWholeCharacters(content)
      // The previous build counts the lines of every waiting entry.
      return { occurred_at: kept.occurred_at, payload: { ...kept, lines: [] }, kept }
    },
  })
