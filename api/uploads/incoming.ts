import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from '#api/env.ts'

/** Where uploads are processed. */
export const INCOMING = join(env.dataDir, 'incoming')

/** Deletes leftovers from the last run: only this program uses this folder. */
export const emptyIncoming = (): Promise<void> => rm(INCOMING, { recursive: true, force: true })
