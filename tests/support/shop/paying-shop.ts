import { afterAll, beforeAll, beforeEach } from 'vitest'
import { execute } from '#api/db/database.ts'
import type { Chaos } from '#api/sandbox/chaos.ts'
import { startApi, type Api } from '#tests/support/server/api.ts'
import { payAtSandbox, type PayingShop } from '#tests/support/shop/payments.ts'
import { openShop } from '#tests/support/server/shop.ts'

const TOLD = ['sandbox_refunds', 'sandbox_transactions', 'payment_events']

/**
 * Starts an api with its own payment sandbox for a file's tests, and before each resets both: an empty shop, and a
 * provider without payments that behaves as `chaos` says. Passes both to `use` before the first.
 */
export function withPayingShop(
  use: (opened: { api: Api; shop: PayingShop }) => void,
  chaos: Partial<Chaos> = {},
): void {
  let api: Api
  let shop: PayingShop
  beforeAll(async () => {
    api = await startApi()
    shop = await payAtSandbox(api)
    use({ api, shop })
  })
  beforeEach(async () => {
    shop.chaos(chaos)
    await openShop()
    for (const table of TOLD) await execute(`DELETE FROM ${table}`)
  })
  afterAll(async () => {
    await shop.sandbox.idle()
    shop.stop()
    api.stop()
  })
}
