import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { env } from '#api/env.ts'
import { log } from '#api/http/log.ts'

/** Where uploads are processed. */
export const INCOMING = join(env.dataDir, 'incoming')

/** A parser that was stopped may still make a file in a folder while that is removed. */
const GONE = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const

/** Deletes leftovers from the last run: only this program uses this folder. */
export const emptyIncoming = (): Promise<void> => rm(INCOMING, GONE)

/** A new folder for the files of one request, removed when its reply is over or its client gone. */
export async function incomingFolder(res: Pick<ServerResponse, 'once' | 'closed'>): Promise<string> {
  const folder = join(INCOMING, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const remove = () =>
    void rm(folder, GONE).catch((error: Error) =>
      log.error({ error: { message: error.message } }, 'files of a request stay until the next sweep'),
    )
  if (res.closed) remove()
  else res.once('close', remove)
  return folder
}

/** Longer than any request or fetch lasts. */
const KEPT_MS = 60 * 60_000

/** Deletes what has been here for an hour. Returns how many files and folders. */
export async function sweepIncoming(): Promise<number> {
  let gone = 0
  for (const name of await readdir(INCOMING).catch(() => [])) {
    const path = join(INCOMING, name)
    const found = await stat(path).catch(() => null)
    if (!found || Date.now() - found.mtimeMs < KEPT_MS) continue
    await rm(path, GONE)
    gone += 1
  }
  return gone
}

/** How much is here now, in bytes. */
export async function incomingBytes(): Promise<number> {
  const entries = await readdir(INCOMING, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter(entry => entry.isFile())
  const sizes = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name)).catch(() => null)))
  return sizes.reduce((sum, found) => sum + (found?.size ?? 0), 0)
}
