import { sealHeader } from '#sync/protocol/signed.ts'
import type { News } from '../push.ts'
import { isQuotaExceeded } from '../room.ts'
import { putRow, rowOf, type KeptSeal, type TillDb } from '../till-db.ts'

/** The head that this till sends with each request; null before its first. */
export async function shownSeal(db: TillDb): Promise<string | null> {
  const kept = await rowOf(db, 'seal')
  return kept ? sealHeader(kept.generation, kept.head) : null
}

/**
 * Keeps the latest head, as a witness out of reach of the database's owner. If a head contradicts it, or the server
 * answers that the books no longer have it, that is noted, and the kept head stays as proof until the books have it
 * again. A restore begins new books.
 */
export async function heedSeal(db: TillDb, news: News, now = Date.now()): Promise<void> {
  const kept = (await rowOf(db, 'seal')) ?? null
  const next = followed(kept, news, now)
  if (!next || next === kept) return
  try {
    await putRow(db, next)
  } catch (error) {
    if (!isQuotaExceeded(error)) throw error // a full device keeps the old head
  }
}

function followed(kept: KeptSeal | null, { generation, seal, seal_at }: News, now: number): KeptSeal | null {
  const latest: KeptSeal | null = seal ? { key: 'seal', generation, head: seal, at: now } : null
  if (!kept || kept.generation !== generation) return latest ?? kept
  const answer = seal_at?.seq === kept.head.seq ? seal_at.hash : undefined
  if (isContradicted(kept, answer, seal)) return kept.broken_at === undefined ? { ...kept, broken_at: now } : kept
  // Only an answer about this head clears the note.
  if (kept.broken_at !== undefined && answer === undefined) return kept
  const { broken_at, ...whole } = kept
  if (latest && latest.head.seq > kept.head.seq) return latest
  return broken_at === undefined ? kept : whole
}

/**
 * `answer`: the books' hash at its place, undefined if the server does not say. Without it a lower head is a
 * contradiction too; with it, a lower head comes from another server process that has not sealed as far.
 */
function isContradicted({ head }: KeptSeal, answer: string | null | undefined, seal: News['seal']): boolean {
  if (answer !== undefined && answer !== head.hash) return true
  if (!seal) return false
  return seal.seq === head.seq ? seal.hash !== head.hash : seal.seq < head.seq && answer === undefined
}
