import { noteLeft } from './note-left.ts'
import { saleRecord } from './sale-record.ts'
import type { TillKind } from './till-kind.ts'

export const TILL_KINDS: readonly TillKind[] = [saleRecord, noteLeft]

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
