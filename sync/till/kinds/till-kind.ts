import type { SaleLine } from '#sync/protocol/sale.ts'
import type { Personal } from '#sync/protocol/signed.ts'
import type { LocalSale, TillDb, TillVerdict, Written } from '../till-db.ts'

export type Accepted = Extract<TillVerdict, { status: 'accepted' }>
export type Rejected = Extract<TillVerdict, { status: 'rejected' }>

/** Everything the till knows about one kind of mutation. No other code of the till tells kinds apart. */
export interface TillKind {
  kind: string
  /** The first protocol that carries it: a build with an older one stores it without sending it. */
  since: number
  /** Its name in the day's list and the header: one, and many. */
  label: { one: string; many: string }
  /** The payload to sign, with the customer's details taken out. */
  toSign: (payload: object) => { payload: object; personal: Omit<Personal, 'salt'> | null }
  /** Whether an imported entry can be sent and shown. `sale` is the copy of the other device. */
  isWhole: (mutation: Written, sale: LocalSale | undefined) => boolean
  /** The lines whose pieces have left the shelf, before the shop's copy shows it. */
  unbooked: (payload: object) => readonly SaleLine[]
  /** Stores accepting verdicts in this device's copies, inside the transaction that removes the entries. */
  onSettled: (db: TillDb, verdicts: readonly Accepted[]) => Promise<void>
  /** The same for a rejection; the entry stays. */
  onRejected: (db: TillDb, verdict: Rejected) => Promise<void>
  /** Its line in the day's list. */
  shown: (payload: object) => string
}
