import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { tableOf, type CsvColumn, type Table } from '#api/lists/csv.ts'
import { lastKnown } from '#api/http/last-known.ts'
import { holding } from '#api/lists/like.ts'
import { paged, pageCounted, windowOf } from '#api/lists/paginate.ts'
import type { Category, StaffCategory } from '#sync/protocol/shop/catalogue.ts'
import type { Page, PageQuery } from '#sync/protocol/page.ts'

interface Row {
  id: number
  name: string
  description: string | null
  parent_id: number | null
  icon_name: string | null
  icon_link: string | null
  banner_name: string | null
  banner_link: string | null
}
interface StaffRow extends Row {
  position: number
  products: number
  created_at: Date
  updated_at: Date
}

const COLUMNS = 'c.id, c.name, c.description, c.parent_id, c.icon_name, c.icon_link, c.banner_name, c.banner_link'
const STAFF_COLUMNS = `${COLUMNS}, c.position, c.created_at, c.updated_at,
  (SELECT COUNT(*) FROM products p WHERE p.category_id = c.id AND p.deleted_at IS NULL) AS products`

/**
 * Each category with its sort path from the top: children follow their parent, ordered ones first, then the rest by
 * name. The depth is bounded, so that a cycle, which comes last, ends too.
 */
const IN_ORDER = `WITH RECURSIVE placed AS (SELECT id, parent_id,
  CONCAT(LPAD(IF(position = 0, 999999, position), 6, '0'), RPAD(name, 40, ' '), LPAD(id, 10, '0')) AS place
  FROM categories),
  tree (id, way, depth) AS (
    SELECT id, CAST(place AS CHAR(700)), 0 FROM placed WHERE parent_id IS NULL
    UNION ALL SELECT p.id, CONCAT(t.way, p.place), t.depth + 1 FROM placed p JOIN tree t ON p.parent_id = t.id
    WHERE t.depth < 10
  )`
const FROM_TREE = 'FROM categories c LEFT JOIN tree t ON t.id = c.id'
const BY_TREE = 'ORDER BY t.way IS NULL, t.way, c.id LIMIT :limit OFFSET :offset'

/** SQL condition: product `p` is in the category :category_id, or in one below it. */
export const CATEGORY_BELOW = `p.category_id IN (WITH RECURSIVE below AS (SELECT id FROM categories
  WHERE id = :category_id
  UNION SELECT k.id FROM categories k JOIN below b ON k.parent_id = b.id) SELECT id FROM below)`

/** Categories, each followed by its children. */
export async function listCategories(query: PageQuery): Promise<Page<Category>> {
  const read = (window: ReturnType<typeof windowOf>) =>
    select<Row & { all_rows: number }>(
      `${IN_ORDER} SELECT ${COLUMNS}, COUNT(*) OVER () AS all_rows ${FROM_TREE} ${BY_TREE}`,
      window,
    )
  return lastKnown(
    `categories ${JSON.stringify(windowOf(query))}`,
    async () => (await pageCounted(query, read, categoryFrom)).rows,
  )
}

/** The same for staff; `search` looks in name and description. */
export async function listStaffCategories({
  search,
  ...query
}: PageQuery & { search?: string }): Promise<Page<StaffCategory>> {
  const values = { ...windowOf(query), search: holding(search ?? '') }
  const where = search ? 'WHERE c.name LIKE :search OR c.description LIKE :search' : ''
  const rows = await select<StaffRow>(`${IN_ORDER} SELECT ${STAFF_COLUMNS} ${FROM_TREE} ${where} ${BY_TREE}`, values)
  const count = await selectOne<{ n: number }>(`SELECT COUNT(*) AS n FROM categories c ${where}`, values)
  return paged(rows.map(staffCategoryFrom), count!.n, query)
}

const CSV_COLUMNS: readonly CsvColumn<StaffCategory>[] = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['parent_id', ({ parent_id }) => parent_id],
  ['position', ({ position }) => position],
  ['products', ({ products }) => products],
  ['description', ({ description }) => description],
  ['icon_image', ({ icon_image }) => icon_image?.storage_link],
  ['banner_image', ({ banner_image }) => banner_image?.storage_link],
  ['created_at', ({ created_at }) => new Date(created_at)],
  ['updated_at', ({ updated_at }) => new Date(updated_at)],
]

/** All categories that match a search, each followed by its children. */
export const categoryTable = (query: { search?: string }): Table => tableOf(CSV_COLUMNS, allCategories(query))

async function* allCategories(query: { search?: string }): AsyncGenerator<StaffCategory> {
  for (let page = 1, last = 1; page <= last; page++) {
    const { data, last_page } = await listStaffCategories({ ...query, page, per_page: 1000 })
    last = last_page
    yield* data
  }
}

/** @throws 404 */
export async function findStaffCategory(id: number): Promise<StaffCategory> {
  const row = await selectOne<StaffRow>(`SELECT ${STAFF_COLUMNS} FROM categories c WHERE c.id = ?`, [id])
  if (!row) throw notFound('Category')
  return staffCategoryFrom(row)
}

const staffCategoryFrom = ({ created_at, updated_at, ...row }: StaffRow): StaffCategory => ({
  ...categoryFrom(row),
  position: row.position,
  products: row.products,
  created_at: created_at.toJSON(),
  updated_at: updated_at.toJSON(),
})

const categoryFrom = ({
  id,
  name,
  description,
  parent_id,
  icon_name,
  icon_link,
  banner_name,
  banner_link,
}: Row): Category => ({
  id,
  name,
  description,
  parent_id,
  icon_image: imageFrom(icon_name, icon_link),
  banner_image: imageFrom(banner_name, banner_link),
})

const imageFrom = (name: string | null, storage_link: string | null) =>
  storage_link ? { name: name ?? '', storage_link } : null
