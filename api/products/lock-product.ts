import { selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'

export interface ProductRow {
  id: number
  slug: string
  category_id: number
  name: string
  description: string
  features: string
  retail_price: number
  discount: number
  status_code: 'LIVE' | 'INACTIVE'
  updated_at: Date
}

/** @throws 404, also for a deleted one */
export async function requireProduct(id: number): Promise<void> {
  if (!(await selectOne('SELECT id FROM products WHERE id = ? AND deleted_at IS NULL', [id]))) throw notFound('Product')
}

/** A product, locked. @throws 404, also for a deleted one */
export async function lockProduct(id: number): Promise<ProductRow> {
  const row = await selectOne<ProductRow>(
    `SELECT id, slug, category_id, name, description, features, retail_price, discount, status_code, updated_at
    FROM products WHERE id = ? AND deleted_at IS NULL FOR UPDATE`,
    [id],
  )
  if (!row) throw notFound('Product')
  return row
}
