import type { Doubt, MutationKind } from '#api/mutation-kind.ts'
import { grantIn, type Arrival } from '#api/sync/prove-arrival.ts'
import type { OnRecord } from '#api/sync/verdicts.ts'
import type { Author } from '#api/trust/author.ts'
import { NEVER_RESTORED, noteFresh, restoredFor, type Restored } from '#api/trust/after-restore.ts'
import { enterChain } from '#api/trust/chain.ts'
import { doubtsAbout, findGrants, isLate, type Claim, type Closing, type HeldGrant } from '#api/trust/doubts.ts'
import { followLocked, type Followed } from '#api/trust/sequence.ts'
import { SIGNED_PROTOCOL } from '#sync/protocol/signed.ts'

/** What the server knows of a request's chain and sequence. `broken` holds hashes, `jumped` seqs. */
export interface Entered {
  broken: ReadonlySet<string>
  jumped: ReadonlySet<number>
  last_seq: number
  /** The author, from the locked rows. */
  author?: Author | null
  grants?: ReadonlyMap<string, HeldGrant>
  restored?: Restored
  state?: PushState
}

/** What a push's reply says about the server and the author's key. */
export interface PushState {
  generation: string
  forked: boolean
  hasGap: boolean
}

/**
 * Follows the sequence numbers of a request. Locks their till first, so that parallel requests with the same ones
 * queue, signed or not. Call inside the transaction that books them.
 */
export async function follow(arrivals: readonly Arrival[]): Promise<Followed> {
  const author = arrivals[0]?.author
  if (!author) return { jumped: new Set(), last_seq: 0 }
  return followLocked(
    author.till_id,
    arrivals.filter(isCounted).map(({ seq }) => seq),
  )
}

/** Enters a request's signed mutations into their key's chain, whatever their verdicts. */
export async function enter(
  arrivals: readonly Arrival[],
  followed: Followed,
  { proofs }: Pick<OnRecord, 'proofs'>,
): Promise<Entered> {
  const author = arrivals[0]?.author ?? null
  if (!author?.key || !proofs) return { broken: new Set(), author, ...followed }
  const { near, grants, generation, restored, isRevoked, isApproved, forked } = proofs
  const links = arrivals.flatMap(({ link }) => link ?? [])
  const chained = await enterChain(author.key.id, links, near)
  return {
    ...followed,
    broken: chained.broken,
    author: { ...author, isRevoked, key: { ...author.key, approved: isApproved } },
    grants,
    restored: await noteFresh(author.till_id, arrivals.flatMap(placeIn(chained.broken, grants)), restored),
    state: { generation, forked: forked || chained.forked, hasGap: chained.hasGap },
  }
}

/** The place of a proved mutation in its till's chain, with when it was signed as far as that is known. */
const placeIn =
  (broken: ReadonlySet<string>, grants: ReadonlyMap<string, HeldGrant>) =>
  ({ kind, payload, link, seq, received_at, skew_ms, frame }: Arrival) =>
    kind === null || payload === null || link === null || seq === null || broken.has(link.hash)
      ? []
      : [
          {
            seq,
            received_at,
            occurred_at: Date.parse(kind.by(payload).occurred_at) - (skew_ms ?? 0),
            granted_at: grants.get(grantIn(frame) ?? '')?.issued_at.getTime() ?? null,
          },
        ]

/** An unproved mutation claims no number. */
const isCounted = ({ error }: Arrival) => error?.code !== 'unproved'

/** What staff are told about each booked mutation. */
export async function judge(
  arrivals: readonly (Arrival & { kind: MutationKind; payload: object })[],
  { broken, jumped, closings = [], ...entered }: Omit<Entered, 'last_seq'> & { closings?: readonly Closing[] },
): Promise<Map<string, Doubt[]>> {
  const claims = arrivals.map(arrival => ({ arrival, claim: claimOf(arrival) }))
  const grants = entered.grants ?? (await findGrants(arrivals.map(grantOf)))
  const late = claims.find(({ claim }) => isLate(claim))
  const restored = entered.restored ?? (late ? await restoredFor(late.arrival.device_id) : NEVER_RESTORED)
  return new Map(
    claims.map(({ arrival: { id, seq, link, author, personalChanged }, claim }) => [
      id,
      doubtsAbout(claim, {
        author: entered.author ?? author,
        grants,
        restored,
        closings,
        found: {
          isBroken: link !== null && broken.has(link.hash),
          jumped: seq !== null && jumped.has(seq),
          personalChanged,
        },
      }),
    ]),
  )
}

function claimOf(arrival: Arrival & { kind: MutationKind; payload: object }): Claim {
  const { protocol, seq, received_at, skew_ms, bearer } = arrival
  const { teller_id, occurred_at } = arrival.kind.by(arrival.payload)
  const stated_at = Date.parse(occurred_at)
  return {
    protocol,
    seq,
    received_at,
    bearer,
    teller_id,
    stated_at,
    occurred_at: stated_at - (skew_ms ?? 0),
    grant: grantOf(arrival),
  }
}

const grantOf = ({ protocol, frame }: Arrival): string | null => (protocol === SIGNED_PROTOCOL ? grantIn(frame) : null)
