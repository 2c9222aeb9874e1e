import { createHmac, randomUUID } from 'node:crypto'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { insertRow, selectOne } from '#api/db/database.ts'
import { type Api, aUser, PASSWORD } from '#tests/support/api.ts'
import { aPush, aSale } from '#tests/support/factories.ts'
import { aLineOf, aMarkOf } from '#tests/support/gathered.ts'
import { aVariation, openShop } from '#tests/support/shop.ts'

export interface Asked { path: string; body?: object; headers?: Record<string, string> }

/** A shop with one of everything, for requests to name. */
export interface Stage { variation: number; product: number; order: number; import: number; colour: number; size: number; country: number; region: number; zone: number; coupon: number; setting: number; somebody: { id: number; email: string } }

export async function openStage(api: Api): Promise<Stage> {
  await openShop()
  const variation = await aVariation(100_000)
  const product = (await selectOne<{ product_id: number }>('SELECT product_id FROM product_variations WHERE id = ?', [variation]))!.product_id
  await refreshListings([product])
  const { token } = await aUser('MANAGER', { email: 'teller@shop.test' })
  await api.send('POST', '/api/sync/push', { token, body: aPush(aSale({ lines: [{ product_variation_id: variation, quantity: 1, price: 10 }] })) })
  return {
    variation, product,
    order: (await selectOne<{ id: number }>('SELECT id FROM orders'))!.id,
    import: await insertRow('product_imports', { user_id: 7, status_code: 'DONE', report: '{"summary":{"created":0,"updated":0,"unchanged":0,"failed":0},"errors":[]}' }),
    colour: await insertRow('colours', { code: '1B2A41', name: 'Indigo' }),
    size: (await selectOne<{ id: number }>('SELECT id FROM sizes'))!.id,
    country: (await selectOne<{ id: number }>("SELECT id FROM countries WHERE code = 'GH'"))!.id,
    region: (await selectOne<{ id: number }>("SELECT id FROM regions WHERE code = 'GH-AH'"))!.id,
    zone: await insertRow('delivery_zones', { region_code: 'GH-AH', name: 'Kumasi', code: 'KUMASI', cost: 45 }),
    coupon: await insertRow('coupons', { code: 'WELCOME10', name: 'Welcome', type: 'percentage', value: 10 }),
    setting: (await selectOne<{ id: number }>("SELECT id FROM settings WHERE name = 'shop_tagline'"))!.id,
    somebody: await aUser('CUSTOMER', { email: 'somebody@shop.test' }),
  }
}

let made = 0
const next = () => made += 1
const anEmail = () => `person-${next()}@shop.test`
let letters = 0
/** Two capitals that name no country of the shop: AA, AB … ZZ without GH. */
const twoLetters = (): string => {
  const at = letters++ % 676
  const code = String.fromCharCode(65 + Math.floor(at / 26), 65 + at % 26)
  return code === 'GH' ? twoLetters() : code
}
const aCode = () => next().toString(16).toUpperCase().padStart(6, '0')
const anException = (order_id: number) => insertRow('exceptions', { code: 'PRICE_DRIFT', order_id, detail: 'Sold at 9.00.' })
const productFile = () => {
  const form = new FormData()
  form.set('file', new Blob(['Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\nbelt,Belt,Size,ONE,BELT-1,25.00\n'], { type: 'text/csv' }), 'products.csv')
  form.set('dry_run', '1')
  return form
}

/** A request that each route answers with success, made anew for each call; `headers` say who will ask, where what they ask for must be their own. */
export const REQUESTS: Record<string, (stage: Stage, headers?: Record<string, string>) => Asked | Promise<Asked>> = {
  'GET /healthz': () => ({ path: '/healthz' }),
  'GET /readyz': () => ({ path: '/readyz' }),
  'GET /sanctum/csrf-cookie': () => ({ path: '/sanctum/csrf-cookie' }),
  'GET /api/openapi.json': () => ({ path: '/api/openapi.json' }),
  'GET /api/docs': () => ({ path: '/api/docs' }),

  'POST /api/register': () => ({ path: '/api/register', body: { name: 'Esi', email: anEmail(), phone: '0244123456', password: 'kente-and-denim', password_confirmation: 'kente-and-denim' } }),
  'POST /api/login': ({ somebody }) => ({ path: '/api/login', body: { email: somebody.email, password: PASSWORD } }),
  'POST /api/guest': () => ({ path: '/api/guest', body: {} }),
  'POST /api/token/refresh': () => ({ path: '/api/token/refresh', body: {} }),
  'POST /api/logout': () => ({ path: '/api/logout', body: {} }),

  'GET /api/shop': () => ({ path: '/api/shop' }),
  'GET /api/products': () => ({ path: '/api/products' }),
  'GET /api/products/:id': ({ product }) => ({ path: `/api/products/${product}` }),
  'GET /api/search/suggestions': () => ({ path: '/api/search/suggestions?text=jeans' }),
  'GET /api/categories': () => ({ path: '/api/categories' }),
  'GET /api/sizes': () => ({ path: '/api/sizes' }),
  'GET /api/colours': () => ({ path: '/api/colours' }),

  'GET /api/wishlist': () => ({ path: '/api/wishlist' }),
  'POST /api/wishlist': ({ product }) => ({ path: '/api/wishlist', body: { product_id: product } }),
  'DELETE /api/wishlist/:productId': async ({ product }, headers) => ({ path: `/api/wishlist/${await aMarkOf(headers, product)}` }),
  'GET /api/cart': () => ({ path: '/api/cart' }),
  'POST /api/cart': ({ variation }) => ({ path: '/api/cart', body: { product_variation_id: variation, quantity: 1 } }),
  'PATCH /api/cart/:id': async ({ variation }, headers) => ({ path: `/api/cart/${await aLineOf(headers, variation)}`, body: { quantity: 2 } }),
  'DELETE /api/cart/:id': async ({ variation }, headers) => ({ path: `/api/cart/${await aLineOf(headers, variation)}` }),

  'GET /api/checkout/countries': () => ({ path: '/api/checkout/countries' }),
  'GET /api/checkout/regions': () => ({ path: '/api/checkout/regions?country_code=GH' }),
  'GET /api/checkout/delivery/zones': () => ({ path: '/api/checkout/delivery/zones?region_code=GH-AH' }),
  'POST /api/checkout/coupons/validate': () => ({ path: '/api/checkout/coupons/validate', body: { coupon_code: 'WELCOME10' } }),

  'GET /api/staff/roles': () => ({ path: '/api/staff/roles' }),
  'GET /api/staff/users': () => ({ path: '/api/staff/users' }),
  'POST /api/staff/users': () => ({ path: '/api/staff/users', body: { name: 'Yaw', email: anEmail(), phone: '0201234567', password: 'sell-the-denim', role_code: 'MANAGER' } }),
  'GET /api/staff/users/:id': ({ somebody }) => ({ path: `/api/staff/users/${somebody.id}` }),
  'PATCH /api/staff/users/:id': ({ somebody }) => ({ path: `/api/staff/users/${somebody.id}`, body: { name: 'Somebody' } }),
  'GET /api/staff/accounts': () => ({ path: '/api/staff/accounts' }),
  'GET /api/staff/categories': () => ({ path: '/api/staff/categories' }),
  'GET /api/staff/categories/:id': () => ({ path: '/api/staff/categories/1' }),

  'GET /api/staff/colours': () => ({ path: '/api/staff/colours' }),
  'POST /api/staff/colours': () => ({ path: '/api/staff/colours', body: { code: aCode(), name: 'Sand' } }),
  'GET /api/staff/colours/:id': ({ colour }) => ({ path: `/api/staff/colours/${colour}` }),
  'PATCH /api/staff/colours/:id': ({ colour }) => ({ path: `/api/staff/colours/${colour}`, body: { name: 'Ink' } }),
  'GET /api/staff/sizes': () => ({ path: '/api/staff/sizes' }),
  'POST /api/staff/sizes': () => ({ path: '/api/staff/sizes', body: { code: `S${next()}`, name: 'Another' } }),
  'GET /api/staff/sizes/:id': ({ size }) => ({ path: `/api/staff/sizes/${size}` }),
  'PATCH /api/staff/sizes/:id': ({ size }) => ({ path: `/api/staff/sizes/${size}`, body: { name: 'Ten' } }),

  'GET /api/staff/countries': () => ({ path: '/api/staff/countries' }),
  'POST /api/staff/countries': () => ({ path: '/api/staff/countries', body: { code: twoLetters(), name: 'Another' } }),
  'GET /api/staff/countries/:id': ({ country }) => ({ path: `/api/staff/countries/${country}` }),
  'PATCH /api/staff/countries/:id': ({ country }) => ({ path: `/api/staff/countries/${country}`, body: { name: 'Ghana' } }),
  'GET /api/staff/regions': () => ({ path: '/api/staff/regions' }),
  'POST /api/staff/regions': () => ({ path: '/api/staff/regions', body: { country_code: 'GH', code: `GH-Z${twoLetters()}`, name: 'Another' } }),
  'GET /api/staff/regions/:id': ({ region }) => ({ path: `/api/staff/regions/${region}` }),
  'PATCH /api/staff/regions/:id': ({ region }) => ({ path: `/api/staff/regions/${region}`, body: { name: 'Ashanti' } }),
  'GET /api/staff/delivery-zones': () => ({ path: '/api/staff/delivery-zones' }),
  'POST /api/staff/delivery-zones': () => ({ path: '/api/staff/delivery-zones', body: { region_code: 'GH-AH', name: 'Obuasi', code: `OBUASI-${next()}`, locations: 'Obuasi', cost: 60 } }),
  'GET /api/staff/delivery-zones/:id': ({ zone }) => ({ path: `/api/staff/delivery-zones/${zone}` }),
  'PATCH /api/staff/delivery-zones/:id': ({ zone }) => ({ path: `/api/staff/delivery-zones/${zone}`, body: { cost: 50 } }),
  'GET /api/staff/coupons': () => ({ path: '/api/staff/coupons' }),
  'POST /api/staff/coupons': () => ({ path: '/api/staff/coupons', body: { code: `JEANS-${next()}`, name: 'Jeans', type: 'amount', value: 20, free_delivery: 0 } }),
  'GET /api/staff/coupons/:id': ({ coupon }) => ({ path: `/api/staff/coupons/${coupon}` }),
  'PATCH /api/staff/coupons/:id': ({ coupon }) => ({ path: `/api/staff/coupons/${coupon}`, body: { name: 'Welcome' } }),
  'GET /api/staff/settings': () => ({ path: '/api/staff/settings' }),
  'POST /api/staff/settings': () => ({ path: '/api/staff/settings', body: { name: `note_${next()}`, value: 'Seen.' } }),
  'GET /api/staff/settings/:id': ({ setting }) => ({ path: `/api/staff/settings/${setting}` }),
  'PATCH /api/staff/settings/:id': ({ setting }) => ({ path: `/api/staff/settings/${setting}`, body: { value: 'Denim.' } }),

  'GET /api/staff/products': () => ({ path: '/api/staff/products' }),
  'GET /api/staff/products/:id': ({ product }) => ({ path: `/api/staff/products/${product}` }),
  'POST /api/staff/products/import': () => ({ path: '/api/staff/products/import', body: productFile() }),
  'GET /api/staff/products/imports/:id': stage => ({ path: `/api/staff/products/imports/${stage.import}` }),

  'GET /api/staff/orders': () => ({ path: '/api/staff/orders' }),
  'GET /api/staff/orders/options/users': () => ({ path: '/api/staff/orders/options/users' }),
  'GET /api/staff/orders/:id': ({ order }) => ({ path: `/api/staff/orders/${order}` }),
  'POST /api/staff/orders': ({ product }) => ({ path: '/api/staff/orders', body: { account_code: 'CASH', items: [{ product_id: product, size_code: 'UK10', quantity: 1 }] } }),

  'GET /api/staff/exceptions': () => ({ path: '/api/staff/exceptions' }),
  'PATCH /api/staff/exceptions/:id': async ({ order }) => ({ path: `/api/staff/exceptions/${await anException(order)}`, body: { status_code: 'RESOLVED', note: 'Seen.' } }),

  'POST /api/staff/tills': () => ({ path: '/api/staff/tills', body: { name: 'Back', device_id: randomUUID() } }),
  'GET /api/staff/tills': () => ({ path: '/api/staff/tills' }),
  'GET /api/staff/tills/:id': () => ({ path: '/api/staff/tills/1' }),
  'PATCH /api/staff/tills/:id': () => ({ path: '/api/staff/tills/1', body: { name: 'Front' } }),
  'POST /api/payments/paystack/webhook': () => {
    const body = JSON.stringify({ event: 'charge.success', data: { reference: `0-${next()}` } })
    return { path: '/api/payments/paystack/webhook', body: body as unknown as object, headers: { 'x-paystack-signature': createHmac('sha512', 'sk_test_shop').update(body).digest('hex') } }
  },
  'GET /api/sync/pull': () => ({ path: '/api/sync/pull' }),
  'POST /api/sync/push': ({ variation }) => ({ path: '/api/sync/push', body: aPush(aSale({ lines: [{ product_variation_id: variation, quantity: 1, price: 10 }] })) }),
}
