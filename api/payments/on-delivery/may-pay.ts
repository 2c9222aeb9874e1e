import { selectOne } from '#api/db/database.ts'
import { valueOf } from '#api/shop/settings.ts'
import { LEAST_PAID_ONLINE } from '#sync/protocol/shop/checkout.ts'
import { percentOf } from '#sync/protocol/pricing.ts'
import { numberOf } from '#sync/protocol/setting-values.ts'

interface Asked {
  total: number
  deposit_percent: number | null
  deposit_amount: number | null
}

/**
 * What is to be paid before an order is sent to be paid on delivery, in cedis; null if its zone and total do not allow
 * it. Says nothing about its status.
 */
export async function depositFor(order_id: number): Promise<number | null> {
  const limit = numberOf('pay_on_delivery_limit', await valueOf('pay_on_delivery_limit'))
  if (limit === null) return null
  const asked = await selectOne<Asked>(
    `SELECT o.total - o.gift AS total, z.deposit_percent, z.deposit_amount
    FROM orders o JOIN delivery_zones z ON z.code = o.shipping_delivery_zone_code AND z.pay_on_delivery = 1
    WHERE o.id = ? AND o.delivery_method_code = 'delivery' AND o.type_code = 'WEBSITE' AND o.total BETWEEN 0.01 AND ?`,
    [order_id, limit],
  )
  if (!asked) return null
  const deposit = depositOf(asked)
  return deposit < asked.total ? deposit : null
}

/** The provider takes no less than its least payment. */
function depositOf({ total, deposit_percent, deposit_amount }: Asked): number {
  const deposit = Math.max(percentOf(total, deposit_percent ?? 0), deposit_amount ?? 0)
  return deposit === 0 ? 0 : Math.max(deposit, LEAST_PAID_ONLINE)
}
