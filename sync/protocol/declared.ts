import { colour } from './entities/colour.ts'
import { country } from './entities/country.ts'
import { deliveryZone } from './entities/delivery-zone.ts'
import { region } from './entities/region.ts'
import { searchWord } from './entities/search-word.ts'
import { size } from './entities/size.ts'

/**
 * The entities whose models, routes, screens and log entries follow only from their declaration, by their path below
 * /staff and /api/staff. An entity comes after those it refers to.
 */
export const declared = {
  colours: colour,
  sizes: size,
  'search-words': searchWord,
  countries: country,
  regions: region,
  'delivery-zones': deliveryZone,
} as const
export type DeclaredPath = keyof typeof declared
