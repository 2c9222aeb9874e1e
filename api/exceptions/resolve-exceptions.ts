import { recordChanges } from '#api/audit/record-change.ts'
import { execute, inTransaction, select, selectOne } from '#api/db/database.ts'
import { conflict, invalid, notFound } from '#api/errors.ts'
import { findException } from '#api/exceptions/exceptions.ts'
import { TILL, WITH_TILL } from '#api/exceptions/till-exceptions.ts'
import { refuseOwn } from '#api/exceptions/who-sold.ts'
import { countStock } from '#api/stock/count-stock.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { ExceptionCode, ShopException } from '#sync/protocol/staff/exception.ts'
import type { User } from '#sync/protocol/staff/person.ts'

/**
 * Closes an exception, with a note of what was done. If its goods were counted, books the count, and closes every other
 * exception that says they were oversold.
 * @throws 403 if it takes a higher clearance, 404, 409 if somebody closed it already or another person must, 422 for a
 * count without goods
 */
export const resolveException = (
  id: number,
  { note, counted }: BodyOf<'PATCH /api/staff/exceptions/:id'>,
  user: User,
): Promise<ShopException> =>
  inTransaction(async () => {
    const goods = await selectOne<{ product_variation_id: number | null; product_id: number | null }>(
      'SELECT e.product_variation_id, v.product_id FROM exceptions e LEFT JOIN product_variations v ON v.id = e.product_variation_id WHERE e.id = ?',
      [id],
    )
    if (!goods) throw notFound('Exception')
    const told = counted === undefined ? [] : await openOversold(goods.product_variation_id)
    if (counted !== undefined) await takeCount(goods, counted, user.id)
    if ((await close([id], { note, user, resolution: counted === undefined ? 'NOTED' : 'COUNTED' })) === 0)
      throw conflict('Someone has already resolved this.')
    await close(told, { note, user, resolution: 'COUNTED' })
    return findException(id)
  })

/**
 * Closes those of several exceptions that are open; if `grouped`, with all earlier ones of their tills and kinds. Returns
 * how many. @throws 403, 409 as for one
 */
export const resolveExceptions = (
  { ids, note, grouped = false }: BodyOf<'POST /api/staff/exceptions/resolve'>,
  user: User,
): Promise<number> =>
  inTransaction(async () => close(grouped ? await wholeGroups(ids) : ids, { note, user, resolution: 'NOTED' }))

/** How many exceptions one note closes at most. */
const MOST_AT_ONCE = 5_000

/** These exceptions, and those open of the same till and kind that are older. */
async function wholeGroups(ids: readonly number[]): Promise<number[]> {
  const chosen = await select<{ id: number; code: ExceptionCode; till: number | null }>(
    `SELECT e.id, e.code, ${TILL} AS till FROM exceptions e ${WITH_TILL} WHERE e.id IN (:ids)`,
    { ids: [...ids] },
  )
  const all = new Set(ids)
  for (const one of chosen.filter(({ till }) => till !== null))
    for (const { id } of await select<{ id: number }>(
      `SELECT e.id FROM exceptions e ${WITH_TILL}
        WHERE e.status_code = 'OPEN' AND e.code = :code AND e.id < :id AND ${TILL} = :till ORDER BY e.id LIMIT :limit`,
      { ...one, limit: MOST_AT_ONCE },
    ))
      all.add(id)
  return [...all].slice(0, MOST_AT_ONCE)
}

async function takeCount(
  { product_variation_id, product_id }: { product_variation_id: number | null; product_id: number | null },
  counted: number,
  user_id: number,
): Promise<void> {
  if (product_variation_id === null || product_id === null)
    throw invalid({ counted: ['This exception does not need a count.'] })
  await countStock(product_id, { [`sku_${product_variation_id}`]: counted }, user_id)
}

/**
 * Exceptions so far that say these goods were oversold. If the count is below what is reserved, a new one is raised,
 * and stays open.
 */
const openOversold = async (product_variation_id: number | null): Promise<number[]> =>
  (
    await select<{ id: number }>(
      "SELECT id FROM exceptions WHERE product_variation_id = ? AND code = 'OVERSOLD' AND status_code = 'OPEN' ORDER BY id",
      [product_variation_id],
    )
  ).map(({ id }) => id)

interface Closing {
  note: string
  user: User
  resolution: NonNullable<ShopException['resolution']>
}

async function close(ids: readonly number[], { note, user, resolution }: Closing): Promise<number> {
  if (ids.length > 0) await refuseOwn(ids, user)
  const open = await select<{ id: number }>(
    "SELECT id FROM exceptions FORCE INDEX (PRIMARY) WHERE id IN (:ids) AND status_code = 'OPEN' ORDER BY id FOR UPDATE",
    { ids: [0, ...ids] },
  )
  if (open.length > 0)
    await execute(
      "UPDATE exceptions SET status_code = 'RESOLVED', resolution = :resolution, note = :note, resolved_by = :user_id, resolved_at = NOW(3) WHERE id IN (:ids)",
      { resolution, note, user_id: user.id, ids: open.map(({ id }) => id) },
    )
  await recordChanges(
    open.map(({ id }) => ({
      subject: 'exception',
      subject_id: id,
      action: 'resolve',
      was: { status_code: 'OPEN' },
      became: { status_code: 'RESOLVED', resolution, note },
    })),
  )
  return open.length
}
