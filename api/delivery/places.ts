import { select, selectOne } from '#api/db/database.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import type { Page, PageQuery } from '#sync/protocol/page.ts'
import type { Country } from '#sync/protocol/entities/country.ts'
import type { DeliveryZone } from '#sync/protocol/entities/delivery-zone.ts'
import { RIDER_REGION } from '#sync/protocol/shipping.ts'
import type { Region } from '#sync/protocol/entities/region.ts'

/** The countries the shop delivers to, by name. */
export const listCountries = (query: PageQuery): Promise<Country[]> =>
  select('SELECT id, code, name FROM countries ORDER BY name, id LIMIT :limit OFFSET :offset', windowOf(query))

/** The regions of a country, or of all countries, by name. */
export async function listRegions({
  country_code,
  ...query
}: PageQuery & { country_code?: string }): Promise<Region[]> {
  const rows = await select<Omit<Region, 'country'> & { country: string }>(
    `SELECT r.id, r.country_code, r.code, r.name, c.name AS country
    FROM regions r
    JOIN countries c ON c.code = r.country_code ${country_code ? 'WHERE r.country_code = :country_code' : ''}
    ORDER BY r.name, r.id LIMIT :limit OFFSET :offset`,
    { country_code, ...windowOf(query) },
  )
  return rows.map(({ country, ...region }) => ({ ...region, country: { name: country } }))
}

/** The delivery zones of a region, or of all regions, by name, without stations where a rider comes. */
export async function listZones({
  region_code,
  ...query
}: PageQuery & { region_code?: string }): Promise<Page<DeliveryZone>> {
  const chosen = `WHERE NOT (kind = 'STATION' AND region_code = :rider)
    ${region_code ? 'AND region_code = :region_code' : ''}`
  const asked = { rider: RIDER_REGION, region_code }
  const [zones, counted] = await Promise.all([
    select<DeliveryZone>(
      `SELECT id, region_code, name, code, locations, cost, kind, pay_on_delivery, deposit_percent,
        deposit_amount, days_from, days_to FROM delivery_zones ${chosen}
        ORDER BY name, id LIMIT :limit OFFSET :offset`,
      { ...asked, ...windowOf(query) },
    ),
    selectOne<{ total: number }>(`SELECT COUNT(*) AS total FROM delivery_zones ${chosen}`, asked),
  ])
  return paged(zones, counted!.total, query)
}
