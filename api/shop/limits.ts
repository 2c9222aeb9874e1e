import { selectOne } from '#api/db/database.ts'
import { toPesewas } from '#sync/protocol/money.ts'
import { numberOf } from '#sync/protocol/setting-values.ts'

/** The amount from which money out needs a second factor, or a second person. */
type Limit = 'step_up_limit' | 'two_person_limit'

/** Whether money out, in cedis, reaches a limit; an empty limit is never reached. */
export async function reaches(limit: Limit, amount: number): Promise<boolean> {
  if (amount <= 0) return false
  const least = await leastOf(limit)
  return least !== null && toPesewas(amount) >= toPesewas(least)
}

/** A limit in cedis; null if it is empty. */
export async function leastOf(limit: Limit): Promise<number | null> {
  const setting = await selectOne<{ value: string | null }>('SELECT value FROM settings WHERE name = ?', [limit])
  return numberOf(limit, setting?.value)
}
