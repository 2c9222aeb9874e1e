import { readFile } from 'node:fs/promises'

const FOLDER = new URL('../../sql/seed/', import.meta.url)

/** The statements of a file of sql/seed. */
export async function seedStatements(name: string): Promise<string[]> {
  const sql = await readFile(new URL(name, FOLDER), 'utf8')
  return sql
    .split(/;\s*\n/)
    .map(text => text.replace(/^--.*$/gm, '').trim())
    .filter(Boolean)
}
