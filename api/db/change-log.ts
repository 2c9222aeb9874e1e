import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Connection } from 'mysql2/promise'
import { rows } from '#api/db/connection.ts'

/**
 * A point in a server's log of changes (its binary log). `id` names the log: another one may have files of the same
 * names.
 */
export interface LogPlace {
  id: string
  file: string
  position: number
}

const DAYS_KEPT = 8

/**
 * Options that have the private server in `dir` log every change of the shop beside that folder, on the disk before
 * COMMIT. Leaves out the databases in which backups are tested. Logs rows, not statements, as READ COMMITTED needs.
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

/**
 * Where the log stood at the beginning of the connection's snapshot; null where there is none that this process can
 * read.
 */
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

/** The folder of the server's log where it lies on this computer and is the shop's own, else null. */
export async function folderOfLog(connection: Connection): Promise<string | null> {
  const [log] = await rows<{ Value: string }>(connection, "SHOW VARIABLES LIKE 'log_bin_basename'")
  const folder = log?.Value ? dirname(log.Value) : null
  return folder && existsSync(join(folder, 'id')) ? folder : null
}

export const idOfLog = (folder: string): string => readFileSync(join(folder, 'id'), 'utf8').trim()
