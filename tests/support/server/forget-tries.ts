import { execute } from '#api/db/database.ts'
import { countTriesIn } from '#api/http/tries.ts'
import { inDatabase } from '#api/http/tries-store.ts'

/**
 * Nobody has tried anything yet. A store that was slow for a moment is asked again at once: otherwise this process
 * would go on for ten seconds from what it has counted itself.
 */
export async function forgetTries(): Promise<void> {
  await execute('DELETE FROM tries')
  countTriesIn(inDatabase)
}
