import type { TestProject } from 'vitest/node'
import { withConnection } from '#api/db/connection.ts'
import { startTestDatabase } from '#tests/support/database.ts'

declare module 'vitest' {
  export interface ProvidedContext { databaseServer: string }
}

/** One private MariaDB for all the files that need one, set as DATABASE_SETTINGS says; each makes a database of its own in it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestDatabase()
  const { DATABASE_SETTINGS: settings } = process.env
  if (settings) await withConnection(server.url, connection => connection.query(`SET GLOBAL ${settings}`), { withDatabase: false })
  project.provide('databaseServer', server.url)
  return server.stop
}
