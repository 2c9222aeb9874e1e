import { execute, selectOne } from '#api/db/database.ts'

/** A seq this far ahead of the first missing number does not show how many there are. */
export const MOST_AHEAD = 1000

export interface Followed {
  jumped: Set<number>
  last_seq: number
}

/** Which seqs jump ahead of a gap, and what the till continues from once the rest are here. */
function followSeqs(last_seq: number, seqs: readonly (number | null)[]): Followed {
  const jumped = new Set<number>()
  let last = last_seq
  for (const seq of seqs.filter(seq => seq !== null).sort((a, b) => a - b)) {
    if (seq - (last + 1) > MOST_AHEAD) jumped.add(seq)
    else last = Math.max(last, seq)
  }
  return { jumped, last_seq: last }
}

/** Records how far a till has come. It never goes back. */
async function advanceTo(till_id: number, last_seq: number): Promise<void> {
  await execute(
    'UPDATE tills SET last_seq = GREATEST(last_seq, :last_seq), updated_at = updated_at WHERE id = :till_id',
    { till_id, last_seq },
  )
}

/**
 * Locks a till, follows seqs from its position, and records the new one: in one statement if none jumps. Call inside
 * the transaction that books them.
 */
export async function followLocked(till_id: number, seqs: readonly (number | null)[]): Promise<Followed> {
  const sorted = seqs.filter(seq => seq !== null).sort((a, b) => a - b)
  const [first, last] = [sorted[0], sorted.at(-1)]
  const isRun = sorted.every((seq, i) => seq - (sorted[i - 1] ?? seq) <= MOST_AHEAD + 1)
  if (first !== undefined && last !== undefined && isRun && (await advanceFrom(till_id, { first, last })))
    return { jumped: new Set(), last_seq: last }
  const till = await selectOne<{ last_seq: number }>('SELECT last_seq FROM tills WHERE id = ? FOR UPDATE', [till_id])
  const followed = followSeqs(till!.last_seq, sorted)
  if (followed.last_seq > till!.last_seq) await advanceTo(till_id, followed.last_seq)
  return followed
}

/** If the first follows the till's position, moves the till to the last. Returns whether it did. */
async function advanceFrom(till_id: number, { first, last }: { first: number; last: number }): Promise<boolean> {
  const found = await execute(
    `UPDATE tills SET last_seq = GREATEST(last_seq, :last), updated_at = updated_at
      WHERE id = :till_id AND last_seq >= :first - 1 - ${MOST_AHEAD}`,
    { till_id, first, last },
  )
  return found > 0
}
