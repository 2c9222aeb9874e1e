import { namedChoices } from '#api/catalogue/named-choices.ts'
import { modelOf } from '#api/crud/model.ts'
import { crudRoutes } from '#api/crud/routes.ts'
import { rowsOf } from '#api/crud/rows.ts'
import { colour } from '#sync/protocol/entities/colour.ts'
import { country } from '#sync/protocol/entities/country.ts'
import { coupon } from '#sync/protocol/entities/coupon.ts'
import { deliveryZone } from '#sync/protocol/entities/delivery-zone.ts'
import { region } from '#sync/protocol/entities/region.ts'
import { setting } from '#sync/protocol/entities/setting.ts'
import { size } from '#sync/protocol/entities/size.ts'

export const Colour = modelOf(colour)
export const Size = modelOf(size)
export const Country = modelOf(country)
export const Region = modelOf(region)
export const DeliveryZone = modelOf(deliveryZone)
export const Coupon = modelOf(coupon)
export const Setting = modelOf(setting)

/**
 * Every entity that is declared, with its model. Coupons and settings have routes of their own: there is more to them
 * than a declaration says.
 */
export const registered = [
  { entity: colour, model: Colour },
  { entity: size, model: Size },
  { entity: country, model: Country },
  { entity: region, model: Region },
  { entity: deliveryZone, model: DeliveryZone },
  { entity: coupon, model: Coupon },
  { entity: setting, model: Setting },
] as const

export const entityRoutes = [
  ...crudRoutes(colour, namedChoices(colour, rowsOf(colour, Colour))),
  ...crudRoutes(size, namedChoices(size, rowsOf(size, Size))),
  ...crudRoutes(country, rowsOf(country, Country)),
  ...crudRoutes(region, rowsOf(region, Region)),
  ...crudRoutes(deliveryZone, rowsOf(deliveryZone, DeliveryZone)),
]
