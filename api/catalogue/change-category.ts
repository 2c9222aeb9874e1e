import { recordChange } from '#api/audit/record-change.ts'
import { findStaffCategory } from '#api/catalogue/categories.ts'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { execute, inTransaction, insertRow, select } from '#api/db/database.ts'
import { conflict, invalid, notFound, refuseIfStale, stale } from '#api/errors.ts'
import type { KeptPicture } from '#api/uploads/keep-picture.ts'
import { MOST_LEVELS, type StaffCategory } from '#sync/protocol/shop/catalogue.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { CategoryInput } from '#sync/protocol/endpoints/categories.ts'

export interface CategoryPictures {
  icon_image?: KeptPicture | undefined
  banner_image?: KeptPicture | undefined
}

interface Placed {
  id: number
  parent_id: number | null
}

/** Adds a category after its siblings. @throws 422 for a parent that does not exist or is too deep */
export const addCategory = (
  { name = '', ...input }: CategoryInput,
  pictures: CategoryPictures,
): Promise<StaffCategory> =>
  inTransaction(async () => {
    const all = await lockTree()
    const parent_id = parentFrom(input) ?? null
    refuseParent(null, parent_id, all)
    const id = await insertRow('categories', {
      name,
      description: input.description || null,
      parent_id,
      ...pictureColumns(name, input, pictures),
    })
    await place(id, parent_id)
    const became = await findStaffCategory(id)
    await recordChange({ subject: 'category', subject_id: id, action: 'add', became })
    return became
  })

/**
 * Changes the given members of a category. A moved category comes last under its new parent; after a rename its
 * products are found by the new name.
 * @throws 404, 409 if it changed since it was read, 422 for a parent that does not exist, is below it, or is too deep
 */
export const changeCategory = (
  id: number,
  { updated_at, ...input }: CategoryInput & { updated_at?: string },
  pictures: CategoryPictures,
): Promise<StaffCategory> =>
  inTransaction(async () => {
    const all = await lockTree()
    const was = await findStaffCategory(id)
    await refuseIfStale(updated_at, was.updated_at, () => ({ category: was }))
    const parent_id = parentFrom(input) === undefined ? was.parent_id : parentFrom(input)!
    const isMoved = parent_id !== was.parent_id
    if (isMoved) refuseParent(id, parent_id, all)
    const name = input.name ?? was.name
    const columns = {
      name,
      description: input.description === undefined ? was.description : input.description || null,
      parent_id,
      ...pictureColumns(name, input, pictures),
    }
    await execute(
      `UPDATE categories SET ${Object.keys(columns)
        .map(column => `${column} = :${column}`)
        .join(', ')} WHERE id = :id`,
      { ...columns, id },
    )
    if (isMoved) await place(id, parent_id)
    if (name !== was.name)
      await refreshListings(
        (await select<{ id: number }>('SELECT id FROM products WHERE category_id = ? ORDER BY id', [id])).map(
          product => product.id,
        ),
      )
    const became = await findStaffCategory(id)
    await recordChange({ subject: 'category', subject_id: id, action: 'change', was, became })
    return became
  })

/**
 * Puts all children of a parent in this order. @throws 404 for an unknown parent, 409 if its children or their order
 * changed since they were read
 */
export const orderCategories = ({ parent_id, order, as_read }: BodyOf<'PATCH /api/staff/categories'>): Promise<void> =>
  inTransaction(async () => {
    const all = await lockTree()
    if (parent_id !== null && !all.some(({ id }) => id === parent_id)) throw notFound('Category')
    const there = all.filter(category => category.parent_id === parent_id).map(({ id }) => id)
    if (new Set(order).size !== order.length || order.length !== there.length || there.some(id => !order.includes(id)))
      throw conflict('Someone changed these categories. Please reload.')
    if (order.length === 0) return
    const was = (
      await select<{ id: number }>(`SELECT id FROM categories WHERE id IN (:order) ${AS_SHOWN}`, { order })
    ).map(({ id }) => id)
    if (as_read && was.join() !== as_read.join()) throw stale({ order: was })
    await number(order)
    await recordChange({
      subject: 'category',
      subject_id: parent_id,
      action: 'order',
      was: { order: was },
      became: { order },
    })
  })

/** Locks all categories, so that two moves at once cannot close a cycle. */
const lockTree = () => select<Placed>('SELECT id, parent_id FROM categories ORDER BY id FOR UPDATE')

/** Places it after its siblings, which keep their visible order. */
async function place(id: number, parent_id: number | null): Promise<void> {
  const others = await select<{ id: number }>(
    `SELECT id FROM categories WHERE parent_id <=> :parent_id AND id <> :id ${AS_SHOWN}`,
    { id, parent_id },
  )
  await number([...others.map(other => other.id), id])
}

const AS_SHOWN = 'ORDER BY position = 0, position, name, id'

/** Reordering is not an edit of each category, so `updated_at` stays. */
const number = (order: readonly number[]) =>
  execute('UPDATE categories SET position = FIELD(id, :order), updated_at = updated_at WHERE id IN (:order)', { order })

/** Undefined if the input does not name a parent. */
function parentFrom({ parent_id }: CategoryInput): number | null | undefined {
  if (parent_id === undefined) return undefined
  return parent_id === null || parent_id === '' ? null : Number(parent_id)
}

function refuseParent(id: number | null, parent_id: number | null, all: readonly Placed[]): void {
  if (parent_id === null) return
  if (!all.some(category => category.id === parent_id)) throw invalid({ parent_id: ['This category does not exist.'] })
  const above = lineageOf(parent_id, all)
  if (id !== null && above.includes(id))
    throw invalid({ parent_id: ['A category cannot be inside itself or one of its own categories.'] })
  if (above.length + heightOf(id, all) > MOST_LEVELS)
    throw invalid({ parent_id: [`Categories can be at most ${MOST_LEVELS} levels deep.`] })
}

/** A category and its ancestors; stops where a cycle closes. */
function lineageOf(id: number, all: readonly Placed[]): number[] {
  const lineage: number[] = []
  for (
    let at: number | null = id;
    at !== null && !lineage.includes(at);
    at = all.find(category => category.id === at)?.parent_id ?? null
  )
    lineage.push(at)
  return lineage
}

/** How many levels a category spans with its descendants: 1 without children, and for a new one. */
function heightOf(id: number | null, all: readonly Placed[], within: readonly number[] = []): number {
  if (id === null) return 1
  const below = all.filter(category => category.parent_id === id && !within.includes(category.id))
  return 1 + Math.max(0, ...below.map(category => heightOf(category.id, all, [...within, id])))
}

/** The picture columns to change: a new picture named after its category, or null to remove it. */
function pictureColumns(name: string, input: CategoryInput, pictures: CategoryPictures): Record<string, string | null> {
  const columns: Record<string, string | null> = {}
  for (const kind of ['icon', 'banner'] as const) {
    const picture = pictures[`${kind}_image`]
    if (!picture && input[`${kind}_image`] === undefined) continue
    columns[`${kind}_name`] = picture ? name : null
    columns[`${kind}_link`] = picture ? `/storage/pictures/${picture.name}-800.webp` : null
  }
  return columns
}
