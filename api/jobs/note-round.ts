import { execute, selectOne } from '#api/db/database.ts'
import type { Round } from '#api/jobs/keep-doing.ts'

/** Records frequent successes once per this many ms. */
const OFTEN_MS = 60_000
const noted = new Map<string, { at: number; failed: boolean }>()

/** The same round, which also records when it last ran and since when it fails. */
export const remembered = ({ what, work }: Round): Round => ({
  what,
  async work() {
    const began = Date.now()
    try {
      const done = await work()
      await noteRound(what, Date.now() - began).catch(() => {}) // the work itself is done
      return done
    } catch (error) {
      await noteRound(what, Date.now() - began, error as Error).catch(() => {}) // the failure itself says more
      throw error
    }
  },
})

/** Records how a round went. Stores only an error's name, because its message may be private. */
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

/** When a round last succeeded, if ever, and how often in a row it has failed since. */
export const lastOf = async (name: string): Promise<{ went_well_at: Date | null; failures: number }> =>
  (await selectOne<{ went_well_at: Date | null; failures: number }>(
    'SELECT went_well_at, failures FROM rounds WHERE name = ?',
    [name],
  )) ?? { went_well_at: null, failures: 0 }
