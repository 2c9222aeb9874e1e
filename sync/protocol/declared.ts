import { colour } from './entities/colour.ts'
import { country } from './entities/country.ts'
import { deliveryZone } from './entities/delivery-zone.ts'
import { region } from './entities/region.ts'
import { size } from './entities/size.ts'

/**
 * The entities whose routes and screens follow from their declaration alone, by where they lie below /staff and
 * /api/staff.
 */
export const declared = {
  colours: colour,
  sizes: size,
  countries: country,
  regions: region,
  'delivery-zones': deliveryZone,
} as const
export type DeclaredPath = keyof typeof declared
