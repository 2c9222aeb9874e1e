import { select } from '#api/db/database.ts'
import { nearestReached } from '#api/delivery/near-regions.ts'
import { RIDER_REGION } from '#sync/protocol/shipping.ts'
import type { Leg, Reach } from '#sync/protocol/shop/reach.ts'

interface Row {
  region_code: string
  country_code: string
  name: string
  kind: 'DOOR' | 'STATION' | null
  cost: number | null
  days_from: number | null
  days_to: number | null
}

/** Every region by name, with the ways in which the shop delivers there. */
export async function listReach(): Promise<Reach[]> {
  const rows = await select<Row>(
    `SELECT r.code AS region_code, r.country_code, r.name, z.kind, MIN(z.cost) AS cost, MIN(z.days_from) AS days_from,
        MAX(COALESCE(z.days_to, z.days_from)) AS days_to
      FROM regions r LEFT JOIN delivery_zones z ON z.region_code = r.code
      GROUP BY r.id, r.code, r.country_code, r.name, z.kind ORDER BY r.name, r.id`,
  )
  const regions = new Map<string, Omit<Reach, 'nearest'>>()
  for (const { region_code, country_code, name, kind, cost, ...days } of rows) {
    const region = regions.get(region_code) ?? {
      region_code,
      country_code,
      name,
      door: riderTo(region_code),
      station: null,
    }
    const isRider = region_code === RIDER_REGION
    const leg: Leg | null = kind && { cost: isRider ? 0 : Number(cost), ...days }
    regions.set(region_code, {
      ...region,
      ...(kind === 'DOOR' && { door: leg }),
      ...(kind === 'STATION' && !isRider && { station: leg }),
    })
  }
  const reached = new Set([...regions.values()].filter(({ door, station }) => door ?? station).map(codeOf))
  return [...regions.values()].map(region => ({ ...region, nearest: nearestReached(region.region_code, reached) }))
}

const codeOf = ({ region_code }: Pick<Reach, 'region_code'>) => region_code

/** A rider comes to every place of Greater Accra, also where no zone says so. */
const riderTo = (region_code: string): Leg | null =>
  region_code === RIDER_REGION ? { cost: 0, days_from: null, days_to: null } : null
