import { join } from 'node:path'
import { execute } from '#api/db/database.ts'
import { rotateLog } from '#api/db/rotate-log.ts'
import { env } from '#api/env.ts'

/** Rotates the private database's log while it runs, once it is large: the database continues in a new one. */
export async function rotateDatabaseLog(most?: number): Promise<void> {
  if (rotateLog(join(env.dataDir, 'database.log'), most)) await execute('FLUSH ERROR LOGS')
}
