import { execute, inTransaction, insertRow, select, selectOne } from '#api/db/database.ts'
import { invalid, notFound, refuseIfStale } from '#api/errors.ts'
import { lockOwner } from '#api/http/owner.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import type { Address, AddressInput } from '#sync/protocol/shop/account.ts'
import type { Page, PageQuery } from '#sync/protocol/page.ts'

type Place = Pick<Address, 'country_code' | 'region_code' | 'zone_code'>
type Row = Omit<Address, 'is_default' | 'updated_at'> & { is_default: 0 | 1; updated_at: Date }

const COLUMNS =
  'id, first_name, last_name, phone, country_code, region_code, zone_code, address, digital_address, default_of IS NOT NULL AS is_default, updated_at'
/** Upper limit, so that nobody can fill the table. */
const MOST_ADDRESSES = 50

/** A user's addresses: the default first, then the newest. */
export async function listAddresses(user_id: number, query: PageQuery): Promise<Page<Address>> {
  const rows = await select<Row>(
    `SELECT ${COLUMNS} FROM addresses WHERE user_id = :user_id ORDER BY default_of IS NULL, id DESC
      LIMIT :limit OFFSET :offset`,
    { user_id, ...windowOf(query) },
  )
  return paged(rows.map(addressFrom), await countOf(user_id), query)
}

/** @throws 404 for an address that does not exist or is not theirs */
export async function findAddress(user_id: number, id: number): Promise<Address> {
  const row = await selectOne<Row>(`SELECT ${COLUMNS} FROM addresses WHERE id = ? AND user_id = ?`, [id, user_id])
  if (!row) throw notFound('Address')
  return addressFrom(row)
}

/**
 * Adds an address; the first one becomes the default. @throws 422 for a place the shop does not know, or above the
 * limit
 */
export const addAddress = (user_id: number, input: AddressInput): Promise<Address> =>
  inTransaction(async () => {
    await lockOwner({ user_id, session_id: null })
    const held = await countOf(user_id)
    if (held >= MOST_ADDRESSES) throw invalid({ address: [`An account can have up to ${MOST_ADDRESSES} addresses.`] })
    const { is_default = false, ...place } = withoutEmpty({
      country_code: 'GH',
      zone_code: null,
      digital_address: null,
      ...input,
    })
    const id = await insertRow('addresses', { user_id, ...(await knownPlace(place)) })
    if (is_default || held === 0) await makeDefault(user_id, id)
    return findAddress(user_id, id)
  })

/** Changes an address. A new region without a new zone clears the zone. @throws 404, 409 stale, 422 as for adding */
export const changeAddress = (
  user_id: number,
  id: number,
  { updated_at, ...input }: Partial<AddressInput> & { updated_at?: string },
): Promise<Address> =>
  inTransaction(async () => {
    await lockOwner({ user_id, session_id: null })
    const held = await findAddress(user_id, id)
    await refuseIfStale(updated_at, held.updated_at, () => ({ address: held }))
    const { is_default, ...changes } = withoutEmpty(input)
    const moved = changes.region_code !== undefined && changes.region_code !== held.region_code
    const next = await knownPlace({ ...held, ...(moved && { zone_code: null }), ...changes })
    await execute(
      `UPDATE addresses SET first_name = :first_name, last_name = :last_name, phone = :phone,
        country_code = :country_code, region_code = :region_code,
    zone_code = :zone_code, address = :address, digital_address = :digital_address, updated_at = NOW(3) WHERE id = :id`,
      next,
    )
    if (is_default) await makeDefault(user_id, id)
    if (is_default === false) await execute('UPDATE addresses SET default_of = NULL WHERE id = ?', [id])
    return findAddress(user_id, id)
  })

/** Removes an address. If it was the default, the newest remaining one becomes the default. @throws 404 */
export const removeAddress = (user_id: number, id: number): Promise<void> =>
  inTransaction(async () => {
    await lockOwner({ user_id, session_id: null })
    const { is_default } = await findAddress(user_id, id)
    await execute('DELETE FROM addresses WHERE id = ?', [id])
    const heir =
      is_default &&
      (await selectOne<{ id: number }>('SELECT id FROM addresses WHERE user_id = ? ORDER BY id DESC LIMIT 1', [
        user_id,
      ]))
    if (heir) await makeDefault(user_id, heir.id)
  })

async function makeDefault(user_id: number, id: number): Promise<void> {
  await execute('UPDATE addresses SET default_of = NULL WHERE default_of = ? AND id <> ?', [user_id, id])
  await execute('UPDATE addresses SET default_of = ? WHERE id = ?', [user_id, id])
}

/**
 * Compares codes exactly as the shop writes them, because the database treats é as E. @throws 422 for an unknown place
 */
async function knownPlace<T extends Place>(wanted: T): Promise<T> {
  const { country_code, region_code, zone_code } = wanted
  const known = await selectOne<Place>(
    `SELECT c.code AS country_code, r.code AS region_code, z.code AS zone_code FROM regions r
      JOIN countries c ON c.code = r.country_code
    LEFT JOIN delivery_zones z ON z.region_code = r.code AND z.code = :zone_code
    WHERE r.code = :region_code AND c.code = :country_code`,
    { country_code, region_code, zone_code },
  )
  if (!known) throw invalid({ region_code: ['Choose a region from the list.'] })
  if (zone_code !== null && known.zone_code === null) throw invalid({ zone_code: ['This zone is not in the region.'] })
  return { ...wanted, ...known }
}

const countOf = async (user_id: number) =>
  (await selectOne<{ n: number }>('SELECT COUNT(*) AS n FROM addresses WHERE user_id = ?', [user_id]))!.n

const withoutEmpty = <T extends { zone_code?: string | null; digital_address?: string | null }>(input: T): T => ({
  ...input,
  ...(input.zone_code === '' && { zone_code: null }),
  ...(input.digital_address === '' && { digital_address: null }),
})

const addressFrom = ({ is_default, updated_at, ...row }: Row): Address => ({
  ...row,
  is_default: is_default === 1,
  updated_at: updated_at.toJSON(),
})
