import { keepTeller } from '#sync/till/teller.ts'
import { TillDb } from '#sync/till/till-db.ts'
import { waiting } from '#sync/till/waiting.ts'

/** How many finished sales on this device have no accepting verdict yet. */
export async function countUnsent(): Promise<number> {
  const db = new TillDb()
  const { count, attention } = await waiting(db).finally(() => db.close())
  return count + attention
}

/** Whoever signs out is not taken for signed in after a restart. */
export async function forgetTeller(): Promise<void> {
  const db = new TillDb()
  await keepTeller(db, null).finally(() => db.close())
}
