import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkSettings } from '#api/db/check-settings.ts'
import { databaseName, quoted, withConnection } from '#api/db/connection.ts'
import { migrate, migrationsPending } from '#api/db/migrate.ts'
import { privateDatabaseUrl, startDatabase } from '#api/db/server.ts'
import { env } from '#api/env.ts'
import { Refusal } from '#api/boot/refusal.ts'

const WAIT_MS = 60_000

const privateDatabaseDir = () => join(env.dataDir, 'database')

/**
 * Starts or connects the shop's database, checks and migrates it, and puts its address into process.env.DATABASE_URL.
 * Import modules that use the pool only in `meanwhile`, which runs while the private database starts, or afterwards.
 * @throws {Refusal} in words for the operator
 */
export async function bringUpDatabase(meanwhile?: () => Promise<unknown>): Promise<void> {
  const url = env.databaseUrl ?? privateDatabaseUrl(privateDatabaseDir())
  process.env.DATABASE_URL = url
  await Promise.all([env.databaseUrl ? null : startDatabase(privateDatabaseDir()), meanwhile?.()])
  await makeDatabase(url)
  await judgeSettings(url)
  await migrate(url)
}

/**
 * Puts the address of the private database that another process runs in DATA_DIR into process.env.DATABASE_URL, once
 * that database answers and is migrated.
 * @throws {Refusal} after waiting too long
 */
export async function findRunningDatabase(): Promise<void> {
  const url = privateDatabaseUrl(privateDatabaseDir())
  process.env.DATABASE_URL = url
  for (const until = Date.now() + WAIT_MS; Date.now() < until; await sleep(200)) {
    if (
      await migrationsPending().then(
        pending => !pending,
        () => false,
      )
    )
      return
  }
  throw new Refusal(`The shop in ${env.dataDir} (DATA_DIR) is running, but its database does not answer.`)
}

async function makeDatabase(url: string): Promise<void> {
  const name = databaseName(url)
  try {
    await withConnection(url, connection => connection.query('SELECT 1'))
  } catch (error) {
    if ((error as { code?: string }).code !== 'ER_BAD_DB_ERROR') throw unreachable(error)
    await withConnection(
      url,
      connection =>
        connection.query(
          `CREATE DATABASE IF NOT EXISTS ${quoted(name)} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`,
        ),
      { withDatabase: false },
    ).catch((refused: Error) => {
      throw new Refusal(
        `DATABASE_URL names the database '${name}', which does not exist, and this user may not make it: ${refused.message}.`,
      )
    })
  }
}

async function judgeSettings(url: string): Promise<void> {
  const findings = await checkSettings(url)
  const refused = findings.filter(finding => finding.grave || !env.databaseUrl)
  if (refused.length > 0)
    throw new Refusal(
      `The database is set up in a way that the shop cannot trust:\n${refused.map(finding => `  ${finding.message}`).join('\n')}`,
    )
  for (const { message } of findings) console.warn(`Warning: ${message}.`)
}

const unreachable = (error: unknown) =>
  new Refusal(
    `DATABASE_URL: the database does not let the shop in: ${(error as Error).message || (error as { code?: string }).code}.`,
  )
