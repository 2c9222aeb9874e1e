import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from '#api/env.ts'

/** Where uploads lie while they are worked on. */
export const INCOMING = join(env.dataDir, 'incoming')

/** Takes away what was being worked on when the program last ended: nobody else works in this folder. */
export const emptyIncoming = (): Promise<void> => rm(INCOMING, { recursive: true, force: true })
