import type { TillDb } from './till-db.ts'

/**
 * Counts one more print of a sale's receipt. Returns how often it was printed before: 0 is the original, and the number
 * of the copy otherwise. A full device prints all the same: `least` is then what this page knows.
 */
export async function countPrint(db: TillDb, id: string, least = 0): Promise<number> {
  try {
    return await db.transaction('rw', db.sales, async () => {
      const before = Math.max((await db.sales.get(id))?.printed ?? 0, least)
      await db.sales.update(id, { printed: before + 1 })
      return before
    })
  } catch {
    return least
  }
}
