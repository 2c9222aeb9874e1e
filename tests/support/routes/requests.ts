import { createHmac, randomUUID } from 'node:crypto'
import { countCash } from '#api/ledger/cash-counts.ts'
import { execute, insertRow, selectOne } from '#api/db/database.ts'
import { queueJob } from '#api/jobs/job-queue.ts'
import { prepareExport } from '#api/orders/export-orders.ts'
import { ALERT_REQUESTS } from '#tests/support/shop/alerts.ts'
import { PASSWORD } from '#tests/support/server/api.ts'
import { aProduct } from '#tests/support/goods/catalogue.ts'
import { aPush, aSale } from '#tests/support/server/factories.ts'
import { ACCOUNT_REQUESTS } from '#tests/support/routes/account-requests.ts'
import { FACTOR_REQUESTS } from '#tests/support/routes/factor-requests.ts'
import { GIFT_REQUESTS } from '#tests/support/routes/gift-requests.ts'
import { aLineOf, aMarkOf, ownerBehind } from '#tests/support/browser/gathered.ts'
import { aConfirmation, aReset } from '#tests/support/people/people.ts'
import { aJobWithFile } from '#tests/support/people/jobs.ts'
import { aBulk, aPicture, aPicturedProduct, pictureForm } from '#tests/support/goods/products.ts'
import { aRejectedSale, aRestoredTeller } from '#tests/support/till/rejected-sales.ts'
import { REFUND_REQUESTS } from '#tests/support/routes/refund-requests.ts'
import { REVIEW_REQUESTS } from '#tests/support/routes/review-requests.ts'
import { SETUP_REQUESTS } from '#tests/support/routes/setup-requests.ts'
import { next, type Requests } from '#tests/support/server/stage.ts'
import { aCount, aReceipt } from '#tests/support/goods/stockroom.ts'
import { aSubmission } from '#tests/support/server/submission.ts'
import { SHIFT_REQUESTS } from '#tests/support/routes/shift-requests.ts'
import { WALLET_REQUESTS } from '#tests/support/routes/wallet-requests.ts'
import { aGuestOwner, anOrderOf, aPaidDelivery, aPaidOrderOf, tokenOf } from '#tests/support/shop/website-orders.ts'

const anEmail = () => `person-${next()}@shop.test`
const aCashCount = async () => (await countCash({ account_code: 'CASH', counted: 1_000_000 + next() }, 7)).id
/** Reopens the books of last month, and returns it. */
async function openLastMonth(): Promise<string> {
  await execute('DELETE FROM closed_periods')
  await execute("UPDATE books SET open_period = DATE_FORMAT(UTC_DATE() - INTERVAL 1 MONTH, '%Y-%m')")
  return (await selectOne<{ open_period: string }>('SELECT open_period FROM books'))!.open_period
}
const aLeftNote = () =>
  insertRow('till_notes', {
    mutation_id: randomUUID(),
    teller_id: 7,
    text: 'The drawer jams.',
    occurred_at: '2026-01-09 14:03:22',
  })
const anException = (order_id: number) =>
  insertRow('exceptions', { code: 'PRICE_DRIFT', order_id, detail: 'Sold at 9.00.' })
const productFile = () => {
  const form = fileForm()
  form.set('dry_run', '1')
  return form
}
const fileForm = () => {
  const form = new FormData()
  form.set(
    'file',
    new Blob(['Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\nbelt,Belt,Size,ONE,BELT-1,25.00\n'], {
      type: 'text/csv',
    }),
    'products.csv',
  )
  return form
}

/**
 * A request that each route answers with success, made again for each call; `headers` name the caller if the subject
 * must be their own.
 */
export const REQUESTS: Requests = {
  ...SETUP_REQUESTS,
  ...REVIEW_REQUESTS,
  ...ACCOUNT_REQUESTS,
  ...FACTOR_REQUESTS,
  ...GIFT_REQUESTS,
  ...ALERT_REQUESTS,
  'GET /healthz': () => ({ path: '/healthz' }),
  'GET /readyz': () => ({ path: '/readyz' }),
  'GET /sanctum/csrf-cookie': () => ({ path: '/sanctum/csrf-cookie' }),
  'GET /api/openapi.json': () => ({ path: '/api/openapi.json' }),
  'GET /api/docs': () => ({ path: '/api/docs' }),

  'POST /api/register': () => ({
    path: '/api/register',
    body: {
      name: 'Esi',
      email: anEmail(),
      phone: '0244123456',
      password: 'kente-and-denim',
      password_confirmation: 'kente-and-denim',
    },
  }),
  'POST /api/login': ({ somebody }) => ({ path: '/api/login', body: { email: somebody.email, password: PASSWORD } }),
  'POST /api/guest': () => ({ path: '/api/guest', body: {} }),
  'POST /api/token/refresh': () => ({ path: '/api/token/refresh', body: {} }),
  'POST /api/logout': () => ({ path: '/api/logout', body: {} }),
  'POST /api/forgot-password': () => ({ path: '/api/forgot-password', body: { email: anEmail() } }),
  'POST /api/reset-password': async () => ({
    path: '/api/reset-password',
    body: { ...(await aReset()), password: 'kente-and-denim', password_confirmation: 'kente-and-denim' },
  }),
  'POST /api/confirm-email/:token': async ({ somebody: { id } }) => ({
    path: `/api/confirm-email/${await aConfirmation(id)}`,
  }),

  'GET /api/shop': () => ({ path: '/api/shop' }),
  'GET /api/products': () => ({ path: '/api/products' }),
  'GET /api/products/:id': ({ product }) => ({ path: `/api/products/${product}` }),
  'POST /api/products/:id/views': ({ product }) => ({ path: `/api/products/${product}/views` }),
  'GET /api/search/suggestions': () => ({ path: '/api/search/suggestions?text=jeans' }),
  'GET /api/categories': () => ({ path: '/api/categories' }),
  'GET /api/sizes': () => ({ path: '/api/sizes' }),
  'GET /api/colours': () => ({ path: '/api/colours' }),

  'GET /api/wishlist': () => ({ path: '/api/wishlist' }),
  'POST /api/wishlist': ({ product }) => ({ path: '/api/wishlist', body: { product_id: product } }),
  'PATCH /api/wishlist': () => ({ path: '/api/wishlist', body: {} }),
  'DELETE /api/wishlist/:productId': async ({ product }, headers) => ({
    path: `/api/wishlist/${await aMarkOf(headers, product)}`,
  }),
  'GET /api/cart': () => ({ path: '/api/cart' }),
  'POST /api/cart': ({ variation }) => ({ path: '/api/cart', body: { product_variation_id: variation, quantity: 1 } }),
  'PATCH /api/cart/:id': async ({ variation }, headers) => ({
    path: `/api/cart/${await aLineOf(headers, variation)}`,
    body: { quantity: 2 },
  }),
  'DELETE /api/cart/:id': async ({ variation }, headers) => ({
    path: `/api/cart/${await aLineOf(headers, variation)}`,
  }),

  'GET /api/checkout/countries': () => ({ path: '/api/checkout/countries' }),
  'GET /api/checkout/regions': () => ({ path: '/api/checkout/regions?country_code=GH' }),
  'GET /api/checkout/delivery/reach': () => ({ path: '/api/checkout/delivery/reach' }),
  'GET /api/checkout/delivery/zones': () => ({ path: '/api/checkout/delivery/zones?region_code=GH-AH' }),
  'POST /api/checkout/coupons/validate': () => ({
    path: '/api/checkout/coupons/validate',
    body: { coupon_code: 'WELCOME10' },
  }),

  'POST /api/orders': async ({ variation }, headers) => {
    await aLineOf(headers, variation)
    return { path: '/api/orders', body: aSubmission() }
  },
  'PATCH /api/orders': async ({ variation }, headers) => ({
    path: '/api/orders',
    body: { order_id: (await aPaidOrderOf({ [variation]: 1 }, await ownerBehind(headers))).id },
  }),
  'PATCH /api/orders/track/:token': async ({ variation }) => ({
    path: `/api/orders/track/${tokenOf(await aPaidOrderOf({ [variation]: 1 }, await aGuestOwner()))}`,
  }),
  'POST /api/orders/track/:token/pay': async ({ variation }) => ({
    path: `/api/orders/track/${tokenOf(await anOrderOf({ [variation]: 1 }))}/pay`,
  }),
  'POST /api/account/orders/:id/pay': async ({ variation }, headers) => ({
    path: `/api/account/orders/${(await anOrderOf({ [variation]: 1 }, { owner: await ownerBehind(headers) })).id}/pay`,
  }),
  'GET /api/orders/track/:token': async ({ variation }) => ({
    path: `/api/orders/track/${tokenOf(await anOrderOf({ [variation]: 1 }))}`,
  }),
  'GET /api/account/orders': () => ({ path: '/api/account/orders' }),
  'GET /api/account/orders/:id': async ({ variation }, headers) => ({
    path: `/api/account/orders/${(await anOrderOf({ [variation]: 1 }, { owner: await ownerBehind(headers) })).id}`,
  }),

  'GET /api/staff/search': () => ({ path: '/api/staff/search?text=jeans' }),
  'GET /api/staff/changes': ({ product }) => ({ path: `/api/staff/changes?subject=product&subject_id=${product}` }),
  'GET /api/staff/changes/csv': () => ({ path: '/api/staff/changes/csv?subject=order' }),
  'GET /api/staff/accounts': () => ({ path: '/api/staff/accounts' }),
  'GET /api/staff/accounts/csv': () => ({ path: '/api/staff/accounts/csv' }),
  'GET /api/staff/transactions': () => ({
    path: '/api/staff/transactions?order_column=created_at&order_direction=desc&type_code=SALE',
  }),
  'GET /api/staff/transactions/csv': () => ({ path: '/api/staff/transactions/csv?type_code=SALE&search=T1' }),
  'POST /api/staff/transactions': () => ({
    path: '/api/staff/transactions',
    body: { account_code: 'CASH', direction: 'Dr', amount: 12.5, description: 'Needles' },
  }),
  'GET /api/staff/cash-counts': () => ({ path: '/api/staff/cash-counts?account_code=CASH' }),
  'GET /api/staff/cash-counts/csv': () => ({ path: '/api/staff/cash-counts/csv?till_id=1' }),
  'POST /api/staff/cash-counts': () => ({
    path: '/api/staff/cash-counts',
    body: { account_code: 'CASH', till_id: 1, counted: 120.5, remains: 100, note: 'Evening' },
  }),
  'GET /api/staff/cash-counts/:id': async () => ({ path: `/api/staff/cash-counts/${await aCashCount()}` }),
  'GET /api/staff/cash-counts/:id/entries': async () => ({
    path: `/api/staff/cash-counts/${await aCashCount()}/entries?per_page=5`,
  }),
  'GET /api/staff/cash-counts/:id/csv': async () => ({ path: `/api/staff/cash-counts/${await aCashCount()}/csv` }),
  'POST /api/staff/cash-counts/:id/book': async () => ({
    path: `/api/staff/cash-counts/${await aCashCount()}/book`,
    body: { reason: 'Not found' },
  }),
  'GET /api/staff/reconciliations': () => ({ path: '/api/staff/reconciliations' }),
  'GET /api/staff/reconciliations/csv': () => ({ path: '/api/staff/reconciliations/csv' }),
  'POST /api/staff/reconciliations': () => ({ path: '/api/staff/reconciliations' }),
  'GET /api/staff/dashboard': () => ({ path: '/api/staff/dashboard?period=7d' }),
  'GET /api/staff/periods': () => ({ path: '/api/staff/periods' }),
  'GET /api/staff/periods/csv': () => ({ path: '/api/staff/periods/csv' }),
  'POST /api/staff/periods/close': async () => ({
    path: '/api/staff/periods/close',
    body: { period: await openLastMonth() },
  }),

  'GET /api/staff/products': () => ({ path: '/api/staff/products' }),
  'GET /api/staff/products/:id': ({ product }) => ({ path: `/api/staff/products/${product}` }),
  'PATCH /api/staff/products/:id': ({ product }) => ({
    path: `/api/staff/products/${product}`,
    body: { name: 'Slim jeans', retail_price: 149.99, discount: 20 },
  }),
  'GET /api/staff/products/csv': () => ({ path: '/api/staff/products/csv' }),
  'POST /api/staff/products': async () => ({
    path: '/api/staff/products',
    body: pictureForm([await aPicture()], {
      name: 'Wide jeans',
      category_id: '1',
      description: 'Wide.',
      retail_price: '149.99',
      'sizes[0]': 'UK10',
      'colours[0]': '1B2A41',
    }),
  }),
  'DELETE /api/staff/products/:id': async () => ({ path: `/api/staff/products/${(await aProduct()).id}` }),
  'POST /api/staff/products/:id/variations': async () => ({
    path: `/api/staff/products/${(await aProduct({ pieces: [{ size: 'UK10' }] })).id}/variations`,
    body: { sizes: ['UK10'], colours: ['1B2A41'] },
  }),
  'PATCH /api/staff/variations/:id': async () => ({
    path: `/api/staff/variations/${(await aProduct()).variations[0]}`,
    body: { retail_price: 55, discount: 5, weight: 450 },
  }),
  'POST /api/staff/products/:id/barcodes': async () => ({
    path: `/api/staff/products/${(await aProduct({ pieces: [{ size: 'UK10' }] })).id}/barcodes`,
  }),
  'POST /api/staff/products/:id/images': async ({ product }) => ({
    path: `/api/staff/products/${product}/images`,
    body: pictureForm([await aPicture()]),
  }),
  'PATCH /api/staff/products/:id/images': async () => {
    const { id, images } = await aPicturedProduct(2)
    return { path: `/api/staff/products/${id}/images`, body: { order: images.toReversed() } }
  },
  'PATCH /api/staff/products/:id/images/:imageId': async () => {
    const { id, images } = await aPicturedProduct(1)
    return { path: `/api/staff/products/${id}/images/${images[0]}`, body: { alt: 'Jeans from behind' } }
  },
  'POST /api/staff/products/:id/images/:imageId/fetch': async () => {
    const { id, images } = await aPicturedProduct(1)
    await execute(
      "UPDATE product_images SET name = NULL, source = 'http://127.0.0.1/gone.jpg', fetch_tries = 4 WHERE id = ?",
      [images[0]],
    )
    return { path: `/api/staff/products/${id}/images/${images[0]}/fetch` }
  },
  'DELETE /api/staff/products/:id/images/:imageId': async () => {
    const { id, images } = await aPicturedProduct(1)
    return { path: `/api/staff/products/${id}/images/${images[0]}` }
  },
  'POST /api/staff/products/bulk': async () => ({
    path: '/api/staff/products/bulk',
    body: { products: [{ id: (await aProduct()).id }], change: { kind: 'price', by: 'percent', value: -10 } },
  }),
  'POST /api/staff/products/bulk/:id/undo': async () => ({ path: `/api/staff/products/bulk/${await aBulk()}/undo` }),
  'GET /api/staff/products/export': () => ({ path: '/api/staff/products/export?format=shopify' }),
  'GET /api/staff/imports': () => ({ path: '/api/staff/imports' }),
  'GET /api/staff/imports/csv': () => ({ path: '/api/staff/imports/csv?status_code=DONE' }),
  'POST /api/staff/imports': () => ({ path: '/api/staff/imports', body: fileForm() }),
  'GET /api/staff/imports/:id': stage => ({ path: `/api/staff/imports/${stage.import}` }),
  'GET /api/staff/imports/:id/lines': stage => ({ path: `/api/staff/imports/${stage.import}/lines` }),
  'GET /api/staff/imports/:id/mistakes/csv': stage => ({ path: `/api/staff/imports/${stage.import}/mistakes/csv` }),
  'POST /api/staff/imports/:id/check': async () => ({
    path: `/api/staff/imports/${await insertRow('product_imports', { user_id: 7, status_code: 'CHECKED', file_key: randomUUID() })}/check`,
  }),
  'POST /api/staff/imports/:id/apply': async () => ({
    path: `/api/staff/imports/${await insertRow('product_imports', { user_id: 7, status_code: 'CHECKED', file_key: randomUUID() })}/apply`,
  }),
  'POST /api/staff/products/import': () => ({ path: '/api/staff/products/import', body: productFile() }),
  'GET /api/staff/products/imports/:id': stage => ({ path: `/api/staff/products/imports/${stage.import}` }),

  'GET /api/staff/orders': () => ({ path: '/api/staff/orders' }),
  'GET /api/staff/orders/csv': () => ({ path: '/api/staff/orders/csv' }),
  'GET /api/staff/orders/exports/:id': async (_, headers) => ({
    path: `/api/staff/orders/exports/${(await prepareExport({}, (await ownerBehind(headers)).user_id!)).id}`,
  }),
  'GET /api/staff/orders/pick-list': () => ({ path: '/api/staff/orders/pick-list' }),
  'GET /api/staff/orders/:id/timeline': ({ order }) => ({ path: `/api/staff/orders/${order}/timeline` }),
  'PATCH /api/staff/orders/:id/note': ({ order }) => ({
    path: `/api/staff/orders/${order}/note`,
    body: { staff_note: 'Calls at noon.' },
  }),
  'PATCH /api/staff/orders/:id/delivery': async ({ variation }) => ({
    path: `/api/staff/orders/${(await aPaidDelivery(variation)).id}/delivery`,
    body: { rider: { name: 'Kojo', phone: '0244123456', fee: 25 } },
  }),
  'GET /api/staff/orders/options/users': () => ({ path: '/api/staff/orders/options/users' }),
  'GET /api/staff/orders/:id': ({ order }) => ({ path: `/api/staff/orders/${order}` }),
  'PATCH /api/staff/orders/:id': async ({ variation }) => ({
    path: `/api/staff/orders/${(await anOrderOf({ [variation]: 1 })).id}`,
    body: { status_code: 'CANCELLED' },
  }),
  'POST /api/staff/orders/:id/check-payment': ({ order }) => ({ path: `/api/staff/orders/${order}/check-payment` }),
  'POST /api/staff/orders': ({ product }) => ({
    path: '/api/staff/orders',
    body: { account_code: 'CASH', items: [{ product_id: product, size_code: 'UK10', quantity: 1 }] },
  }),

  'GET /api/staff/jobs': () => ({ path: '/api/staff/jobs' }),
  'GET /api/staff/jobs/csv': () => ({ path: '/api/staff/jobs/csv?status_code=QUEUED' }),
  'GET /api/staff/jobs/:id/file': async (_, headers) => ({
    path: `/api/staff/jobs/${await aJobWithFile((await ownerBehind(headers)).user_id)}/file`,
  }),
  'GET /api/staff/health': () => ({ path: '/api/staff/health' }),
  'GET /api/staff/jobs/:id': async (_, headers) => ({
    path: `/api/staff/jobs/${await queueJob('nothing', {}, (await ownerBehind(headers)).user_id)}`,
  }),

  'GET /api/staff/stock': () => ({ path: '/api/staff/stock?search=jeans&level=LOW' }),
  'GET /api/staff/stock/csv': () => ({ path: '/api/staff/stock/csv' }),
  'GET /api/staff/products/:id/stock': ({ product }) => ({ path: `/api/staff/products/${product}/stock` }),
  'PATCH /api/staff/products/:id/stock': ({ product, variation }) => ({
    path: `/api/staff/products/${product}/stock`,
    body: { reorder_level: 3, variations: [{ id: variation, reorder_level: null }] },
  }),
  'PATCH /api/staff/products/:id/variations': ({ product, variation }) => ({
    path: `/api/staff/products/${product}/variations`,
    body: { [`sku_${variation}`]: 100_000 },
  }),
  'GET /api/staff/variations/:id/movements': ({ variation }) => ({
    path: `/api/staff/variations/${variation}/movements`,
  }),
  'POST /api/staff/stock/adjustments': ({ variation }) => ({
    path: '/api/staff/stock/adjustments',
    body: { variation_id: variation, quantity: -1, cause: 'DAMAGED', note: 'A torn seam' },
  }),

  'GET /api/staff/stock/scan': () => ({ path: '/api/staff/stock/scan?code=6030000' }),
  'GET /api/staff/variations/:id/movements/csv': ({ variation }) => ({
    path: `/api/staff/variations/${variation}/movements/csv?reason=SALE`,
  }),
  'GET /api/staff/stock/receipts/csv': () => ({ path: '/api/staff/stock/receipts/csv?status_code=BOOKED' }),
  'GET /api/staff/stock/receipts': () => ({ path: '/api/staff/stock/receipts?status_code=DRAFT' }),
  'POST /api/staff/stock/receipts': ({ variation }) => ({
    path: '/api/staff/stock/receipts',
    body: { supplier: 'Kantamanto', lines: [{ variation_id: variation, quantity: 3, unit_cost: 4.5 }] },
  }),
  'POST /api/staff/stock/receipts/lines': () => ({
    path: '/api/staff/stock/receipts/lines',
    body: { csv: 'SKU,Quantity,Cost\nJEANS-1,3,4.50\n' },
  }),
  'GET /api/staff/stock/receipts/:id': async ({ variation }) => ({
    path: `/api/staff/stock/receipts/${await aReceipt(variation)}`,
  }),
  'PATCH /api/staff/stock/receipts/:id': async ({ variation }) => ({
    path: `/api/staff/stock/receipts/${await aReceipt(variation)}`,
    body: { note: 'Two bales' },
  }),
  'DELETE /api/staff/stock/receipts/:id': async ({ variation }) => ({
    path: `/api/staff/stock/receipts/${await aReceipt(variation)}`,
  }),
  'POST /api/staff/stock/receipts/:id/book': async ({ variation }) => ({
    path: `/api/staff/stock/receipts/${await aReceipt(variation)}/book`,
  }),
  'GET /api/staff/stock/counts/csv': () => ({ path: '/api/staff/stock/counts/csv?status_code=CLOSED' }),
  'GET /api/staff/stock/counts': () => ({ path: '/api/staff/stock/counts?status_code=OPEN' }),
  'POST /api/staff/stock/counts': ({ product }) => ({
    path: '/api/staff/stock/counts',
    body: { name: 'The back wall', product_ids: [product] },
  }),
  'GET /api/staff/stock/counts/:id': async ({ product }) => ({
    path: `/api/staff/stock/counts/${await aCount(product)}?search=jeans&show=UNCOUNTED`,
  }),
  'GET /api/staff/stock/counts/:id/lines/csv': async ({ product }) => ({
    path: `/api/staff/stock/counts/${await aCount(product)}/lines/csv?show=UNCOUNTED`,
  }),
  'PATCH /api/staff/stock/counts/:id': async ({ product }) => ({
    path: `/api/staff/stock/counts/${await aCount(product)}`,
    body: { status_code: 'CHECKED' },
  }),
  'POST /api/staff/stock/counts/:id/scans': async ({ product, variation }) => ({
    path: `/api/staff/stock/counts/${await aCount(product)}/scans`,
    body: { variation_id: variation, quantity: 2 },
  }),
  ...REFUND_REQUESTS,
  ...SHIFT_REQUESTS,
  ...WALLET_REQUESTS,

  'GET /api/staff/stock/broken-runs': () => ({ path: '/api/staff/stock/broken-runs?category_id=1' }),
  'GET /api/staff/stock/broken-runs/csv': () => ({ path: '/api/staff/stock/broken-runs/csv' }),
  'GET /api/staff/searches/vain': () => ({ path: '/api/staff/searches/vain?days=7' }),
  'GET /api/staff/stock/dead': () => ({ path: '/api/staff/stock/dead?days=30' }),
  'GET /api/staff/stock/dead/csv': () => ({ path: '/api/staff/stock/dead/csv' }),
  'POST /api/staff/exceptions/resolve': async ({ order }) => ({
    path: '/api/staff/exceptions/resolve',
    body: { ids: [await anException(order)], note: 'Seen.' },
  }),
  'GET /api/staff/exceptions': () => ({ path: '/api/staff/exceptions' }),
  'GET /api/staff/exceptions/csv': () => ({ path: '/api/staff/exceptions/csv?status_code=OPEN' }),
  'PATCH /api/staff/exceptions/:id': async ({ order }) => ({
    path: `/api/staff/exceptions/${await anException(order)}`,
    body: { status_code: 'RESOLVED', note: 'Seen.' },
  }),
  'POST /api/staff/exceptions/:id/apply': async ({ variation }) => ({
    path: `/api/staff/exceptions/${await aRejectedSale(variation)}/apply`,
  }),
  'POST /api/staff/exceptions/:id/activate': async () => ({
    path: `/api/staff/exceptions/${await aRestoredTeller()}/activate`,
  }),

  'POST /api/staff/tills': () => ({ path: '/api/staff/tills', body: { name: 'Back', device_id: randomUUID() } }),
  'GET /api/staff/tills': () => ({ path: '/api/staff/tills' }),
  'GET /api/staff/tills/csv': () => ({ path: '/api/staff/tills/csv' }),
  'GET /api/staff/tills/:id': () => ({ path: '/api/staff/tills/1' }),
  'GET /api/staff/notes': () => ({ path: '/api/staff/notes' }),
  'PATCH /api/staff/notes/:id': async () => ({ path: `/api/staff/notes/${await aLeftNote()}`, body: { read: true } }),
  'POST /api/staff/tills/:id/grants': () => ({ path: '/api/staff/tills/1/grants' }),
  'PATCH /api/staff/tills/:id': () => ({ path: '/api/staff/tills/1', body: { name: `Front ${next()}` } }),
  'POST /api/payments/paystack/webhook': () => {
    const body = JSON.stringify({ event: 'charge.success', data: { reference: `0-${next()}` } })
    return {
      path: '/api/payments/paystack/webhook',
      body: body as unknown as object,
      headers: { 'x-paystack-signature': createHmac('sha512', 'sk_test_shop').update(body).digest('hex') },
    }
  },
  'GET /api/sync/pull': () => ({ path: '/api/sync/pull' }),
  'POST /api/sync/push': ({ variation }) => ({
    path: '/api/sync/push',
    body: aPush(aSale({ lines: [{ product_variation_id: variation, quantity: 1, price: 10 }] })),
  }),
}
