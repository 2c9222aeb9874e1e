import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { insertRow, selectOne } from '#api/db/database.ts'
import { afterAll, beforeAll } from 'vitest'
import { type Api, aUser, startApi } from '#tests/support/server/api.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { headersOf } from '#tests/support/routes/matrix-callers.ts'
import { payAtSandbox } from '#tests/support/shop/payments.ts'
import { aVariation, openShop } from '#tests/support/server/shop.ts'

export interface Asked {
  path: string
  body?: object
  headers?: Record<string, string>
}

/** A shop with one of everything, for requests to refer to. */
export interface Stage {
  variation: number
  product: number
  order: number
  import: number
  coupon: number
  setting: number
  somebody: { id: number; email: string }
}

export async function openStage(api: Api): Promise<Stage> {
  await openShop()
  await payAtSandbox(api)
  const variation = await aVariation(100_000)
  const product = (await selectOne<{ product_id: number }>('SELECT product_id FROM product_variations WHERE id = ?', [
    variation,
  ]))!.product_id
  await refreshListings([product])
  const { token } = await aUser('MANAGER', { email: 'teller@shop.test' })
  await api.send('POST', '/api/sync/push', {
    token,
    body: aPush(aSale({ lines: [{ product_variation_id: variation, quantity: 1, price: 10 }] })),
  })
  // The colour of the products that requests add.
  await insertRow('colours', { code: '1B2A41', name: 'Indigo' })
  return {
    variation,
    product,
    order: (await selectOne<{ id: number }>('SELECT id FROM orders'))!.id,
    import: await insertRow('product_imports', {
      user_id: 7,
      status_code: 'DONE',
      report: '{"summary":{"created":0,"updated":0,"unchanged":0,"failed":0},"errors":[]}',
    }),
    coupon: await insertRow('coupons', { code: 'WELCOME10', name: 'Welcome', type: 'percentage', value: 10 }),
    setting: (await selectOne<{ id: number }>("SELECT id FROM settings WHERE name = 'shop_tagline'"))!.id,
    somebody: await aUser('CUSTOMER', { email: 'somebody@shop.test' }),
  }
}

interface OnStage {
  api: Api
  stage: Stage
  /** The headers of the shop's owner, who may do everything. */
  owner: Record<string, string>
}

/** Starts an api and a shop with one of everything for a file's tests, and passes them to `use` before the first. */
export function onStage(use: (here: OnStage) => void | Promise<void>): void {
  let api: Api
  beforeAll(async () => {
    api = await startApi()
    await use({ api, stage: await openStage(api), owner: await headersOf('SUPER_ADMINISTRATOR') })
  })
  afterAll(() => api.stop())
}

/** Requests by the name of their route, made again for each call; `headers` name the caller. */
export type Requests = Record<string, (stage: Stage, headers?: Record<string, string>) => Asked | Promise<Asked>>

let made = 0
/** A number that no other request uses. */
export const next = () => (made += 1)
