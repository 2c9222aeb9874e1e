import { maskCardNumbers } from '../card-number.ts'

/** A cashier leaves a note for the manager. */
export const NOTE_LEFT = 'note.left'

export const LONGEST_NOTE = 500

export interface Note {
  /** Minted when the note is written; also the id of its mutation. */
  id: string
  text: string
  teller_id: number
  occurred_at: string
}

/** A note as it is sent. Masks card numbers here, because a signed note cannot be changed. */
export const noteOf = ({ id, text }: Pick<Note, 'id' | 'text'>, teller: { id: number }): Note => ({
  id,
  text: maskCardNumbers(text.trim()).slice(0, LONGEST_NOTE),
  teller_id: teller.id,
  occurred_at: new Date().toISOString(),
})
