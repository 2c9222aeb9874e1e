import { insertRows, select, selectOne } from '#api/db/database.ts'
import { aUser } from '#tests/support/server/api.ts'
import { ENTITY_REQUESTS } from '#tests/support/routes/entity-samples.ts'
import { next, type Requests } from '#tests/support/server/stage.ts'

const anEmail = () => `person-${next()}@shop.test`
/** The first category's children, two of them new, in reversed order. */
const anotherOrder = async (): Promise<number[]> => {
  const first = await insertRows(
    'categories',
    [`Belts ${next()}`, `Bags ${next()}`].map(name => ({ name, parent_id: 1 })),
  )
  const others = await select<{ id: number }>('SELECT id FROM categories WHERE parent_id = 1 AND id < ?', [first])
  return [first, first + 1, ...others.map(({ id }) => id)]
}
/** Requests of the shop's set-up: people, categories and simple entities. */
export const SETUP_REQUESTS: Requests = {
  'GET /api/staff/roles': () => ({ path: '/api/staff/roles' }),
  'GET /api/staff/users': () => ({ path: '/api/staff/users' }),
  'POST /api/staff/users': () => ({
    path: '/api/staff/users',
    body: { name: 'Yaw', email: anEmail(), phone: '0201234567', password: 'sell-the-denim', role_code: 'MANAGER' },
  }),
  'GET /api/staff/users/csv': () => ({ path: '/api/staff/users/csv' }),
  'POST /api/staff/users/:id/invite': async () => ({
    path: `/api/staff/users/${(await aUser('CUSTOMER', { email: anEmail() })).id}/invite`,
  }),
  'POST /api/staff/users/:id/end-sessions': async () => ({
    path: `/api/staff/users/${(await aUser('CUSTOMER', { email: anEmail() })).id}/end-sessions`,
  }),
  'GET /api/staff/users/:id': ({ somebody }) => ({ path: `/api/staff/users/${somebody.id}` }),
  'PATCH /api/staff/users/:id': ({ somebody }) => ({
    path: `/api/staff/users/${somebody.id}`,
    body: { name: 'Somebody' },
  }),
  'GET /api/staff/categories': () => ({ path: '/api/staff/categories' }),
  'GET /api/staff/categories/csv': () => ({ path: '/api/staff/categories/csv?search=jeans' }),
  'PATCH /api/staff/categories': async () => ({
    path: '/api/staff/categories',
    body: { parent_id: 1, order: await anotherOrder() },
  }),
  'POST /api/staff/categories': () => ({
    path: '/api/staff/categories',
    body: { name: `Category ${next()}`, parent_id: 1 },
  }),
  'POST /api/staff/categories/:id': () => ({ path: '/api/staff/categories/1', body: { description: 'Denim.' } }),
  'GET /api/staff/categories/:id': () => ({ path: '/api/staff/categories/1' }),
  'GET /api/staff/categories/:id/fit': () => ({ path: '/api/staff/categories/1/fit' }),
  'PATCH /api/staff/categories/:id/fit': () => ({
    path: '/api/staff/categories/1/fit',
    body: { rows: [{ size_code: 'UK10', waist: 72, hip: 98.5, inseam: 79, rise: null }] },
  }),
  ...ENTITY_REQUESTS,
  'GET /api/staff/coupons': () => ({ path: '/api/staff/coupons' }),
  'GET /api/staff/coupons/csv': () => ({ path: '/api/staff/coupons/csv' }),
  'POST /api/staff/coupons': () => ({
    path: '/api/staff/coupons',
    body: { code: `JEANS-${next()}`, name: 'Jeans', type: 'amount', value: 20, free_delivery: 0 },
  }),
  'GET /api/staff/coupons/:id': ({ coupon }) => ({ path: `/api/staff/coupons/${coupon}` }),
  'PATCH /api/staff/coupons/:id': ({ coupon }) => ({
    path: `/api/staff/coupons/${coupon}`,
    body: { name: `Welcome ${next()}` },
  }),
  'GET /api/staff/coupons/:id/uses': ({ coupon }) => ({ path: `/api/staff/coupons/${coupon}/uses` }),
  'GET /api/staff/coupons/:id/uses/csv': ({ coupon }) => ({ path: `/api/staff/coupons/${coupon}/uses/csv` }),
  'POST /api/staff/accounts': () => ({
    path: '/api/staff/accounts',
    body: { name: `Wallet ${next()}`, kind: 'MOBILE_MONEY', asks_reference: 'MUST', opens_drawer: false },
  }),
  'PATCH /api/staff/accounts/:id': async () => ({
    path: `/api/staff/accounts/${(await selectOne<{ id: number }>("SELECT id FROM accounts WHERE code = 'BANK'"))!.id}`,
    body: { name: `Bank ${next()}` },
  }),
  'GET /api/staff/settings': () => ({ path: '/api/staff/settings' }),
  'GET /api/staff/settings/csv': () => ({ path: '/api/staff/settings/csv' }),
  'POST /api/staff/settings': () => ({ path: '/api/staff/settings', body: { name: `note_${next()}`, value: 'Seen.' } }),
  'GET /api/staff/settings/:id': ({ setting }) => ({ path: `/api/staff/settings/${setting}` }),
  'PATCH /api/staff/settings/:id': ({ setting }) => ({
    path: `/api/staff/settings/${setting}`,
    body: { value: 'Denim.' },
  }),
}
