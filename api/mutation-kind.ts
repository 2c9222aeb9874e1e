import type { AuditRule } from '#api/audit/rules.ts'
import type { ExceptionCode } from '#sync/protocol/staff/exception.ts'

/**
 * Something odd about a mutation that is booked all the same. `once_key`: staff are told of it once, however many
 * mutations show it.
 */
export interface Doubt {
  code: ExceptionCode
  detail: string
  once_key?: string
}

/** A mutation as its kind books it, and how it came. Times are epoch milliseconds. */
export interface Arrived<Payload> {
  id: string
  payload: Payload
  /** The device that made it; null for one that a person vouches for, which no till numbered. */
  device_id: string | null
  /** The device's `seq` already came with another mutation. */
  seq_reused: boolean
  received_at: number
  /** How far the device's clock was ahead of ours; null where that is not known. */
  skew_ms: number | null
  /** What its signature, chain and grant have shown; told to staff beside what the kind finds. */
  doubts: readonly Doubt[]
}

/**
 * What became of a mutation. `booking` holds what the kind made, without members named id, kind, status, exceptions or
 * error.
 */
export interface Booked {
  booking: Record<string, string | number>
  exceptions: ExceptionCode[]
}

/**
 * What the server knows of a kind of mutation. A push is grouped by kind and booked in the registry's order, which is
 * the order of locks.
 */
export interface MutationKind<Payload = unknown> {
  kind: string
  /** The protocol that it came with. */
  since: number
  /**
   * Members of the payload that tell of a customer. Where it is signed they travel beside it, so that a person can be
   * erased.
   */
  personal: readonly string[]
  /** Members that people typed, in which the number of a bank card may stand. */
  texts: readonly string[]
  /** The rules of the books that hold for what it books. */
  audit: readonly AuditRule[]
  /** @throws 422 with the messages by field */
  read(payload: unknown): Payload
  /**
   * The facts that another mutation under the same id must not change. Money in pesewas, times in ms, absent = null.
   */
  content(payload: Payload): Record<string, unknown>
  /** Who did it, and when by the till's clock. */
  by(payload: Payload): { teller_id: number; occurred_at: string }
  /**
   * Books them in the transaction around it. `store` writes their verdicts, and is called once all is locked but what
   * everybody wants.
   * @throws a duplicate error where one is booked already, 422 for what cannot be stored
   */
  book(
    arrived: readonly Arrived<Payload>[],
    store: (booked: readonly Booked[]) => Promise<void>,
  ): Promise<readonly Booked[]>
  /** What staff read of one that could not be booked. */
  label(payload: Payload): string
}
