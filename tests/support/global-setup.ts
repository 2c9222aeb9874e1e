import type { TestProject } from 'vitest/node'
import { startTestDatabase } from '#tests/support/database.ts'

declare module 'vitest' {
  export interface ProvidedContext { databaseServer: string }
}

/** One private MariaDB for all the files that need one; each makes a database of its own in it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestDatabase()
  project.provide('databaseServer', server.url)
  return server.stop
}
