/** What a cashier leaves for the manager to read. */
export const NOTE_LEFT = 'note.left'

export const LONGEST_NOTE = 500

export interface Note {
  /** Minted when it is written; its mutation's id too. */
  id: string
  text: string
  /** Who wrote it. */
  teller_id: number
  occurred_at: string
}
