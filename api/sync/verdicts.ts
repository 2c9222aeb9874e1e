import { execute, insertRows, select } from '#api/db/database.ts'
import { grantIn, type Arrival, type Sender } from '#api/sync/prove-arrival.ts'
import { CONTENT_VERSION } from '#api/sync/content.ts'
import type { Author } from '#api/trust/author.ts'
import type { Closing, HeldGrant } from '#api/trust/doubts.ts'
import { proofsFrom, proofsToRead, type Proofs } from '#api/sync/recorded-proofs.ts'
import { CLOSINGS_SINCE, closingFrom, earliestOf } from '#api/shifts/closed-before.ts'
import { LAST_CLOSING } from '#api/shifts/settle-shifts.ts'
import { maskCardNumbers } from '#sync/protocol/card-number.ts'
import type { ErrorBody } from '#sync/protocol/errors.ts'
import { UUID, type Verdict } from '#sync/protocol/mutation.ts'

/** What is on record for an id: its verdict, or null for a sale without one. */
export interface Stored {
  content: string
  verdict: string | null
}

/**
 * What is on record for arrivals from one device: verdicts by id, seqs already used, contents that wait for staff, and
 * what their chain is judged by.
 */
export interface OnRecord {
  stored: Map<string, Stored>
  seqs: Set<number | null>
  waiting?: readonly string[]
  /** Ids of sales among them that their tills have voided before they came. */
  voided?: readonly string[]
  /** The place of the till's last end of a shift. */
  last_closing?: number | null
  /** Ends of the till's shifts after the earliest of the arrivals. */
  closings?: readonly Closing[]
  proofs?: Proofs | null
}

interface Row {
  what: string
  id: string | null
  content: string
  verdict: string | null
  seq: number | null
}

/** Finds all of it in one round trip: by mutation id, by sale id, by seq, by hash. */
export async function findRecord(arrivals: readonly Arrival[]): Promise<OnRecord> {
  const uuids = arrivals.map(({ id }) => id).filter(id => UUID.test(id))
  const proofs = proofsToRead(arrivals)
  if (uuids.length === 0 && !proofs) return { stored: new Map(), seqs: new Set() }
  const rows = await select<Row>(
    `
    SELECT 'id' AS what, sale_id AS id, '' AS content, NULL AS verdict, NULL AS seq FROM orders
    WHERE sale_id IN (:uuids)
    UNION ALL SELECT 'id', mutation_id, content, verdict, NULL FROM sync_verdicts WHERE mutation_id IN (:uuids)
    UNION ALL SELECT 'seq', NULL, '', NULL, seq FROM sync_verdicts WHERE device_id = :device_id AND seq IN (:seqs)
    UNION ALL SELECT 'waiting', NULL, content, NULL, NULL FROM sync_quarantine
    WHERE content IN (:contents) AND status_code = 'OPEN'
    UNION ALL SELECT 'void', sale_mutation_id, '', NULL, NULL FROM sale_voids
    WHERE sale_mutation_id IN (:uuids) AND outcome = 'WAITING'
    UNION ALL ${LAST_CLOSING}
    UNION ALL ${CLOSINGS_SINCE}
    ${proofs ? `UNION ALL ${proofs.sql}` : ''}`,
    {
      uuids: [null, ...uuids],
      device_id: arrivals[0]!.device_id,
      seqs: arrivals.map(({ seq }) => seq),
      earliest: earliestOf(arrivals),
      contents: arrivals.map(({ content }) => content),
      ...proofs?.values,
    },
  )
  const of = (kind: string) => rows.filter(({ what }) => what === kind)
  return {
    // a verdict comes after its order, and so replaces it
    stored: new Map(of('id').map(({ id, content, verdict }) => [id!, { content, verdict }])),
    seqs: new Set(of('seq').map(({ seq }) => seq)),
    waiting: of('waiting').map(({ content }) => content),
    voided: of('void').map(({ id }) => id!),
    last_closing: of('closing')[0]?.seq ?? null,
    closings: of('ended').map(closingFrom),
    proofs: proofs && proofsFrom(rows),
  }
}

/** Where a verdict comes from: a till's mutation, or a sale entered online, which has no device or sequence. */
export interface Source {
  id: string
  kind: string
  device_id: string | null
  seq: number | null
  content: string
  author_key?: number | null
  /** Who was signed in on the till; 0 if nothing proves it. */
  signed_in?: number | null
  sender?: Sender
}

/** An arrival as a source. `grants`: those that its request names. */
export const sourceOf = (
  { id, kind, device_id, seq, content, author, link, sender, frame, bearer }: Arrival,
  grants: ReadonlyMap<string, HeldGrant> = new Map(),
): Required<Source> => ({
  id,
  kind: kind?.kind ?? '',
  device_id,
  seq,
  content,
  author_key: link ? (author?.key?.id ?? null) : null,
  signed_in: bearer ?? holderOf(grants.get(grantIn(frame) ?? ''), author),
  sender,
})

const holderOf = (grant: HeldGrant | undefined, author: Author | null): number =>
  grant && grant.till_id === author?.till_id ? grant.user_id : 0

/** For work that the shop starts itself or finishes after its request. */
const NOBODY: Sender = { carrier_key: null, session_id: null, ip: null }

/** Stores verdicts for ever, with who sent the mutations; the primary key allows one per id. */
export async function storeVerdicts(sources: readonly Source[], verdicts: readonly Verdict[]): Promise<void> {
  await insertRows(
    'sync_verdicts',
    sources.map(({ id, kind, device_id, seq, content, author_key = null, signed_in = null, sender = NOBODY }, i) => ({
      mutation_id: id,
      kind,
      device_id,
      seq,
      content,
      content_version: CONTENT_VERSION,
      verdict: JSON.stringify(verdicts[i]),
      author_key,
      signed_in,
      ...sender,
    })),
  )
}

/**
 * Keeps what could not be booked, once per content, until staff resolve it. Masks card numbers in anything that was
 * sent. An unproved one takes up no number of its till.
 */
export const quarantine = ({ skew_ms, frame, ...arrival }: Arrival, error: ErrorBody) => {
  const { id, device_id, seq, content, author_key, sender } = sourceOf({ skew_ms, frame, ...arrival })
  return execute(
    `INSERT INTO sync_quarantine (content, mutation_id, device_id, seq, skew_ms, mutation, error, author_key,
      carrier_key, session_id, ip)
    VALUES (:content, :id, :device_id, :seq, :skew_ms, :mutation, :error, :author_key, :carrier_key, :session_id, :ip)
    ON DUPLICATE KEY UPDATE seq = COALESCE(sync_quarantine.seq, VALUES(seq))`,
    {
      content,
      id: unseen('', id),
      device_id,
      seq: error.code === 'unproved' ? null : seq,
      skew_ms,
      mutation: JSON.stringify({ ...frame, protocol: arrival.protocol }, unseen),
      error: JSON.stringify(error),
      author_key,
      ...sender,
    },
  )
}

function unseen(_: string, value: unknown): unknown {
  const text = typeof value === 'number' || (typeof value === 'string' && !UUID.test(value)) ? String(value) : ''
  const masked = maskCardNumbers(text)
  return masked === text ? value : masked
}
