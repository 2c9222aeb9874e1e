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
