import { readFile } from 'node:fs/promises'
import { format } from 'mysql2'
import { SETTING_NAMES, SETTINGS } from '#sync/protocol/settings.ts'

const FOLDER = new URL('../../sql/seed/', import.meta.url)

/** The statements of a file of sql/seed. */
export async function seedStatements(name: string): Promise<string[]> {
  const sql = await readFile(new URL(name, FOLDER), 'utf8')
  return sql
    .split(/;\s*\n/)
    .map(text => text.replace(/^--.*$/gm, '').trim())
    .filter(Boolean)
}

/** Rows the program itself needs: its declared settings, and the rows of reference.sql. */
export const referenceStatements = async (): Promise<string[]> => [
  format('INSERT IGNORE INTO settings (name, value) VALUES ?', [
    SETTING_NAMES.map(name => [name, SETTINGS[name].initial || null]),
  ]),
  ...(await seedStatements('reference.sql')),
]
