import type { SaleLine } from '#sync/protocol/sale.ts'
import type { Personal } from '#sync/protocol/signed.ts'
import type { LocalSale, TillDb, TillVerdict, Written } from '../till-db.ts'

export type Accepted = Extract<TillVerdict, { status: 'accepted' }>
export type Rejected = Extract<TillVerdict, { status: 'rejected' }>

/** What a till knows of one kind of mutation. Nothing else in the till tells kinds apart. */
export interface TillKind {
  kind: string
  /** The first protocol that carries it: a build that speaks an older one keeps it and does not send it. */
  since: number
  /** What the day's list and the header call one of it, and several. */
  label: { one: string; many: string }
  /** The payload as it is signed, with what tells of a customer taken out of it. */
  toSign: (payload: object) => { payload: object; personal: Omit<Personal, 'salt'> | null }
  /** Whether what came by file can be sent and shown. `sale` is what the other device kept beside it. */
  isWhole: (mutation: Written, sale: LocalSale | undefined) => boolean
  /** The lines whose pieces have left the shelf though the shop's copy cannot know it yet. */
  unbooked: (payload: object) => readonly SaleLine[]
  /**
   * Stores accepting verdicts where this device keeps something of it; inside the transaction that lets the entries go.
   */
  onSettled: (db: TillDb, verdicts: readonly Accepted[]) => Promise<void>
  /** The same of a rejection; the entry stays. */
  onRejected: (db: TillDb, verdict: Rejected) => Promise<void>
  /** One line of the day's list. */
  shown: (payload: object) => string
}
