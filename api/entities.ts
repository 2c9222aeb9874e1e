import { modelOf } from '#api/crud/model.ts'
import { crudRoutes } from '#api/crud/routes.ts'
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

/** Every entity whose staff screens and routes follow from its declaration alone. */
export const registered = [
  { entity: colour, model: Colour }, { entity: size, model: Size }, { entity: country, model: Country }, { entity: region, model: Region },
  { entity: deliveryZone, model: DeliveryZone }, { entity: coupon, model: Coupon }, { entity: setting, model: Setting },
] as const

export const entityRoutes = [
  ...crudRoutes(colour, Colour), ...crudRoutes(size, Size), ...crudRoutes(country, Country), ...crudRoutes(region, Region),
  ...crudRoutes(deliveryZone, DeliveryZone), ...crudRoutes(coupon, Coupon), ...crudRoutes(setting, Setting),
]
