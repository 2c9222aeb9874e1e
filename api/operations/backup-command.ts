import { rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { claim } from '#api/boot/claim.ts'
import { stopWith } from '#api/boot/lifetime.ts'
import { Refusal } from '#api/boot/refusal.ts'
import { bringUpDatabase, findRunningDatabase } from '#api/db/bring-up.ts'
import { rows, withConnection } from '#api/db/connection.ts'
import { env } from '#api/env.ts'
import type { Leavers } from '#api/operations/leavers.ts'
import { backupPassphrase, knownPassphrases, warningOfKey } from '#api/operations/backup-key.ts'

/**
 * `npm run backup`: writes the shop into an archive, whether it is running or not, and proves that it can be restored.
 */
export async function backupCommand(args: string[]): Promise<void> {
  const [folder = env.backups.dir, ...others] = args
  if (others.length > 0) throw new Refusal('Usage: npm run backup [-- FOLDER]')
  const began = Date.now()
  if (env.databaseUrl || (await claim(env.dataDir))) await bringUpDatabase()
  else await findRunningDatabase()
  const { makeBackup } = await import('#api/operations/backup.ts')
  const { noteRound } = await import('#api/jobs/note-round.ts')
  const { db } = await import('#api/db/database.ts')
  try {
    const { path, manifest } = await makeBackup(
      { url: process.env.DATABASE_URL!, uploadsDir: env.uploadsDir, passphrase: backupPassphrase() },
      resolve(folder),
    )
    await noteRound('backup', Date.now() - began)
    console.log(`${path}\n${inWords(manifest)}. It was restored in a test, and everything is there.`)
    const warning = warningOfKey()
    if (warning) console.warn(warning)
  } catch (error) {
    await noteRound('backup', Date.now() - began, error as Error).catch(() => {}) // the failure itself says more
    const { syscall, message } = error as NodeJS.ErrnoException
    throw syscall ? new Refusal(`The backup cannot be written: ${message}.`) : error
  }
  await db.close()
  await stopWith(0)
}

/** `npm run restore`: restores a shop that is not running. */
export async function restoreCommand(args: string[]): Promise<void> {
  const { path, force, until } = readArguments(args)
  if (!(await claim(env.dataDir))) throw new Refusal(`The shop is running in ${env.dataDir} (DATA_DIR). Stop it first.`)
  await bringUpDatabase()
  const url = process.env.DATABASE_URL!
  const passphrases = knownPassphrases()
  const { restoreBackup } = await import('#api/operations/restore.ts')
  const { findLeavers } = await import('#api/operations/leavers.ts')
  const lists = await findLeavers([env.backups.dir, dirname(resolve(path))], passphrases)
  const replaced = await leaversIn(url)
  const manifest = await restoreBackup({
    url,
    uploadsDir: env.uploadsDir,
    path: resolve(path),
    passphrases,
    force,
    until,
  })
  await forgetFiles()
  const { settleRestored } = await import('#api/seal/head.ts')
  await settleRestored(manifest.seal)
  const { believeGiftCardKey } = await import('#api/stored-value/codes.ts')
  believeGiftCardKey(manifest.gift_card_key)
  const { believePushKey } = await import('#api/alerts/push-key.ts')
  believePushKey(manifest.push_key)
  console.log(
    until
      ? `The shop is as it was at ${until.toISOString()}: the backup of ${manifest.made_at}, and the changes after it.`
      : `The shop is as it was at ${manifest.made_at}: ${inWords(manifest)}.`,
  )
  const { settleAccess, wordsOfAccess } = await import('#api/operations/settle-access.ts')
  const moment = until ?? new Date(manifest.made_at)
  for (const line of wordsOfAccess(await settleAccess(replaced ? [...lists, replaced] : lists, moment)))
    console.log(line)
  await stopWith(0)
}

/** The list of the shop that the backup replaces; null if there is none, or it cannot be read any more. */
async function leaversIn(url: string): Promise<Leavers | null> {
  const { leaversNow } = await import('#api/operations/leavers.ts')
  return withConnection(url, connection => leaversNow(sql => rows(connection, sql))).catch(() => null)
}

/**
 * Files of jobs and imports belong to rows from before the restore, whose ids may now belong to other rows. People
 * create them again.
 */
export async function forgetFiles(): Promise<void> {
  const { EXPORTS } = await import('#api/jobs/job-files.ts')
  const { IMPORTS } = await import('#api/import/import-work.ts')
  for (const folder of [EXPORTS, IMPORTS]) await rm(folder, { recursive: true, force: true })
}

function readArguments(args: string[]): { path: string; force: boolean; until: Date | null } {
  try {
    const {
      values: { force = false, until },
      positionals: [path, ...others],
    } = parseArgs({ args, allowPositionals: true, options: { force: { type: 'boolean' }, until: { type: 'string' } } })
    if (!path || others.length > 0) throw new Error('name one archive')
    return { path, force, until: until === undefined ? null : momentOf(until) }
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\nUsage: npm run restore -- ARCHIVE [--until TIME] [--force]`)
  }
}

/** A time without a zone is UTC, like all times in the shop. */
function momentOf(text: string): Date {
  const moment = new Date(
    /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text,
  )
  if (Number.isNaN(moment.getTime())) throw new Error(`'${text}' is not a time such as 2026-11-23T14:05:00Z`)
  return moment
}

const inWords = ({ tables, uploads }: { tables: Record<string, number>; uploads: number }) =>
  `${Object.values(tables).reduce((sum, n) => sum + n, 0)} rows in ${Object.keys(tables).length} tables and ${uploads} pictures`
