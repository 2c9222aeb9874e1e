import type { TestProject } from 'vitest/node'
import { withConnection } from '#api/db/connection.ts'
import { referenceStatements } from '#api/demo/seed-statements.ts'
import { copyingStatements, freshDatabase, startTestDatabase } from '#tests/support/database/database.ts'
import { quickFolder } from '#tests/support/runs/quick-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: string
    /** The path of its log. */
    databaseLog: string
    /** The statements that create a test file's database: that of a shop just after its first start. */
    databaseStatements: string[]
  }
}

/**
 * One private MariaDB for all files that need one, with DATABASE_SETTINGS; each file creates its own database in it.
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
  project.provide('databaseLog', server.log)
  project.provide('databaseStatements', await copyingStatements(template))
  return server.stop
}
