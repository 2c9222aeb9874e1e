import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { paged, windowOf } from '#api/http/paginate.ts'
import type { Category } from '#sync/protocol/catalogue.ts'
import type { Page, PageQuery } from '#sync/protocol/endpoints.ts'

interface Row {
  id: number; name: string; description: string | null; parent_id: number | null
  icon_name: string | null; icon_link: string | null; banner_name: string | null; banner_link: string | null
}
const COLUMNS = 'id, name, description, parent_id, icon_name, icon_link, banner_name, banner_link'

/** Categories by name. */
export async function listCategories(query: PageQuery): Promise<Page<Category>> {
  const [rows, count] = await Promise.all([
    select<Row>(`SELECT ${COLUMNS} FROM categories ORDER BY name, id LIMIT :limit OFFSET :offset`, windowOf(query)),
    selectOne<{ n: number }>('SELECT COUNT(*) AS n FROM categories'),
  ])
  return paged(rows.map(categoryFrom), count!.n, query)
}

/** @throws 404 */
export async function findCategory(id: number): Promise<Category> {
  const row = await selectOne<Row>(`SELECT ${COLUMNS} FROM categories WHERE id = ?`, [id])
  if (!row) throw notFound('Category')
  return categoryFrom(row)
}

const categoryFrom = ({ icon_name, icon_link, banner_name, banner_link, ...row }: Row): Category =>
  ({ ...row, icon_image: imageFrom(icon_name, icon_link), banner_image: imageFrom(banner_name, banner_link) })

const imageFrom = (name: string | null, storage_link: string | null) => storage_link ? { name: name ?? '', storage_link } : null
