import { rows, withConnection } from '#api/db/connection.ts'

export interface Finding {
  /** The books can go wrong: the shop must not open. */
  grave: boolean
  message: string
}

export interface Settings {
  flush: number | null
  mode: string
  engine: string
  charset: string
}

/** Database settings that break the shop's promises; empty when all is well. */
export async function checkSettings(url: string): Promise<Finding[]> {
  const [settings] = await withConnection(url, connection => rows<Settings>(connection, QUERY))
  return settings ? findings(settings) : []
}

const QUERY = `SELECT @@GLOBAL.innodb_flush_log_at_trx_commit AS flush, @@GLOBAL.sql_mode AS mode,
  @@GLOBAL.default_storage_engine AS engine,
  @@character_set_database AS charset`

/** The checks alone, on the server's values. */
export function findings({ flush, mode, engine, charset }: Settings): Finding[] {
  const all: (Finding | false)[] = [
    flush !== 1 && {
      grave: false,
      message: `innodb_flush_log_at_trx_commit is ${flush}, not 1: a power cut can lose sales that were accepted`,
    },
    !/STRICT_(ALL|TRANS)_TABLES/.test(mode) && {
      grave: true,
      message: `sql_mode is '${mode}', without STRICT_TRANS_TABLES: wrong values would be stored changed`,
    },
    engine !== 'InnoDB' && {
      grave: true,
      message: `default_storage_engine is ${engine}, not InnoDB: there would be no transactions`,
    },
    charset !== 'utf8mb4' && {
      grave: false,
      message: `the database's character set is ${charset}, not utf8mb4: some names could not be stored`,
    },
  ]
  return all.filter(finding => finding !== false)
}
