import { writeFileSync } from 'node:fs'
import { execute } from '#api/db/database.ts'
import { jobFile } from '#api/jobs/job-files.ts'
import { queueJob } from '#api/jobs/job-queue.ts'

/** A finished job with a file. Returns its id. */
export async function aJobWithFile(user_id: number | null): Promise<number> {
  const id = await queueJob('nothing', {}, user_id)
  writeFileSync(await jobFile(id), 'line,message\r\n2,No price.\r\n')
  await execute(
    'UPDATE jobs SET status_code = \'DONE\', due_at = NULL, finished_at = NOW(3), result = \'{"file":"errors.csv"}\' WHERE id = ?',
    [id],
  )
  return id
}
