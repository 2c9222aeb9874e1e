import type { raiseBalances } from '#api/ledger/ledger.ts'
import type { ExceptionCode } from '#sync/protocol/staff/exception.ts'

/**
 * Something odd about a mutation that is booked all the same. `once_key`: staff are told once, however many mutations
 * show it.
 */
export interface Doubt {
  code: ExceptionCode
  detail: string
  once_key?: string
  /** Whom it is about, if it is not the cashier it names. */
  person_id?: number
}

/** A mutation as its kind books it, with how it arrived. Times are epoch milliseconds. */
export interface Arrived<Payload> {
  id: string
  payload: Payload
  /** The device that made it; null for a mutation a person vouches for, which has no `seq`. */
  device_id: string | null
  /** Its place in the till's chain; null if a person vouches for it. */
  seq: number | null
  /** This device already used `seq` for another mutation. */
  seq_reused: boolean
  received_at: number
  /** How far the device's clock was ahead of ours, in ms; null if unknown. */
  skew_ms: number | null
  /** What its signature, chain and grant showed. Staff see it beside what the kind finds. */
  doubts: readonly Doubt[]
}

/**
 * The outcome of a mutation. `booking` holds what the kind made, without members named id, kind, status, exceptions or
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
  /** The protocol that introduced it. */
  since: number
  /** Payload members about a customer. They travel beside what is signed, so that a person can be erased. */
  personal: readonly string[]
  /** Members typed by people, which might contain a card number; `a.b` is member b of each row of a. */
  texts: readonly string[]
  /**
   * Where an accepted one leaves a row, named by the column that holds its id; `mutation_id` if none is given. An audit
   * rule looks for that row, and says `missing` in its absence.
   */
  row: { table: string; column?: string; missing: string }
  /** @throws 422 with the messages by field */
  read(payload: unknown): Payload
  /** The facts that another mutation with the same id must not change. Money in pesewas, times in ms, absent = null. */
  content(payload: Payload): Record<string, unknown>
  /** Who did it, and when by the till's clock. */
  by(payload: Payload): { teller_id: number; occurred_at: string }
  /**
   * Locks what stands before goods, and names the goods that they move: kinds of one push lock their goods together.
   */
  goods?(payloads: readonly Payload[]): Promise<readonly number[]>
  /**
   * Books them in the surrounding transaction. `store` writes their verdicts; call it when all but the shared balances
   * are locked. `raise` raises those, by default at once; a push raises them for all its kinds together.
   * @throws a duplicate error if one is already booked, 422 for a value that cannot be stored
   */
  book(
    arrived: readonly Arrived<Payload>[],
    store: (booked: readonly Booked[]) => Promise<void>,
    raise?: typeof raiseBalances,
  ): Promise<readonly Booked[]>
  /** What staff read when it could not be booked. */
  label(payload: Payload): string
}
