import { db } from '#api/db/database.ts'

/** How many statements reach the database while something is done. */
export async function countingQueries(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  db.addHook('beforeQuery', 'count', () => { count += 1 })
  await work()
  db.removeHook('beforeQuery', 'count')
  return count
}
