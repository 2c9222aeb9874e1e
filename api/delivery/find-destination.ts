import { selectOne } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'
import type { OrderSubmission } from '#sync/protocol/shop/checkout.ts'
import { isBesideRider, isStation, type DeliveryZone } from '#sync/protocol/entities/delivery-zone.ts'
import { needsZone, type Destination } from '#sync/protocol/shipping.ts'

/** An order's delivery columns; all null for pick-up. */
export interface Shipping {
  destination: Destination
  /** Where the parcel goes in words; null for pick-up from the shop. */
  address: string | null
  columns: {
    shipping_country_code: string | null
    shipping_region_code: string | null
    shipping_delivery_zone_code: string | null
  }
}

/** The destination of a submission, with its delivery fee. @throws 422 on the field that names an unknown place */
export async function findDestination(submission: OrderSubmission): Promise<Shipping> {
  const { delivery_method_code } = submission
  if (delivery_method_code !== 'delivery')
    return {
      destination: { delivery_method_code },
      address: null,
      columns: { shipping_country_code: null, shipping_region_code: null, shipping_delivery_zone_code: null },
    }
  const {
    shipping_country_code: country,
    shipping_region_code: region_code,
    shipping_delivery_zone_code: zone_code,
    shipping_address,
  } = submission
  if (!region_code)
    throw invalid({
      shipping_region_code: ['Please choose a region.'],
      ...(!shipping_address && { shipping_address: [NO_ADDRESS] }),
    })
  // Compares bytes, as the fee rules do: the database equates GH-AÁ with GH-AA.
  const region = await selectOne<{ code: string; country_code: string }>(
    'SELECT code, country_code FROM regions WHERE code = ?',
    [region_code],
  )
  if (region?.code !== region_code) throw invalid({ shipping_region_code: ['We do not deliver to this region.'] })
  if (country && country !== region.country_code)
    throw invalid({ shipping_country_code: ['This region is in another country.'] })
  const zone = zone_code
    ? await selectOne<Zone>(
        'SELECT code, region_code, name, locations, cost, kind FROM delivery_zones WHERE code = ?',
        [zone_code],
      )
    : null
  if (zone && isBesideRider(zone)) throw invalid({ shipping_delivery_zone_code: [NO_STATION] })
  if (!shipping_address && !isStation(zone)) throw invalid({ shipping_address: [NO_ADDRESS] })
  const destination: Destination = { delivery_method_code, region_code, zone }
  if (zone_code && (zone?.code !== zone_code || zone.region_code !== region_code))
    throw invalid({ shipping_delivery_zone_code: ['This zone is not in the region.'] })
  if (!zone && needsZone(destination))
    throw invalid({ shipping_delivery_zone_code: ['Please choose a delivery zone.'] })
  return {
    destination,
    address: zone && isStation(zone) ? atStation(zone) : shipping_address || null,
    columns: {
      shipping_country_code: region.country_code,
      shipping_region_code: region_code,
      shipping_delivery_zone_code: zone_code || null,
    },
  }
}

type Zone = Pick<DeliveryZone, 'code' | 'region_code' | 'name' | 'locations' | 'cost' | 'kind'>

/** A parcel goes to the station itself, whatever address was typed before the station was chosen. */
const atStation = ({ name, locations }: Zone) => `Pick-up at ${locations || name}`.slice(0, 500)

const NO_STATION = 'In Greater Accra a rider delivers to your door. Choose another zone, or leave it empty.'
const NO_ADDRESS = 'Please enter a delivery address.'
