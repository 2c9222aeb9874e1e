import { readFile } from 'node:fs/promises'
import { db } from '#api/db/database.ts'
import { importProducts } from '#api/import/import-products.ts'

/** Fills the database with the demo shop's products, without their pictures. */
export async function importDemoCatalogue(): Promise<void> {
  for (const statement of (await readFile('sql/seed/demo.sql', 'utf8')).replace(/^--.*$/gm, '').split(/;\s*\n/))
    if (statement.trim()) await db.query(statement)
  await importProducts('sql/seed/demo-products.csv', { pictureOf: () => ({ name: null, dominant: null }) })
}
