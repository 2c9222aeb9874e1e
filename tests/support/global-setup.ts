import type { TestProject } from 'vitest/node'
import { withConnection } from '#api/db/connection.ts'
import { referenceStatements } from '#api/demo/seed-statements.ts'
import { copyingStatements, freshDatabase, startTestDatabase } from '#tests/support/database.ts'
import { quickFolder } from '#tests/support/quick-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: string
    /** What makes a database of a test file: that of a shop which has just opened for the first time. */
    databaseStatements: string[]
  }
}

/**
 * One private MariaDB for all the files that need one, set as DATABASE_SETTINGS says; each makes a database of its own
 * in it.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestDatabase(quickFolder())
  const { DATABASE_SETTINGS: settings } = process.env
  if (settings)
    await withConnection(server.url, connection => connection.query(`SET GLOBAL ${settings}`), { withDatabase: false })
  const template = await freshDatabase(server.url)
  await withConnection(template, async connection => {
    for (const statement of await referenceStatements()) await connection.query(statement)
  })
  project.provide('databaseServer', server.url)
  project.provide('databaseStatements', await copyingStatements(template))
  return server.stop
}
