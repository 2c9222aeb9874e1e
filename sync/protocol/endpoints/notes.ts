import type { Page, PageQuery } from '../page.ts'

/** A cashier's note as staff see it. `till_code` is null if the device is not a till. */
export interface LeftNote {
  id: number
  text: string
  teller: { id: number; name: string }
  till_code: string | null
  occurred_at: string
  read_by: string | null
  read_at: string | null
}

export interface NoteEndpoints {
  'GET /api/staff/notes': { query: PageQuery & { unread?: boolean }; reply: { notes: Page<LeftNote> } }
  'PATCH /api/staff/notes/:id': { body: { read: true }; reply: { message: string; note: LeftNote } }
}
