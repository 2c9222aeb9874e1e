import { execute, insertRow, select, selectOne } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'
import { slugOf } from '#api/import-formats/slug.ts'

const LONGEST = 160
/** Room for the number that distinguishes equal names. */
const NUMBER = 8

/** An unused address for a product name, now and in the past: `slim-jeans`, else `slim-jeans-2` … */
export async function freeSlug(name: string): Promise<string> {
  const plain =
    slugOf(name)
      .slice(0, LONGEST - NUMBER)
      .replace(/-+$/, '') || 'product'
  const taken = new Set(
    (
      await select<{ slug: string }>(
        'SELECT slug FROM products WHERE slug LIKE :beginning UNION SELECT slug FROM product_slugs WHERE slug LIKE :beginning',
        { beginning: `${plain}%` },
      )
    ).map(({ slug }) => slug),
  )
  let slug = plain
  for (let number = 2; taken.has(slug); number += 1) slug = `${plain}-${number}`
  return slug
}

/**
 * Records a product's new address: the old one redirects from then on. A product may return to an earlier address.
 * @throws 422 for an address that another product has or had
 */
export async function moveSlug(product_id: number, from: string, to: string): Promise<void> {
  if (from === to) return
  const owner = await selectOne<{ product_id: number }>(
    'SELECT id AS product_id FROM products WHERE slug = :to UNION ALL SELECT product_id FROM product_slugs WHERE slug = :to',
    { to },
  )
  if (owner && owner.product_id !== product_id)
    throw invalid({ slug: ['Another product uses this address, or used it before.'] })
  await execute('DELETE FROM product_slugs WHERE slug = ?', [to])
  await insertRow('product_slugs', { slug: from, product_id })
}
