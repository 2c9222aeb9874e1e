import { select } from '#api/db/database.ts'
import type { Doubt } from '#api/mutation-kind.ts'
import { mayBeResend, type Restored } from '#api/trust/after-restore.ts'
import type { Author } from '#api/trust/author.ts'
import { newTillKey } from '#api/exceptions/till-exceptions.ts'
import { SIGNED_PROTOCOL } from '#sync/protocol/signed.ts'

const DAY_MS = 86_400_000
/** How many days late a till may send a sale before it counts as backdated. */
const MOST_DAYS_LATE = 14
/** How far a clock that could not be corrected may be wrong, in ms. */
const CLOCK_MS = 10 * 60_000

/** A mutation with a valid signature, or one that may come without. Times are epoch milliseconds. */
export interface Claim {
  protocol: number
  seq: number | null
  teller_id: number
  /** By the till's own clock. */
  stated_at: number
  /** By the server's clock, as far as the till's could be corrected. */
  occurred_at: number
  received_at: number
  /** The grant it names; null if unsigned. */
  grant: string | null
  /** The signed-in user of an unsigned mutation. */
  bearer: number | null
}

/** What was found for several at once, before any is judged. */
export interface Findings {
  isBroken: boolean
  jumped: boolean
  personalChanged: boolean
}

/** The end of a shift of the same till, with its place in the chain. Times as in a claim. */
export interface Closing {
  seq: number
  stated_at: number
  occurred_at: number
}

export interface HeldGrant {
  till_id: number
  user_id: number
  issued_at: Date
  expires_at: Date
  ended_at: Date | null
}

const MS = (time: string) => `TIMESTAMPDIFF(MICROSECOND, '1970-01-01', ${time}) DIV 1000`
const FACTS = `CONCAT_WS(' ', till_id, user_id, ${MS('issued_at')}, ${MS('expires_at')}, ${MS('ended_at')})`

/** Grants by id, `named`, for a UNION of five columns. `grantFrom` reads the third. */
export const GRANTS = `SELECT 'grant', id, ${FACTS}, NULL, NULL FROM till_grants WHERE id IN (:named)`

export function grantFrom(facts: string): HeldGrant {
  const [till_id, user_id, issued_at, expires_at, ended_at] = facts.split(' ').map(Number)
  return {
    till_id: till_id!,
    user_id: user_id!,
    issued_at: new Date(issued_at!),
    expires_at: new Date(expires_at!),
    ended_at: ended_at === undefined ? null : new Date(ended_at),
  }
}

/** Grants by their ids. */
export async function findGrants(ids: readonly (string | null)[]): Promise<Map<string, HeldGrant>> {
  const named = [...new Set(ids.filter(id => id !== null))]
  if (named.length === 0) return new Map()
  const rows = await select<{ id: string; facts: string }>(
    `SELECT id, ${FACTS} AS facts FROM till_grants WHERE id IN (:named)`,
    { named },
  )
  return new Map(rows.map(({ id, facts }) => [id, grantFrom(facts)]))
}

/**
 * What is odd about a mutation's sender, cashier, place and time. `restored`: what a till sends again after a restore
 * may come late.
 */
export function doubtsAbout(
  claim: Claim,
  {
    author,
    grants,
    found,
    restored,
    closings,
  }: {
    author: Author | null
    grants: ReadonlyMap<string, HeldGrant>
    found: Findings
    restored: Restored
    closings: readonly Closing[]
  },
): Doubt[] {
  const doubts: Doubt[] = []
  const note: Note = (code, detail, more) => doubts.push({ code, detail, ...more })
  const { teller_id, occurred_at } = claim
  if (claim.protocol === SIGNED_PROTOCOL && author) judgeSigned(claim, { author, grants, note })
  else if (claim.bearer !== null && claim.bearer !== teller_id)
    note('TELLER_MISMATCH', `It names cashier ${teller_id}, but user ${claim.bearer} was signed in and sent it.`, {
      person_id: claim.bearer,
    })
  if (found.isBroken) note('CHAIN_BROKEN', 'It does not follow what this key signed before.')
  if (found.jumped)
    note(
      'SEQ_JUMP',
      `Number ${claim.seq} is far ahead of ${author?.last_seq}, the last one that arrived in order.`,
      author ? { once_key: `SEQ_JUMP ${author.device_id} ${author.last_seq}` } : {},
    )
  if (found.personalChanged)
    note('PERSONAL_CHANGED', "The customer's details are not the signed ones. They were left out.")
  // What follows a shift's end is known only from a chain.
  const closing = claim.protocol === SIGNED_PROTOCOL && closings.find(ended => isBefore(claim, ended))
  if ((!closing && !isLate(claim)) || mayBeResend(claim, restored)) return doubts
  if (isLate(claim))
    note(
      'BACKDATED',
      `Dated ${new Date(occurred_at).toISOString().slice(0, 10)}, more than ${MOST_DAYS_LATE} days before it arrived.`,
    )
  else if (closing) note('BACKDATED', beforeClosing(occurred_at, closing.occurred_at))
  return doubts
}

/** Whether it arrived so long after its time that it counts as dated back, unless a till sends it again. */
export const isLate = ({ occurred_at, received_at }: Pick<Claim, 'occurred_at' | 'received_at'>): boolean =>
  received_at - occurred_at > MOST_DAYS_LATE * DAY_MS

/** By both clocks: neither a clock that was put right nor a slow network makes a sale look dated back. */
const isBefore = ({ seq, stated_at, occurred_at }: Claim, closing: Closing): boolean =>
  seq !== null && closing.seq < seq && stated_at < closing.stated_at && occurred_at < closing.occurred_at

/** Why a mutation after the end of a shift is dated back; epoch milliseconds. */
export const beforeClosing = (occurred_at: number, closed_at: number): string =>
  `Dated ${minuteOf(occurred_at)}, but this till had closed a shift before it, at ${minuteOf(closed_at)} (UTC).`

const minuteOf = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ')

type Note = (code: Doubt['code'], detail: string, more?: Pick<Doubt, 'once_key' | 'person_id'>) => void

interface Proving {
  author: Author
  grants: ReadonlyMap<string, HeldGrant>
  note: Note
}

function judgeSigned({ teller_id, occurred_at, grant: id }: Claim, { author, grants, note }: Proving): void {
  const grant = id === null ? undefined : grants.get(id)
  if (author.isRevoked) note('UNKNOWN_TILL', 'This till was revoked.')
  if (author.key && !author.key.approved)
    note('NEW_TILL', 'The key of this till is awaiting approval.', { once_key: newTillKey(author.key.key_id) })
  if (!grant || grant.till_id !== author.till_id || !isInForce(grant, occurred_at))
    note('UNPROVED', `We cannot verify that cashier ${teller_id} was signed in on this till.`)
  if (grant && grant.user_id !== teller_id)
    note('TELLER_MISMATCH', `It names cashier ${teller_id}, but user ${grant.user_id} was signed in.`, {
      person_id: grant.user_id,
    })
}

const isInForce = ({ issued_at, expires_at, ended_at }: HeldGrant, at: number) =>
  at >= issued_at.getTime() - CLOCK_MS && at <= expires_at.getTime() && (ended_at === null || at <= ended_at.getTime())
