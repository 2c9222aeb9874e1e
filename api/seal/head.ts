import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { rows, withConnection, withoutLimits } from '#api/db/connection.ts'
import { pathOfSecret } from '#api/env.ts'
import { noteAgain } from '#api/seal/seal-notes.ts'
import { believeKey } from '#api/seal/seal-key.ts'
import { LAST_LINK, lastLink, linkAt, type Link } from '#api/seal/links.ts'
import type { SealHead } from '#sync/protocol/signed.ts'

/** In DATA_DIR: removing links from the database does not remove them here. */
export const HEAD = 'seal-head'

let told: SealHead | null = null

/** The latest head this process knows, without asking the database; null before its first round. */
export const toldHead = (): SealHead | null => told

const headOf = ({ id, hash, signature }: Link): SealHead => ({
  seq: id,
  hash: hash.toString('base64url'),
  signature: signature.toString('base64url'),
})

export function keptHead(): Pick<SealHead, 'seq' | 'hash'> | null {
  const path = pathOfSecret(HEAD)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as SealHead) : null
}

/** Announces this head from now on, and stores it in DATA_DIR. */
export function keepHead(link: Link): void {
  told = headOf(link)
  if ((keptHead()?.seq ?? 0) < link.id) write(told)
}

/** What is wrong with the chain's end, in words; null if it is unchanged. */
export async function faultOfHead(): Promise<string | null> {
  const kept = keptHead()
  if (!kept) return null
  const link = await linkAt(kept.seq)
  if (!link) return `The seal ended with link ${kept.seq}, which was taken away from the database.`
  return link.hash.toString('base64url') === kept.hash ? null : `Link ${kept.seq} of the seal was made anew by hand.`
}

/** The seal's part of a backup. */
export interface BackupSeal extends SealHead {
  public_key: string
}

export const sealForBackup = (url: string): Promise<BackupSeal | null> =>
  withConnection(url, async connection => {
    await withoutLimits(connection)
    const [link] = await rows<Link>(connection, LAST_LINK)
    return link ? { ...headOf(link), public_key: link.public_key } : null
  })

/**
 * After a restore: the chain continues from the backup's head, although this DATA_DIR knew a later end or another key.
 */
export async function settleRestored(seal: BackupSeal | null | undefined): Promise<void> {
  noteAgain()
  if (seal) believeKey(seal.public_key)
  const link = await lastLink()
  if (link) write(headOf(link))
  else rmSync(pathOfSecret(HEAD), { force: true })
}

function write(head: SealHead): void {
  const draft = `${pathOfSecret(HEAD)}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(head)}\n`, { mode: 0o600 })
  renameSync(draft, pathOfSecret(HEAD))
}
