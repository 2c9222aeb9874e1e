import { selectOne } from '#api/db/database.ts'
import type { Doubt, MutationKind } from '#api/mutation-kind.ts'
import type { Arrival, Frame } from '#api/sync/arrival.ts'
import { enterChain } from '#api/trust/chain.ts'
import { doubtsAbout, findGrants } from '#api/trust/doubts.ts'
import { readGeneration } from '#api/trust/generation.ts'
import { advanceTo, followSeqs } from '#api/trust/sequence.ts'
import { UUID } from '#sync/protocol/mutation.ts'
import { SIGNED_PROTOCOL } from '#sync/protocol/signed.ts'

/** What is known of a request's chain and sequence. `broken` holds hashes, `jumped` seqs. */
export interface Entered {
  broken: ReadonlySet<string>
  jumped: ReadonlySet<number>
  last_seq: number
}

/**
 * Takes the signed ones of a request into the chain of their key, whatever becomes of them, and follows their numbers.
 * Locks their till first, so that several who bring the same come one after the other. Call inside the transaction that
 * books them.
 */
export async function enter(arrivals: readonly Arrival[]): Promise<Entered> {
  const author = arrivals[0]?.author
  if (!author) return { broken: new Set(), jumped: new Set(), last_seq: 0 }
  const links = arrivals.flatMap(({ link }) => link ?? [])
  const counted = arrivals.filter(isCounted).map(({ seq }) => seq)
  if (!author.key || links.length === 0) return { broken: new Set(), ...followSeqs(author.last_seq, counted) }
  const till = await selectOne<{ last_seq: number }>('SELECT last_seq FROM tills WHERE id = ? FOR UPDATE', [
    author.till_id,
  ])
  const followed = followSeqs(till!.last_seq, counted)
  const broken = await enterChain(author.key.id, links)
  if (followed.last_seq > till!.last_seq) await advanceTo(author.till_id, followed.last_seq)
  return { broken, ...followed }
}

/** What nothing proves claims no number. */
const isCounted = ({ error }: Arrival) => error?.code !== 'unproved'

/** Notes the numbers of what came without a signature, once it is booked. */
export async function advance([first]: readonly Arrival[], { last_seq }: Entered): Promise<void> {
  if (first?.author && !first.link && last_seq > first.author.last_seq) await advanceTo(first.author.till_id, last_seq)
}

/** What staff are told about each of some mutations that are booked. */
export async function judge(
  arrivals: readonly (Arrival & { kind: MutationKind; payload: object })[],
  { broken, jumped }: Pick<Entered, 'broken' | 'jumped'>,
): Promise<Map<string, Doubt[]>> {
  const claims = arrivals.map(arrival => ({ arrival, by: arrival.kind.by(arrival.payload) }))
  const grants = arrivals[0]?.grants ?? (await findGrants(arrivals.map(grantOf)))
  const isLate = claims.some(({ arrival, by }) => arrival.received_at - Date.parse(by.occurred_at) > LATE_MS)
  const restored_at = isLate ? (await readGeneration()).restored_at : null
  return new Map(
    claims.map(({ arrival, by }) => {
      const { id, protocol, seq, author, received_at, skew_ms, link, bearer, personalChanged } = arrival
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
            author,
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

/** The grant that a mutation names. */
export const grantIn = ({ grant }: Frame): string | null =>
  typeof grant === 'string' && UUID.test(grant) ? grant : null

const LATE_MS = 86_400_000
