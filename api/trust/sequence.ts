import { execute } from '#api/db/database.ts'

/** So far ahead of the first number that is missing, a seq says nothing of how many there are. */
export const MOST_AHEAD = 1000

/** Which of some seqs jump ahead of a gap, and what the till may go on from once the others are here. */
export function followSeqs(
  last_seq: number,
  seqs: readonly (number | null)[],
): { jumped: Set<number>; last_seq: number } {
  const jumped = new Set<number>()
  let last = last_seq
  for (const seq of seqs.filter(seq => seq !== null).sort((a, b) => a - b)) {
    if (seq - (last + 1) > MOST_AHEAD) jumped.add(seq)
    else last = Math.max(last, seq)
  }
  return { jumped, last_seq: last }
}

/** Notes how far a till has come. It never goes back. */
export async function advanceTo(till_id: number, last_seq: number): Promise<void> {
  await execute(
    'UPDATE tills SET last_seq = GREATEST(last_seq, :last_seq), updated_at = updated_at WHERE id = :till_id',
    { till_id, last_seq },
  )
}
