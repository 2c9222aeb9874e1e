import { openSession } from '#api/auth/sessions.ts'
import { accessToken } from '#api/auth/tokens.ts'
import { execute } from '#api/db/database.ts'
import { aUser } from '#tests/support/api.ts'

export const CALLERS = ['none', 'guest', 'customer', 'other customer', 'MANAGER', 'ADMINISTRATOR', 'SUPER_ADMINISTRATOR', 'deactivated', 'logged out'] as const
export type Caller = (typeof CALLERS)[number]

type Statuses = readonly [none: number, guest: number, customer: number, other: number, manager: number, administrator: number, owner: number, deactivated: number, loggedOut: number]

/** What each caller gets for a request that is otherwise right. */
export const MATRIX: Record<string, Statuses> = {
  //                                   none guest cust. other MAN. ADM. SUP. gone out
  'GET /healthz':                         [200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /readyz':                          [200, 200, 200, 200, 200, 200, 200, 200, 200],
  'GET /sanctum/csrf-cookie':             [204, 204, 204, 204, 204, 204, 204, 204, 204],
  'GET /api/openapi.json':                [200, 200, 200, 200, 200, 200, 200, 401, 401],
  'GET /api/docs':                        [200, 200, 200, 200, 200, 200, 200, 401, 401],

  'POST /api/register':                   [201, 201, 201, 201, 201, 201, 201, 401, 401],
  'POST /api/login':                      [200, 200, 200, 200, 200, 200, 200, 401, 401],
  'POST /api/guest':                      [201, 201, 201, 201, 201, 201, 201, 401, 401],
  'POST /api/token/refresh':              [401, 200, 200, 200, 200, 200, 200, 401, 401],
  'POST /api/logout':                     [401, 200, 200, 200, 200, 200, 200, 401, 401],

  'GET /api/shop':                        [200, 200, 200, 200, 200, 200, 200, 401, 401],
  'GET /api/products':                    [200, 200, 200, 200, 200, 200, 200, 401, 401],
  'GET /api/products/:id':                [200, 200, 200, 200, 200, 200, 200, 401, 401],
  'GET /api/search/suggestions':         [200, 200, 200, 200, 200, 200, 200, 401, 401],
  'GET /api/categories':                  [200, 200, 200, 200, 200, 200, 200, 401, 401],
  'GET /api/sizes':                       [200, 200, 200, 200, 200, 200, 200, 401, 401],
  'GET /api/colours':                     [200, 200, 200, 200, 200, 200, 200, 401, 401],

  'GET /api/wishlist':                    [401, 200, 200, 200, 200, 200, 200, 401, 401],
  'POST /api/wishlist':                   [401, 201, 201, 201, 201, 201, 201, 401, 401],
  'DELETE /api/wishlist/:productId':      [401, 200, 200, 200, 200, 200, 200, 401, 401],
  'GET /api/cart':                        [401, 200, 200, 200, 200, 200, 200, 401, 401],
  'POST /api/cart':                       [401, 201, 201, 201, 201, 201, 201, 401, 401],
  'PATCH /api/cart/:id':                  [401, 200, 200, 200, 200, 200, 200, 401, 401],
  'DELETE /api/cart/:id':                 [401, 200, 200, 200, 200, 200, 200, 401, 401],

  'GET /api/checkout/countries':          [200, 200, 200, 200, 200, 200, 200, 401, 401],
  'GET /api/checkout/regions':            [200, 200, 200, 200, 200, 200, 200, 401, 401],
  'GET /api/checkout/delivery/zones':     [200, 200, 200, 200, 200, 200, 200, 401, 401],
  'POST /api/checkout/coupons/validate':  [401, 200, 200, 200, 200, 200, 200, 401, 401],

  'GET /api/staff/roles':                 [401, 403, 403, 403, 403, 200, 200, 401, 401],
  'GET /api/staff/users':                 [401, 403, 403, 403, 403, 200, 200, 401, 401],
  'POST /api/staff/users':                [401, 403, 403, 403, 403, 201, 201, 401, 401],
  'GET /api/staff/users/:id':             [401, 403, 403, 403, 403, 200, 200, 401, 401],
  'PATCH /api/staff/users/:id':           [401, 403, 403, 403, 403, 200, 200, 401, 401],
  'GET /api/staff/accounts':              [401, 403, 403, 403, 200, 200, 200, 401, 401],
  'GET /api/staff/categories':            [401, 403, 403, 403, 200, 200, 200, 401, 401],
  'GET /api/staff/categories/:id':        [401, 403, 403, 403, 200, 200, 200, 401, 401],

  'GET /api/staff/colours':               [401, 403, 403, 403, 200, 200, 200, 401, 401],
  'POST /api/staff/colours':              [401, 403, 403, 403, 403, 201, 201, 401, 401],
  'GET /api/staff/colours/:id':           [401, 403, 403, 403, 200, 200, 200, 401, 401],
  'PATCH /api/staff/colours/:id':         [401, 403, 403, 403, 403, 200, 200, 401, 401],
  'GET /api/staff/sizes':                 [401, 403, 403, 403, 200, 200, 200, 401, 401],
  'POST /api/staff/sizes':                [401, 403, 403, 403, 403, 201, 201, 401, 401],
  'GET /api/staff/sizes/:id':             [401, 403, 403, 403, 200, 200, 200, 401, 401],
  'PATCH /api/staff/sizes/:id':           [401, 403, 403, 403, 403, 200, 200, 401, 401],

  'GET /api/staff/countries':            [401, 403, 403, 403, 403, 200, 200, 401, 401],
  'POST /api/staff/countries':           [401, 403, 403, 403, 403, 201, 201, 401, 401],
  'GET /api/staff/countries/:id':        [401, 403, 403, 403, 403, 200, 200, 401, 401],
  'PATCH /api/staff/countries/:id':      [401, 403, 403, 403, 403, 200, 200, 401, 401],
  'GET /api/staff/regions':              [401, 403, 403, 403, 403, 200, 200, 401, 401],
  'POST /api/staff/regions':             [401, 403, 403, 403, 403, 201, 201, 401, 401],
  'GET /api/staff/regions/:id':          [401, 403, 403, 403, 403, 200, 200, 401, 401],
  'PATCH /api/staff/regions/:id':        [401, 403, 403, 403, 403, 200, 200, 401, 401],
  'GET /api/staff/delivery-zones':       [401, 403, 403, 403, 403, 200, 200, 401, 401],
  'POST /api/staff/delivery-zones':      [401, 403, 403, 403, 403, 201, 201, 401, 401],
  'GET /api/staff/delivery-zones/:id':   [401, 403, 403, 403, 403, 200, 200, 401, 401],
  'PATCH /api/staff/delivery-zones/:id': [401, 403, 403, 403, 403, 200, 200, 401, 401],
  'GET /api/staff/coupons':              [401, 403, 403, 403, 403, 200, 200, 401, 401],
  'POST /api/staff/coupons':             [401, 403, 403, 403, 403, 201, 201, 401, 401],
  'GET /api/staff/coupons/:id':          [401, 403, 403, 403, 403, 200, 200, 401, 401],
  'PATCH /api/staff/coupons/:id':        [401, 403, 403, 403, 403, 200, 200, 401, 401],
  'GET /api/staff/settings':             [401, 403, 403, 403, 403, 200, 200, 401, 401],
  'POST /api/staff/settings':            [401, 403, 403, 403, 403, 201, 201, 401, 401],
  'GET /api/staff/settings/:id':         [401, 403, 403, 403, 403, 200, 200, 401, 401],
  'PATCH /api/staff/settings/:id':       [401, 403, 403, 403, 403, 200, 200, 401, 401],

  'GET /api/staff/products':              [401, 403, 403, 403, 200, 200, 200, 401, 401],
  'GET /api/staff/products/:id':          [401, 403, 403, 403, 200, 200, 200, 401, 401],
  'POST /api/staff/products/import':      [401, 403, 403, 403, 200, 200, 200, 401, 401],
  'GET /api/staff/products/imports/:id':  [401, 403, 403, 403, 200, 200, 200, 401, 401],

  'GET /api/staff/orders':                [401, 403, 403, 403, 200, 200, 200, 401, 401],
  'GET /api/staff/orders/options/users':  [401, 403, 403, 403, 200, 200, 200, 401, 401],
  'GET /api/staff/orders/:id':            [401, 403, 403, 403, 200, 200, 200, 401, 401],
  'POST /api/staff/orders':               [401, 403, 403, 403, 201, 201, 201, 401, 401],

  'GET /api/staff/exceptions':            [401, 403, 403, 403, 200, 200, 200, 401, 401],
  'PATCH /api/staff/exceptions/:id':      [401, 403, 403, 403, 200, 200, 200, 401, 401],

  'POST /api/staff/tills':                [401, 403, 403, 403, 201, 201, 201, 401, 401],
  'GET /api/staff/tills':                 [401, 403, 403, 403, 200, 200, 200, 401, 401],
  'GET /api/staff/tills/:id':             [401, 403, 403, 403, 200, 200, 200, 401, 401],
  'PATCH /api/staff/tills/:id':           [401, 403, 403, 403, 403, 200, 200, 401, 401],
  'POST /api/payments/paystack/webhook': [200, 200, 200, 200, 200, 200, 200, 401, 401],
  'GET /api/sync/pull':                   [401, 403, 403, 403, 200, 200, 200, 401, 401],
  'POST /api/sync/push':                  [401, 403, 403, 403, 200, 200, 200, 401, 401],
}

/** What routes answer besides those that the router knows. */
export const OUTSIDE_THE_ROUTER: readonly string[] = ['GET /healthz', 'GET /readyz', 'GET /sanctum/csrf-cookie', 'GET /api/openapi.json', 'GET /api/docs']

const USERS = {
  customer: ['CUSTOMER', 'customer@shop.test'], 'other customer': ['CUSTOMER', 'other@shop.test'], MANAGER: ['MANAGER', 'manager@shop.test'],
  ADMINISTRATOR: ['ADMINISTRATOR', 'admin@shop.test'], SUPER_ADMINISTRATOR: ['SUPER_ADMINISTRATOR', 'owner@shop.test'],
  deactivated: ['SUPER_ADMINISTRATOR', 'deactivated@shop.test'], 'logged out': ['SUPER_ADMINISTRATOR', 'out@shop.test'],
} as const

/** A caller in a session of its own: the headers that say who asks. */
export async function headersOf(caller: Caller): Promise<Record<string, string>> {
  if (caller === 'none') return {}
  const user = caller === 'guest' ? null : await aUser(USERS[caller][0], { email: USERS[caller][1] })
  const { session_id, refresh } = await openSession(user?.id ?? null, null)
  if (caller === 'deactivated') await execute("UPDATE users SET status_code = 'INACTIVE' WHERE id = ?", [user!.id])
  if (caller === 'logged out') await execute('UPDATE sessions SET revoked_at = NOW(3) WHERE id = ?', [session_id])
  return { authorization: `Bearer ${accessToken(session_id)}`, cookie: `refresh=${refresh}` }
}
