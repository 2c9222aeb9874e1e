import { execute } from '#api/db/database.ts'
import type { OwnOrder } from '#sync/protocol/shop/order-view.ts'
import { next } from '#tests/support/server/stage.ts'
import { anOrderOf } from '#tests/support/shop/website-orders.ts'

export const TO_THE_DOOR = {
  delivery_method_code: 'delivery',
  shipping_country_code: 'GH',
  shipping_region_code: 'GH-AH',
  shipping_delivery_zone_code: 'ADUM',
  shipping_address: 'House 5, Adum',
} as const

/** Lets orders be paid on delivery up to a total, in cedis, in one zone. */
export async function allowOnDelivery(limit: number | ''): Promise<void> {
  await execute(
    `INSERT INTO delivery_zones (region_code, name, code, cost, pay_on_delivery) VALUES ('GH-AH', 'Adum', 'ADUM', 5, 1)
      ON DUPLICATE KEY UPDATE pay_on_delivery = 1`,
  )
  await execute(
    `INSERT INTO settings (name, value) VALUES ('pay_on_delivery_limit', :limit)
      ON DUPLICATE KEY UPDATE value = :limit`,
    { limit: String(limit) },
  )
}

/** A guest's unpaid order that may be paid on delivery. */
export async function anOrderToTheDoor(product_variation_id: number, more: object = {}): Promise<OwnOrder> {
  await allowOnDelivery(10_000)
  const phone = `+23324${String(5_000_000 + next())}`
  return anOrderOf({ [product_variation_id]: 1 }, { ...TO_THE_DOOR, phone, ...more })
}
