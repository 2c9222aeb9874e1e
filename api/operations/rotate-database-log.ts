import { join } from 'node:path'
import { execute } from '#api/db/database.ts'
import { rotateLog } from '#api/db/rotate-log.ts'
import { env } from '#api/env.ts'

/** Sets the private database's log aside while it runs, where it has grown large: the database goes on in a new one. */
export async function rotateDatabaseLog(most?: number): Promise<void> {
  if (rotateLog(join(env.dataDir, 'database.log'), most)) await execute('FLUSH ERROR LOGS')
}
