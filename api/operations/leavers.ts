import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterCommit, outsideTransaction, select } from '#api/db/database.ts'
import { env } from '#api/env.ts'
import { log } from '#api/http/log.ts'
import { backupPassphrase } from '#api/operations/backup-key.ts'
import { decrypted, encrypted } from '#api/operations/encrypted-stream.ts'
import { isThere } from '#api/uploads/pictures.ts'
import type { RoleCode } from '#sync/protocol/roles.ts'

/** Who may no longer do what. Kept beside the backups, so that an older one gives nobody their rights back. */
export interface Leavers {
  format: 1
  /** A digest of the secret that all backups of one shop hold. */
  shop: string
  at: string
  /** The roles of active people by id: staff, and whose role was ever changed. */
  roles: Record<string, RoleCode>
  inactive: number[]
  /** Customers who erased themselves. */
  erased: number[]
  revoked: RevokedTill[]
  /** Hashes of the recovery codes that were not used yet, by person. */
  codes?: Record<string, string[]>
}
export interface RevokedTill {
  id: number
  code: string
  name: string
  device_id: string
}

type Read = <Row extends object>(sql: string) => Promise<Row[]>

/** The list as the database has it now. */
export async function leaversNow(read: Read): Promise<Leavers> {
  const at = new Date().toISOString()
  const people = await read<{ id: number; role_code: RoleCode; status_code: string; erased: number }>(
    `SELECT id, role_code, status_code, email = CONCAT('erased-', id, '@erased.invalid') AS erased FROM users
      WHERE status_code <> 'ACTIVE' OR role_code <> 'CUSTOMER' OR id IN (SELECT subject_id FROM staff_changes
        WHERE subject = 'user' AND JSON_VALUE(was, '$.role_code') IS NOT NULL) ORDER BY id`,
  )
  const revoked = await read<RevokedTill>(
    "SELECT id, code, name, device_id FROM tills WHERE status_code = 'REVOKED' ORDER BY id",
  )
  const codes = await read<{ user_id: number; code_hash: string }>(
    'SELECT user_id, code_hash FROM recovery_codes WHERE used_at IS NULL ORDER BY user_id, code_hash',
  )
  const active = people.filter(({ status_code }) => status_code === 'ACTIVE')
  const left = people.filter(({ status_code }) => status_code !== 'ACTIVE')
  return {
    format: 1,
    shop: await shopOf(read),
    at,
    roles: Object.fromEntries(active.map(({ id, role_code }) => [id, role_code])),
    inactive: left.map(({ id }) => id),
    erased: left.filter(({ erased }) => erased === 1).map(({ id }) => id),
    revoked,
    codes: hashesByPerson(codes),
  }
}

function hashesByPerson(codes: readonly { user_id: number; code_hash: string }[]): Record<string, string[]> {
  const hashes: Record<string, string[]> = {}
  for (const { user_id, code_hash } of codes) (hashes[user_id] ??= []).push(code_hash)
  return hashes
}

/** Names a shop whatever machine it runs on. */
export async function shopOf(read: Read): Promise<string> {
  const [shop] = await read<{ token_secret: string }>('SELECT token_secret FROM shop_generation WHERE id = 1')
  return createHash('sha256').update(`leavers\n${shop!.token_secret}`).digest('hex').slice(0, 32)
}

/** What this process wrote last; null before its first round. */
let kept: string | null = null
let underWay: Promise<unknown> = Promise.resolve()

/** Writes the list beside the backups, if it has changed. Writers take turns. */
export function keepLeavers(): Promise<void> {
  const turn = underWay.catch(() => {}).then(write)
  underWay = turn
  return turn
}

/** Writes it after COMMIT, once this process keeps a list at all. A failure is retried each minute. */
export const keepLeaversSoon = (): void =>
  afterCommit(() => {
    if (kept === null) return
    outsideTransaction(keepLeavers).catch((error: Error) =>
      log.warn({ error: { name: error.name } }, 'the list of dismissals could not be written yet'),
    )
  })

const NAME = /^leavers-[\da-f]{32}$/

async function write(): Promise<void> {
  const list = await leaversNow(select)
  const path = join(env.backups.dir, `leavers-${list.shop}`)
  const content = JSON.stringify({ ...list, at: '' })
  if (content === kept && (await isThere(path))) return
  await mkdir(env.backups.dir, { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  await pipeline(
    Readable.from([Buffer.from(JSON.stringify(list))]),
    plain => encrypted(plain as AsyncIterable<Buffer>, backupPassphrase()),
    createWriteStream(draft, { mode: 0o600, flush: true }),
  )
  await rename(draft, path)
  kept = content
}

/** The lists in these folders that one of the passphrases opens. */
export async function findLeavers(folders: readonly string[], passphrases: readonly string[]): Promise<Leavers[]> {
  const found: Leavers[] = []
  for (const folder of new Set(folders))
    for (const name of (await readdir(folder).catch(() => [])).filter(name => NAME.test(name))) {
      const list = await readList(join(folder, name), passphrases)
      if (list?.format === 1) found.push(list)
    }
  return found
}

async function readList(path: string, passphrases: readonly string[]): Promise<Leavers | null> {
  try {
    const pieces: Buffer[] = []
    for await (const piece of decrypted(createReadStream(path) as AsyncIterable<Buffer>, passphrases))
      pieces.push(piece)
    return JSON.parse(Buffer.concat(pieces).toString('utf8')) as Leavers
  } catch (error) {
    console.warn(`The list of dismissals ${path} is left out. ${(error as Error).message}`)
    return null
  }
}
