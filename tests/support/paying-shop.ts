import { afterAll, beforeAll, beforeEach } from 'vitest'
import { execute } from '#api/db/database.ts'
import type { Chaos } from '#api/sandbox/chaos.ts'
import { startApi, type Api } from '#tests/support/api.ts'
import { payAtSandbox, type PayingShop } from '#tests/support/payments.ts'
import { openShop } from '#tests/support/shop.ts'

const TOLD = ['sandbox_refunds', 'sandbox_transactions', 'payment_events']

/**
 * For the tests of a file: an api that takes its payments at a sandbox of its own, and before each of them an empty
 * shop of which the provider knows nothing, and which behaves as `chaos` says. `use` is told of both before the first.
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
