import type { KeyObject } from 'node:crypto'
import { execute, insertRows } from '#api/db/database.ts'
import { isSigned, sha256 } from '#api/trust/p256.ts'
import { linkText, signedText, type SignedMutation } from '#sync/protocol/signed.ts'

/** A mutation in its key's chain. `seq` and `prev` are null if the mutation's are invalid. */
export interface Link {
  mutation_id: string | null
  seq: number | null
  prev: string | null
  hash: string
}

/**
 * Which mutations a key signed, and the hash of each. In a run of linked mutations, only the last is verified: its
 * signature covers the rest.
 */
export function proveRun(key: KeyObject, mutations: readonly SignedMutation[]): { hash: string; proved: boolean }[] {
  const proofs = mutations.map(mutation => ({ hash: sha256(linkText(mutation)), proved: false }))
  for (let i = mutations.length - 1; i >= 0; i--) {
    const isCovered = proofs[i + 1]?.proved === true && mutations[i + 1]!.prev === proofs[i]!.hash
    proofs[i]!.proved = isCovered || isSigned(key, signedText(mutations[i]!), mutations[i]!.sig)
  }
  return proofs.map(({ hash, proved }, i) => ({ hash, proved: proved && isFinite(mutations[i]) }))
}

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
    if (known.some(({ hash }) => hash === link.hash)) continue
    const isFork = known.some(other => isSame(other.prev, link.prev) || isSame(other.seq, link.seq))
    if (isFork || !fits(link, known)) broken.add(link.hash)
    forked ||= broken.has(link.hash)
    known.push(link)
    fresh.push(link)
  }
  await insertRows(
    'till_links',
    fresh.map(({ hash, prev, seq, mutation_id }) => ({ till_key_id: key, hash, prev, seq, mutation_id })),
  )
  if (forked) await execute('UPDATE till_keys SET forked_at = COALESCE(forked_at, NOW(3)) WHERE id = ?', [key])
  const hashes = new Set(known.map(({ hash }) => hash))
  return { broken, forked, hasGap: links.some(({ prev }) => prev && !hashes.has(prev)) }
}

const isSame = <T>(one: T | null, other: T | null) => one !== null && one === other

/**
 * Whether it names the link before it, and the link after it names this one, as far as they are known. Unknown ones may
 * still arrive.
 */
function fits({ seq, prev, hash }: Link, known: readonly Link[]): boolean {
  if (seq === null) return true
  const before = known.filter(other => other.seq === seq - 1)
  const after = known.filter(other => other.seq === seq + 1)
  return (
    (before.length === 0 || before.some(other => other.hash === prev)) &&
    (after.length === 0 || after.some(other => other.prev === hash))
  )
}

/**
 * Recorded links for the same mutations, their neighbours, and their places: for a UNION of five columns, with the
 * values of `placesOf`.
 */
export const NEAR = ['hash IN (:hashes)', 'prev IN (:prevs)', 'links.seq IN (:places)']
  .map(
    place => `SELECT 'link', mutation_id, hash, prev, seq FROM till_links links WHERE till_key_id = :key AND ${place}`,
  )
  .join(' UNION ALL ')

export const placesOf = (key: number, links: readonly Link[]) => ({
  key,
  hashes: [...new Set(links.flatMap(({ hash, prev }) => [hash, prev]))],
  prevs: [null, ...links.map(({ prev }) => prev)],
  places: [null, ...new Set(links.flatMap(({ seq }) => (seq === null ? [] : [seq - 1, seq, seq + 1])))],
})
