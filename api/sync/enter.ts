import type { Doubt, MutationKind } from '#api/mutation-kind.ts'
import { grantIn, type Arrival } from '#api/sync/prove-arrival.ts'
import type { OnRecord } from '#api/sync/verdicts.ts'
import type { Author } from '#api/trust/author.ts'
import { enterChain } from '#api/trust/chain.ts'
import { doubtsAbout, findGrants, type HeldGrant } from '#api/trust/doubts.ts'
import { readGeneration } from '#api/trust/generation.ts'
import { advanceTo, followLocked, followSeqs, type Followed } from '#api/trust/sequence.ts'
import { SIGNED_PROTOCOL } from '#sync/protocol/signed.ts'

/** What the server knows of a request's chain and sequence. `broken` holds hashes, `jumped` seqs. */
export interface Entered {
  broken: ReadonlySet<string>
  jumped: ReadonlySet<number>
  last_seq: number
  /** The author, from the locked rows. */
  author?: Author | null
  grants?: ReadonlyMap<string, HeldGrant>
  state?: PushState
}

/** What a push's reply says about the server and the author's key. */
export interface PushState {
  generation: string
  forked: boolean
  hasGap: boolean
}

/**
 * Follows the sequence numbers of a request. Signed mutations lock their till first, so that parallel requests with the
 * same ones queue. Call inside the transaction that books them.
 */
export async function follow(arrivals: readonly Arrival[]): Promise<Followed> {
  const author = arrivals[0]?.author
  if (!author) return { jumped: new Set(), last_seq: 0 }
  const counted = arrivals.filter(isCounted).map(({ seq }) => seq)
  const isSigned = author.key !== null && arrivals.some(({ link }) => link !== null)
  return isSigned ? followLocked(author.till_id, counted) : followSeqs(author.last_seq, counted)
}

/** Enters a request's signed mutations into their key's chain, whatever their verdicts. */
export async function enter(
  arrivals: readonly Arrival[],
  followed: Followed,
  { proofs }: Pick<OnRecord, 'proofs'>,
): Promise<Entered> {
  const author = arrivals[0]?.author ?? null
  if (!author?.key || !proofs) return { broken: new Set(), author, ...followed }
  const { near, grants, generation, isRevoked, isApproved, forked } = proofs
  const links = arrivals.flatMap(({ link }) => link ?? [])
  const chained = await enterChain(author.key.id, links, near)
  return {
    ...followed,
    broken: chained.broken,
    author: { ...author, isRevoked, key: { ...author.key, approved: isApproved } },
    grants,
    state: { generation, forked: forked || chained.forked, hasGap: chained.hasGap },
  }
}

/** An unproved mutation claims no number. */
const isCounted = ({ error }: Arrival) => error?.code !== 'unproved'

/** Advances the till's sequence for unsigned mutations, once they are booked. */
export async function advance([first]: readonly Arrival[], { last_seq }: Entered): Promise<void> {
  if (first?.author && !first.link && last_seq > first.author.last_seq) await advanceTo(first.author.till_id, last_seq)
}

/** What staff are told about each booked mutation. */
export async function judge(
  arrivals: readonly (Arrival & { kind: MutationKind; payload: object })[],
  { broken, jumped, ...entered }: Omit<Entered, 'last_seq'>,
): Promise<Map<string, Doubt[]>> {
  const claims = arrivals.map(arrival => ({ arrival, by: arrival.kind.by(arrival.payload) }))
  const grants = entered.grants ?? (await findGrants(arrivals.map(grantOf)))
  const isLate = claims.some(({ arrival, by }) => arrival.received_at - Date.parse(by.occurred_at) > LATE_MS)
  const restored_at = isLate ? (await readGeneration()).restored_at : null
  return new Map(
    claims.map(({ arrival, by }) => {
      const { id, protocol, seq, received_at, skew_ms, link, bearer, personalChanged } = arrival
      return [
        id,
        doubtsAbout(
          {
            protocol,
            seq,
            received_at,
            bearer,
            teller_id: by.teller_id,
            occurred_at: Date.parse(by.occurred_at) - (skew_ms ?? 0),
            grant: grantOf(arrival),
          },
          {
            author: entered.author ?? arrival.author,
            grants,
            restored_at,
            found: {
              isBroken: link !== null && broken.has(link.hash),
              jumped: seq !== null && jumped.has(seq),
              personalChanged,
            },
          },
        ),
      ]
    }),
  )
}

const grantOf = ({ protocol, frame }: Arrival): string | null => (protocol === SIGNED_PROTOCOL ? grantIn(frame) : null)

const LATE_MS = 86_400_000
