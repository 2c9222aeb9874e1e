import { tellerOf } from '#sync/till/teller.ts'
import { TillDb, type Teller } from '#sync/till/till-db.ts'

/** Who was selling when the browser closed, if this browser is a till and nobody signed out. */
export async function lastTeller(): Promise<Teller | null> {
  const db = new TillDb()
  return tellerOf(db).finally(() => db.close())
}
