import { NOTE_LEFT, type Note } from '#sync/protocol/kinds/note-left.ts'
import type { TillKind } from './till-kind.ts'

/** A cashier's note to the manager. This device stores only its outbox entry. */
export const noteLeft: TillKind = {
  kind: NOTE_LEFT,
  since: 2,
  label: { one: 'note', many: 'notes' },

  toSign(payload) {
    const { lines, ...note } = payload as Note & { lines?: [] }
    return { payload: note, personal: null }
  },

  isWhole: ({ id, payload }) =>
    (payload as Partial<Note>).id === id && typeof (payload as Partial<Note>).text === 'string',
  unbooked: () => [],
  onSettled: async () => {},
  onRejected: async () => {},
  shown: payload => (payload as Note).text,
}
