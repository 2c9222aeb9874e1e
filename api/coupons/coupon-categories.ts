import { execute, insertRows, select } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'

interface Chosen {
  id: number
  name: string
}

/** Each coupon's categories, by name; a coupon for everything has none. */
export async function categoriesOf(coupon_ids: readonly number[]): Promise<Map<number, Chosen[]>> {
  if (coupon_ids.length === 0) return new Map()
  const rows = await select<Chosen & { coupon_id: number }>(
    `SELECT k.coupon_id, c.id, c.name FROM coupon_categories k JOIN categories c ON c.id = k.category_id
    WHERE k.coupon_id IN (:coupon_ids) ORDER BY c.name, c.id`,
    { coupon_ids },
  )
  return new Map(
    coupon_ids.map(wanted => [
      wanted,
      rows.filter(({ coupon_id }) => coupon_id === wanted).map(({ id, name }) => ({ id, name })),
    ]),
  )
}

/** Replaces a coupon's categories. Call inside a transaction. @throws 422 for an unknown category */
export async function writeCategories(coupon_id: number, category_ids: readonly number[]): Promise<void> {
  const known =
    category_ids.length === 0
      ? []
      : await select<{ id: number }>('SELECT id FROM categories WHERE id IN (:category_ids)', { category_ids })
  const unknown = category_ids.filter(id => !known.some(category => category.id === id))
  if (unknown.length > 0) throw invalid({ category_ids: [`Unknown category: ${unknown.join(', ')}.`] })
  await execute('DELETE FROM coupon_categories WHERE coupon_id = ?', [coupon_id])
  await insertRows(
    'coupon_categories',
    category_ids.map(category_id => ({ coupon_id, category_id })),
  )
}
