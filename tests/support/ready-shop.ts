import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { hasRoom } from '#tests/support/quick-folder.ts'

/**
 * Where the tests that run now keep a demo shop that was opened and closed again, for each of their shops to begin as.
 */
const READY = 'READY_SHOP'

/** What belongs to the process that worked there. */
const OF_A_PROCESS = /^(?:database\.pid|database\.log)$/

export const announceReadyShop = (dataDir: string): void => {
  process.env[READY] = dataDir
}

/**
 * A new DATA_DIR with a copy of the shop that is ready, which opens in a fraction of the time of an empty one. Null
 * where no shop is, or where it was made yesterday: its sales would not be of today.
 */
export function copyOfReadyShop(): string | null {
  const from = process.env[READY]
  if (!from || !basename(from).startsWith(today())) return null
  const folder = dirname(from)
  const dataDir = mkdtempSync(join(hasRoom(folder) ? folder : tmpdir(), 'selvedge-shop-'))
  cpSync(from, dataDir, { recursive: true, filter: path => !OF_A_PROCESS.test(basename(path)) })
  return dataDir
}

/** The day as the name of a ready shop has it. */
export const today = (): string => new Date().toISOString().slice(0, 10)
