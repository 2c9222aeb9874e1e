import { PICTURE_LINK } from '#api/catalogue/describe-products.ts'
import { execute, select } from '#api/db/database.ts'

interface Shown { id: number; name: string; link: string }

/**
 * Gives each of the demo shop's categories that holds products pictures of theirs: a small one of its first, a wide one of its
 * latest. One that only holds other categories has the small one of its first.
 */
export async function picturesForCategories(): Promise<void> {
  const firstPictures = (end: 'MIN' | 'MAX') => select<Shown>(`SELECT c.id, c.name, ${PICTURE_LINK} AS link FROM categories c
    JOIN (SELECT category_id, ${end}(id) AS product_id FROM products WHERE deleted_at IS NULL GROUP BY category_id) p ON p.category_id = c.id
    JOIN product_images i ON i.product_id = p.product_id AND i.position = 0 AND i.name IS NOT NULL ORDER BY c.id`)
  for (const { id, name, link } of await firstPictures('MIN')) await execute('UPDATE categories SET icon_name = ?, icon_link = ? WHERE id = ? AND icon_link IS NULL', [name, link, id])
  for (const { id, name, link } of await firstPictures('MAX')) await execute('UPDATE categories SET banner_name = ?, banner_link = ? WHERE id = ? AND banner_link IS NULL', [name, link, id])
  await execute(`UPDATE categories c JOIN (SELECT parent_id, MIN(id) AS id FROM categories WHERE icon_link IS NOT NULL GROUP BY parent_id) first ON first.parent_id = c.id
    JOIN categories child ON child.id = first.id SET c.icon_name = child.icon_name, c.icon_link = child.icon_link WHERE c.icon_link IS NULL`)
}
