import { db } from '#api/db/database.ts'
import { seedStatements } from '#api/demo/seed-statements.ts'

/** Runs a file of sql/seed. */
export const runScript = async (name: string) => runStatements(await seedStatements(name))

export async function runStatements(statements: readonly string[]): Promise<void> {
  for (const statement of statements) await db.query(statement)
}
