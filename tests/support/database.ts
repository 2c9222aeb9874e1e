import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quoted, withConnection } from '#api/db/connection.ts'
import { migrate } from '#api/db/migrate.ts'
import { startDatabase } from '#api/db/server.ts'
import type { DatabaseServer } from '#api/db/server.ts'

/** A private MariaDB in a temporary folder, set up as the shop's own is. `stop` leaves nothing of it. */
export async function startTestDatabase(): Promise<DatabaseServer> {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-test-'))
  const server = await startDatabase(join(folder, 'database'))
  return {
    ...server,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Makes an empty, migrated database in a server and returns its DATABASE_URL. */
export async function freshDatabase(server: string): Promise<string> {
  const name = `shop_${randomBytes(6).toString('hex')}`
  await withConnection(server, connection => connection.query(`CREATE DATABASE ${quoted(name)} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`), { withDatabase: false })
  const url = new URL(server)
  url.pathname = `/${name}`
  await migrate(url.href)
  return url.href
}

/** Takes a database away again. */
export const dropDatabase = (url: string) =>
  withConnection(url, connection => connection.query(`DROP DATABASE ${quoted(decodeURIComponent(new URL(url).pathname.slice(1)))}`))
