import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { unsettledEmails } from '#api/auth/settle-emails.ts'
import { selectOne } from '#api/db/database.ts'
import { migrationsPending } from '#api/db/migrate.ts'
import { env } from '#api/env.ts'
import { lastOf } from '#api/jobs/note-round.ts'
import { loopDelay } from '#api/operations/loop-delay.ts'
import { latestVerdict } from '#api/seal/latest-verdict.ts'
import { sealKey } from '#api/seal/seal-key.ts'
import { provider } from '#api/payments/provider.ts'
import { incomingBytes } from '#api/uploads/incoming.ts'
import type { Health, HealthCheck } from '#sync/protocol/staff/health.ts'

const PATIENCE_MS = 4_000
const GIGABYTE = 1024 ** 3
const A_DAY_MS = 24 * 60 * 60_000

type Finding = Omit<HealthCheck, 'name'>
const CHECKS: Record<string, () => Promise<Finding>> = {
  Database: checkDatabase,
  Emails: checkMails,
  'Payment provider': checkProvider,
  Accounts: checkAccounts,
  Disk: checkDisk,
  'Files being received': checkIncoming,
  Backup: checkBackup,
  'Seal of the books': checkBooksSeal,
  'Background jobs': checkJobs,
  'Scheduled tasks': checkRounds,
  'Response time': checkDelay,
  Program: checkProgram,
}

/** Checks everything the shop runs on. No check can hold up another. */
export async function checkHealth(): Promise<Health> {
  const checks = await Promise.all(
    Object.entries(CHECKS).map(async ([name, check]): Promise<HealthCheck> => ({ name, ...(await judged(check)) })),
  )
  return { checked_at: new Date().toISOString(), checks }
}

const judged = (check: () => Promise<Finding>): Promise<Finding> =>
  Promise.race([
    check().catch((error: Error): Finding => ({ state: 'bad', words: `This could not be checked (${error.name}).` })),
    sleep<Finding>(
      PATIENCE_MS,
      { state: 'bad', words: `No answer within ${PATIENCE_MS / 1000} seconds.` },
      { ref: false },
    ),
  ])

const counted = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

async function checkDatabase(): Promise<Finding> {
  const began = performance.now()
  const { version } = (await selectOne<{ version: string }>('SELECT VERSION() AS version'))!
  const took = Math.round(performance.now() - began)
  const size = await selectOne<{ bytes: number }>(
    'SELECT CAST(SUM(data_length + index_length) AS DOUBLE) AS bytes FROM information_schema.tables WHERE table_schema = DATABASE()',
  )
  if (await migrationsPending()) return { state: 'bad', words: 'Migrations are missing: start the shop again.' }
  return {
    state: took > 500 ? 'warn' : 'ok',
    words: `${version}, answers in ${took} ms, ${((size?.bytes ?? 0) / 1024 ** 2).toFixed(0)} MB.`,
  }
}

async function checkMails(): Promise<Finding> {
  const { waiting, oldest, given_up } = (await selectOne<{
    waiting: number
    oldest: number | null
    given_up: number
  }>(`SELECT COALESCE(SUM(due_at IS NOT NULL), 0) AS waiting,
    MAX(IF(due_at IS NOT NULL, TIMESTAMPDIFF(MINUTE, created_at, NOW(3)), NULL)) AS oldest,
    COALESCE(SUM(due_at IS NULL AND sent_at IS NULL AND recipient IS NOT NULL), 0) AS given_up
    FROM mails WHERE created_at > NOW(3) - INTERVAL 7 DAY`))!
  const where = env.smtpUrl ? 'over SMTP' : 'into files, since SMTP_URL is not set'
  if (given_up > 0)
    return {
      state: 'warn',
      words: `${counted(given_up, 'email')} could not be sent in the last week. Emails go ${where}.`,
    }
  return {
    state: (oldest ?? 0) > 15 ? 'warn' : 'ok',
    words:
      waiting > 0
        ? `${counted(waiting, 'email is waiting', 'emails are waiting')}, the oldest for ${counted(oldest ?? 0, 'minute')}. They go ${where}.`
        : `None are waiting. They go ${where}.`,
  }
}

const MOST_NAMED = 3

async function checkAccounts(): Promise<Finding> {
  const unsettled = await unsettledEmails()
  if (unsettled.length === 0) return { state: 'ok', words: 'Every email address belongs to one person.' }
  const more = unsettled.length - MOST_NAMED
  return { state: 'warn', words: [...unsettled.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more.`] : [])].join(' ') }
}

async function checkProvider(): Promise<Finding> {
  if (!env.payments) return { state: 'warn', words: 'None is set up: customers cannot pay online.' }
  await provider().list({ perPage: 1, page: 1, status: 'success' })
  return {
    state: 'ok',
    words: env.payments.provider === 'sandbox' ? "The demo shop's own sandbox answers." : 'Paystack answers.',
  }
}

async function checkDisk(): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(env.dataDir)
  const [free, all] = [(bavail * bsize) / GIGABYTE, (blocks * bsize) / GIGABYTE]
  return {
    state: free < 1 ? 'bad' : free / all < 0.1 ? 'warn' : 'ok',
    words: `${free.toFixed(1)} GB of ${all.toFixed(0)} GB are free.`,
  }
}

async function checkIncoming(): Promise<Finding> {
  const megabytes = Math.ceil((await incomingBytes()) / 1024 ** 2)
  return { state: megabytes > 1024 ? 'warn' : 'ok', words: `${megabytes} MB are being received.` }
}

async function checkBackup(): Promise<Finding> {
  const { went_well_at, failures } = await lastOf('backup')
  const failed =
    failures > 0
      ? `${failures === 1 ? 'The last attempt failed' : `The last ${failures} attempts failed`}: run npm run backup and read what it says. `
      : ''
  const next = env.backups.at ? '' : ' No backup runs by itself: BACKUP_AT is off.'
  if (!went_well_at)
    return {
      state: failed ? 'bad' : 'warn',
      words: `${failed}There is none yet${failed ? '.' : ': npm run backup makes one and tests that it can be restored.'}${next}`,
    }
  const days = Math.floor((Date.now() - went_well_at.getTime()) / A_DAY_MS)
  const words = `The last good one was made on ${went_well_at.toISOString().slice(0, 16).replace('T', ' at ')} UTC${days > 0 ? `, ${counted(days, 'day')} ago` : ''}, and restored in a test.`
  return { state: days > 7 ? 'bad' : days > 1 || failed || next ? 'warn' : 'ok', words: failed + words + next }
}

async function checkBooksSeal(): Promise<Finding> {
  const told = await selectOne<{ detail: string }>(
    "SELECT detail FROM exceptions WHERE code = 'SEAL_BROKEN' AND status_code = 'OPEN' ORDER BY id LIMIT 1",
  )
  if (told) return { state: 'bad', words: `${told.detail} Compare with a backup, and run npm run audit.` }
  const verdict = await latestVerdict()
  if (!verdict) return { state: 'ok', words: 'It is being checked: look again in a minute.' }
  const { fault, rows, sealed_at } = verdict
  if (fault) return { state: 'bad', words: `${fault} Compare with a backup, and run npm run audit.` }
  if (!sealed_at) return { state: 'ok', words: 'Nothing is sealed yet.' }
  return {
    state: 'ok',
    words: `${counted(rows, 'row is', 'rows are')} sealed up to ${sealed_at.toISOString().slice(0, 16).replace('T', ' at ')} UTC, none of them altered. Public key: ${sealKey().publicKey}.`,
  }
}

async function checkJobs(): Promise<Finding> {
  const { waiting, oldest, failed } = (await selectOne<{
    waiting: number
    oldest: number | null
    failed: number
  }>(`SELECT COALESCE(SUM(due_at IS NOT NULL), 0) AS waiting,
    MAX(IF(status_code = 'QUEUED', TIMESTAMPDIFF(MINUTE, created_at, NOW(3)), NULL)) AS oldest,
    COALESCE(SUM(status_code = 'FAILED'), 0) AS failed
    FROM jobs WHERE created_at > NOW(3) - INTERVAL 1 DAY`))!
  if ((oldest ?? 0) > 10) return { state: 'bad', words: `A job has waited for ${oldest} minutes.` }
  return {
    state: failed > 0 ? 'warn' : 'ok',
    words: `${counted(waiting, 'job is', 'jobs are')} running; ${failed === 0 ? 'none' : failed} failed in the last day.`,
  }
}

async function checkRounds(): Promise<Finding> {
  const { failing, names } = (await selectOne<{ failing: number; names: string | null }>(
    "SELECT COUNT(*) AS failing, GROUP_CONCAT(CONVERT(name USING utf8mb4) SEPARATOR ', ') AS names FROM rounds WHERE failures > 0",
  ))!
  return failing > 0
    ? { state: 'warn', words: `These are failing: ${names}.` }
    : { state: 'ok', words: 'All succeeded the last time.' }
}

async function checkDelay(): Promise<Finding> {
  const { longest_ms, usual_ms } = loopDelay()
  return {
    state: longest_ms > 2_000 ? 'bad' : longest_ms > 500 ? 'warn' : 'ok',
    words: `Requests waited for the processor at most ${longest_ms} ms in the last minute, 99 of 100 at most ${usual_ms} ms.`,
  }
}

async function checkProgram(): Promise<Finding> {
  const hours = process.uptime() / 3600
  return {
    state: 'ok',
    words: `Node.js ${process.versions.node}, ${Math.round(process.memoryUsage.rss() / 1024 ** 2)} MB, up for ${hours < 1 ? counted(Math.round(hours * 60), 'minute') : counted(Math.round(hours), 'hour')}.`,
  }
}
