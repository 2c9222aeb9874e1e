import type { KeyObject } from 'node:crypto'
import { execute, insertRows } from '#api/db/database.ts'
import { isSigned, otherSpelling, sha256 } from '#api/trust/p256.ts'
import { linkText, signedText, type SignedMutation } from '#sync/protocol/signed.ts'

/** A mutation in its key's chain. `seq` and `prev` are null if the mutation's are invalid. */
export interface Link {
  mutation_id: string | null
  seq: number | null
  prev: string | null
  hash: string
  /** Its hash with the other spelling of its signature; null if it was recorded without. */
  twin: string | null
}

/**
 * Which mutations a key signed, and the hashes of each. In a run of linked mutations, only the last is verified: its
 * signature covers the rest.
 */
export function proveRun(key: KeyObject, mutations: readonly SignedMutation[]): Proof[] {
  const proofs = mutations.map((mutation): Proof => {
    const text = linkText(mutation)
    const sig = otherSpelling(mutation.sig)
    return { hash: sha256(text), twin: sig === null ? null : sha256(respelt(text, mutation.sig, sig)), proved: false }
  })
  for (let i = mutations.length - 1; i >= 0; i--) {
    const isCovered = proofs[i + 1]?.proved === true && mutations[i + 1]!.prev === proofs[i]!.hash
    proofs[i]!.proved = isCovered || isSigned(key, signedText(mutations[i]!), mutations[i]!.sig)
  }
  return proofs.map((proof, i) => ({ ...proof, proved: proof.proved && isFinite(mutations[i]) }))
}

/** The same text with the other signature: no member that a mutation may have comes after `sig`. */
const respelt = (text: string, sig: string, other: string) => `${text.slice(0, -`${sig}"}`.length)}${other}"}`

export type Proof = Pick<Link, 'hash' | 'twin'> & { proved: boolean }

/** Signed JSON must not contain 1e999: it would be written as null, and so match a signed null. */
function isFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(isFinite)
}

/** The result for a chain. `broken`: hashes that do not fit what is known. */
export interface Chained {
  broken: Set<string>
  /** Two mutations claim one place in the chain. */
  forked: boolean
  /** A named predecessor is unknown; it may still arrive. */
  hasGap: boolean
}

/**
 * Adds links to a key's chain. `near`: recorded links beside them, read in the same transaction after it locked the
 * till, so that two requests with the same chain see each other.
 */
export async function enterChain(key: number, links: readonly Link[], near: readonly Link[]): Promise<Chained> {
  const known = [...near]
  const broken = new Set<string>()
  const fresh: Link[] = []
  let forked = false
  for (const link of [...links].sort((a, b) => (a.seq ?? Infinity) - (b.seq ?? Infinity))) {
    if (known.some(other => isSpeltAs(other, link.hash) || other.hash === link.twin)) continue
    const isFork = known.some(other => isSame(other.prev, link.prev) || isSame(other.seq, link.seq))
    if (isFork || !fits(link, known)) broken.add(link.hash)
    forked ||= broken.has(link.hash)
    known.push(link)
    fresh.push(link)
  }
  await insertRows(
    'till_links',
    fresh.map(({ hash, twin, prev, seq, mutation_id }) => ({ till_key_id: key, hash, twin, prev, seq, mutation_id })),
  )
  if (forked) await execute('UPDATE till_keys SET forked_at = COALESCE(forked_at, NOW(3)) WHERE id = ?', [key])
  const hashes = new Set(known.flatMap(({ hash, twin }) => [hash, twin]))
  return { broken, forked, hasGap: links.some(({ prev }) => prev && !hashes.has(prev)) }
}

/**
 * Whether a hash names a link, in either spelling of its signature. A carrier may have brought it in the other one than
 * its till chained to.
 */
const isSpeltAs = ({ hash, twin }: Link, named: string | null) => named !== null && (named === hash || named === twin)

const isSame = <T>(one: T | null, other: T | null) => one !== null && one === other

/**
 * Whether it names the link before it, and the link after it names this one, as far as they are known. Unknown ones may
 * still arrive.
 */
function fits(link: Link, known: readonly Link[]): boolean {
  const { seq, prev } = link
  if (seq === null) return true
  const before = known.filter(other => other.seq === seq - 1)
  const after = known.filter(other => other.seq === seq + 1)
  return (
    (before.length === 0 || before.some(other => isSpeltAs(other, prev))) &&
    (after.length === 0 || after.some(other => isSpeltAs(link, other.prev)))
  )
}

/**
 * Recorded links for the same mutations, their neighbours, and their places: for a UNION of five columns, with the
 * values of `placesOf`. `linkFrom` reads the third.
 */
export const NEAR = ['hash IN (:hashes)', 'twin IN (:hashes)', 'prev IN (:prevs)', 'links.seq IN (:places)']
  .map(
    place => `SELECT 'link', mutation_id, CONCAT_WS(' ', hash, twin), prev, seq FROM till_links links
      WHERE till_key_id = :key AND ${place}`,
  )
  .join(' UNION ALL ')

export function linkFrom({ id, content, verdict, seq }: Read): Link {
  const [hash, twin = null] = content.split(' ')
  return { mutation_id: id, hash: hash!, twin, prev: verdict, seq }
}

/** A row of that UNION. */
interface Read {
  id: string | null
  content: string
  verdict: string | null
  seq: number | null
}

/**
 * Where to look for links. A mutation's hash covers its seq, so the same one is found by its place. By hash are found
 * only the predecessors that are not among them, and those without a valid seq.
 */
export function placesOf(key: number, links: readonly Link[]) {
  const own = new Set(links.flatMap(({ hash, twin }) => [hash, twin]))
  const prevs = links.map(({ prev }) => prev)
  return {
    key,
    hashes: [
      null,
      ...prevs.filter(prev => !own.has(prev)),
      ...links.flatMap(({ seq, hash, twin }) => (seq === null ? [hash, twin] : [])),
    ],
    prevs: [null, ...prevs],
    places: [null, ...new Set(links.flatMap(({ seq }) => (seq === null ? [] : [seq - 1, seq, seq + 1])))],
  }
}
