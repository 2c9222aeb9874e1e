import { CASH_MOVE, type CashMove } from '#sync/protocol/kinds/cash-move.ts'
import { DRAWER_OPEN, type DrawerOpen } from '#sync/protocol/kinds/drawer-open.ts'
import { NOTE_LEFT, type Note } from '#sync/protocol/kinds/note-left.ts'
import { SALE_VOID, type SaleVoid } from '#sync/protocol/kinds/sale-void.ts'
import { SHIFT_CLOSE, type ShiftClose } from '#sync/protocol/kinds/shift-close.ts'
import { SHIFT_OPEN, type ShiftOpen } from '#sync/protocol/kinds/shift-open.ts'
import { formatCedis, toCedis } from '#sync/protocol/money.ts'
import type { SaleLine } from '#sync/protocol/sale.ts'
import { worthOf, type CountedCash } from '#sync/protocol/shifts/denominations.ts'
import { moved, opened } from '#sync/protocol/shifts/move-words.ts'
import { saleRecord } from './sale-record.ts'
import type { TillKind } from './till-kind.ts'

interface Look<Payload extends { id: string }> {
  label: TillKind['label']
  /** A member that every payload of this kind has, with its type. */
  has: [member: keyof Payload, type: 'string' | 'number' | 'object']
  shown: (payload: Payload) => string
}

/**
 * A kind whose verdict changes nothing on this device. Its payload carries `lines` that are not signed: the previous
 * build counts the lines of every waiting entry. In a void their pieces are below zero: the goods are back on the
 * shelf.
 */
const told = <Payload extends { id: string }>(
  kind: string,
  { label, has: [member, type], shown }: Look<Payload>,
): TillKind => ({
  kind,
  since: 2,
  label,
  toSign(payload) {
    const { lines, ...signed } = payload as { lines?: SaleLine[] }
    return { payload: signed, personal: null }
  },
  isWhole: ({ id, payload }) =>
    (payload as Partial<Payload>).id === id && typeof (payload as Partial<Payload>)[member] === type,
  unbooked: payload => (payload as { lines?: SaleLine[] }).lines ?? [],
  onSettled: async () => {},
  onRejected: async () => {},
  shown: payload => shown(payload as Payload),
})

/** Every kind that this till writes; a new one is an entry here. */
export const TILL_KINDS: readonly TillKind[] = [
  saleRecord,
  told<SaleVoid>(SALE_VOID, {
    label: { one: 'void', many: 'voids' },
    has: ['sale_id', 'string'],
    shown: ({ number }) => number,
  }),
  told<Note>(NOTE_LEFT, { label: { one: 'note', many: 'notes' }, has: ['text', 'string'], shown: ({ text }) => text }),
  told<ShiftOpen>(SHIFT_OPEN, {
    label: { one: 'shift opened', many: 'shifts opened' },
    has: ['float', 'object'],
    shown: ({ float }) => `Float ${inCedis(float)}`,
  }),
  told<CashMove>(CASH_MOVE, {
    label: { one: 'cash move', many: 'cash moves' },
    has: ['amount', 'number'],
    shown: ({ direction, reason, note, amount }) =>
      [moved(direction, reason), formatCedis(amount), note].filter(Boolean).join(' · '),
  }),
  told<DrawerOpen>(DRAWER_OPEN, {
    label: { one: 'drawer opened', many: 'drawer openings' },
    has: ['reason', 'string'],
    shown: ({ reason, note }) => [opened(reason), note].filter(Boolean).join(' · '),
  }),
  told<ShiftClose>(SHIFT_CLOSE, {
    label: { one: 'shift closed', many: 'shifts closed' },
    has: ['counted', 'object'],
    shown: ({ counted }) => `Counted ${inCedis(counted)}`,
  }),
]

const inCedis = (counted: CountedCash) => formatCedis(toCedis(worthOf(counted)))

const byName = new Map(TILL_KINDS.map(each => [each.kind, each]))

/** A kind of a later build, after a rollback or from its file: this build stores, sends and shows it. */
const unknown = (kind: string): TillKind => ({
  kind,
  since: 2,
  label: { one: 'entry', many: 'entries' },
  toSign: payload => ({ payload, personal: null }),
  isWhole: () => true,
  unbooked: () => [],
  onSettled: async () => {},
  onRejected: async () => {},
  shown: () => kind,
})

export const kindOf = (kind: string): TillKind => byName.get(kind) ?? unknown(kind)
