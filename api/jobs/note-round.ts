import { execute, selectOne } from '#api/db/database.ts'
import type { Round } from '#api/jobs/keep-doing.ts'

/** What goes well every few seconds is written down once in so many ms. */
const OFTEN_MS = 60_000
const noted = new Map<string, { at: number; failed: boolean }>()

/** The same round, of which the shop remembers when it last ran, and since when it goes wrong. */
export const remembered = ({ what, work }: Round): Round => ({
  what,
  async work() {
    const began = Date.now()
    try {
      const done = await work()
      await noteRound(what, Date.now() - began).catch(() => {}) // what was done is done
      return done
    } catch (error) {
      await noteRound(what, Date.now() - began, error as Error).catch(() => {}) // the failure itself says more
      throw error
    }
  },
})

/** Writes down how a round went. Of an error only its name is kept: its words may tell what is nobody's business. */
export async function noteRound(name: string, took_ms: number, error: Error | null = null): Promise<void> {
  const last = noted.get(name)
  if (last && !error && !last.failed && Date.now() - last.at < OFTEN_MS) return
  noted.set(name, { at: Date.now(), failed: error !== null })
  await execute(
    `INSERT INTO rounds (name, took_ms, failures, error, failed_at, went_well_at)
      VALUES (:name, :took_ms, :failed, :error, IF(:failed, NOW(3), NULL), IF(:failed, NULL, NOW(3)))
    ON DUPLICATE KEY UPDATE ended_at = NOW(3), took_ms = :took_ms, failures = IF(:failed, failures + 1, 0),
      error = COALESCE(:error, error), failed_at = IF(:failed, NOW(3), failed_at),
      went_well_at = IF(:failed, went_well_at, NOW(3))`,
    { name, took_ms, failed: error === null ? 0 : 1, error: error?.name ?? null },
  )
}

/** When a round last went well, if it ever did, and how often in a row it has gone wrong since. */
export const lastOf = async (name: string): Promise<{ went_well_at: Date | null; failures: number }> =>
  (await selectOne<{ went_well_at: Date | null; failures: number }>(
    'SELECT went_well_at, failures FROM rounds WHERE name = ?',
    [name],
  )) ?? { went_well_at: null, failures: 0 }
