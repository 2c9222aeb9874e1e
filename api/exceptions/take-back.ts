import { execute } from '#api/db/database.ts'

/** Closes exceptions that are right no longer, by their keys. */
export const takeBack = (keys: readonly string[], note: string): Promise<number> =>
  execute(
    `UPDATE exceptions SET status_code = 'RESOLVED', resolution = 'NOTED', note = :note, resolved_at = NOW(3)
     WHERE once_key IN (:keys) AND status_code = 'OPEN'`,
    { keys: [...keys], note },
  )
