import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Connection } from 'mysql2/promise'
import { rows } from '#api/db/connection.ts'

/** A point in a server's binary log. `id` names the log, because another log may have files with the same names. */
export interface LogPlace {
  id: string
  file: string
  position: number
}

const DAYS_KEPT = 8

/**
 * Options that make the private server in `dir` log every change beside that folder, on disk before COMMIT. Leaves out
 * databases used to test backups. Logs rows, because READ COMMITTED needs that.
 */
export function changeLogOptions(dir: string): string[] {
  const folder = `${dir}-changes`
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const id = join(folder, 'id')
  if (!existsSync(id)) writeFileSync(id, randomUUID(), { mode: 0o600 })
  return [
    `--log-bin=${join(folder, 'log')}`,
    '--binlog-do-db=shop',
    '--binlog-format=ROW',
    '--binlog-row-image=MINIMAL',
    '--sync-binlog=1',
    '--max-binlog-size=64M',
    `--expire-logs-days=${DAYS_KEPT}`,
    '--log-bin-trust-function-creators=1',
  ]
}

/** The log position at the start of the connection's snapshot; null if this process cannot read a log. */
export async function placeInLog(connection: Connection): Promise<LogPlace | null> {
  const folder = await folderOfLog(connection)
  if (!folder) return null
  const status = await rows<{ Variable_name: string; Value: string }>(
    connection,
    "SHOW STATUS LIKE 'binlog_snapshot_%'",
  )
  const valueOf = (name: string) => status.find(({ Variable_name }) => Variable_name.toLowerCase() === name)?.Value
  const [file, position] = [valueOf('binlog_snapshot_file'), Number(valueOf('binlog_snapshot_position'))]
  return file && position ? { id: idOfLog(folder), file, position } : null
}

/** The folder of the server's log if it is on this computer and belongs to the shop, else null. */
export async function folderOfLog(connection: Connection): Promise<string | null> {
  const [log] = await rows<{ Value: string }>(connection, "SHOW VARIABLES LIKE 'log_bin_basename'")
  const folder = log?.Value ? dirname(log.Value) : null
  return folder && existsSync(join(folder, 'id')) ? folder : null
}

export const idOfLog = (folder: string): string => readFileSync(join(folder, 'id'), 'utf8').trim()
