import type { KeyObject } from 'node:crypto'
import { execute, insertRows, select } from '#api/db/database.ts'
import { isSigned, sha256 } from '#api/trust/p256.ts'
import { linkText, signedText, type SignedMutation } from '#sync/protocol/signed.ts'

/** A mutation as its key's chain keeps it. `seq` and `prev` are null where the mutation says nonsense. */
export interface Link {
  mutation_id: string | null
  seq: number | null
  prev: string | null
  hash: string
}

/**
 * Which mutations a key signed, and the hash of each. Of a run in which each names the hash of the one before, only the
 * last is verified: its signature covers the others.
 */
export function proveRun(key: KeyObject, mutations: readonly SignedMutation[]): { hash: string; proved: boolean }[] {
  const proofs = mutations.map(mutation => ({ hash: sha256(linkText(mutation)), proved: false }))
  for (let i = mutations.length - 1; i >= 0; i--) {
    const isCovered = proofs[i + 1]?.proved === true && mutations[i + 1]!.prev === proofs[i]!.hash
    proofs[i]!.proved = isCovered || isSigned(key, signedText(mutations[i]!), mutations[i]!.sig)
  }
  return proofs.map(({ hash, proved }, i) => ({ hash, proved: proved && isFinite(mutations[i]) }))
}

/** JSON that is signed holds no 1e999: it would be written as null, and so pass for a null that was signed. */
function isFinite(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(isFinite)
}

/**
 * Adds links to the chain of a key and returns the hashes of those that do not fit what is known. Call inside a
 * transaction that has locked the till, so that two who bring the same chain see each other.
 */
export async function enterChain(key: number, links: readonly Link[]): Promise<Set<string>> {
  const known = await findNear(key, links)
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
  return broken
}

const isSame = <T>(one: T | null, other: T | null) => one !== null && one === other

/**
 * Whether it names the one before it where that is known, and is named by the one after it. What is not known may still
 * come.
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

/** What is on record of the same mutations, of their neighbours, and of what claims their place. */
async function findNear(key: number, links: readonly Link[]): Promise<Link[]> {
  const seqs = [...new Set(links.flatMap(({ seq }) => (seq === null ? [] : [seq - 1, seq, seq + 1])))]
  const of = (column: string) =>
    `SELECT mutation_id, seq, prev, hash FROM till_links WHERE till_key_id = :key AND ${column}`
  return select<Link>(`${of('hash IN (:hashes)')} UNION ${of('prev IN (:prevs)')} UNION ${of('seq IN (:seqs)')}`, {
    key,
    hashes: links.map(({ hash }) => hash),
    prevs: [null, ...links.map(({ prev }) => prev)],
    seqs: [null, ...seqs],
  })
}
