import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { withConnection } from '#api/db/connection.ts'
import { startDatabase } from '#api/db/server.ts'
import { referenceStatements } from '#api/demo/seed-statements.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'

/**
 * A MariaDB for one test file, which may be stopped, killed and restarted. Await it before anything imports the pool,
 * which reads DATABASE_URL on import. It ends with the file's process, because checks of the books afterwards need it.
 */
export async function ownDatabase({ disk }: { /** Mounted for this file; goes with it. */ disk?: string } = {}) {
  const folder = await mkdtemp(join(disk ?? quickFolder(), 'selvedge-own-'))
  const start = () => startDatabase(join(folder, 'database'), { logsChanges: false })
  let server = await start()
  const notePid = () => writeFileSync(join(folder, 'pid'), String(server.pid()))
  notePid()
  // The test runner kills its processes without notice, so another process cleans up.
  const tidy = `while kill -0 ${process.pid}; do sleep 0.3; done; kill -9 $(cat '${folder}/pid'); sleep 0.3; rm -rf '${folder}'${disk ? `; umount '${disk}'; rmdir '${disk}'` : ''}`
  spawn('sh', ['-c', tidy], { detached: true, stdio: 'ignore' }).unref()
  const url = await freshDatabase(server.url)
  await withConnection(url, async connection => {
    for (const statement of await referenceStatements()) await connection.query(statement)
  })
  process.env.DATABASE_URL = url
  return {
    folder,
    pid: () => server.pid(),
    takeAway: () => server.stop(),
    bringBack: async () => {
      server = await start()
      notePid()
    },
  }
}
