import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { hasRoom } from '#tests/support/runs/quick-folder.ts'

/** The path of the current run's demo shop, opened and closed once, which each test shop starts from. */
const READY = 'READY_SHOP'

/** Files of the process that ran there. */
const OF_A_PROCESS = /^(?:database\.pid|database\.log)$/

export const announceReadyShop = (dataDir: string): void => {
  process.env[READY] = dataDir
}

/**
 * A new DATA_DIR with a copy of the ready shop, which starts far faster than an empty one. Null if there is none, or if
 * it was made yesterday: its sales would not be today's.
 */
export function copyOfReadyShop(): string | null {
  const from = process.env[READY]
  if (!from || !basename(from).startsWith(today())) return null
  const folder = dirname(from)
  const dataDir = mkdtempSync(join(hasRoom(folder) ? folder : tmpdir(), 'selvedge-shop-'))
  cpSync(from, dataDir, { recursive: true, filter: path => !OF_A_PROCESS.test(basename(path)) })
  return dataDir
}

/** Lets the tills of a test shop ask nobody for a PIN. */
export async function askForNoPins(dataDir: string): Promise<void> {
  // Loaded late: a test may still set the environment that these read.
  const [{ withConnection }, { privateDatabaseUrl }] = await Promise.all([
    import('#api/db/connection.ts'),
    import('#api/db/server.ts'),
  ])
  await withConnection(privateDatabaseUrl(join(dataDir, 'database')), connection =>
    connection.query("UPDATE settings SET value = 'OFF' WHERE name = 'till_pins'"),
  )
}

/** Today's date in the name of a ready shop. */
export const today = (): string => new Date().toISOString().slice(0, 10)
