import { accountRoutes } from '#api/accounts/account-routes.ts'
import { sessionRoutes } from '#api/auth/session-routes.ts'
import type { Route } from '#api/http/route.ts'
import { exceptionRoutes } from '#api/orders/exception-routes.ts'
import { orderRoutes } from '#api/orders/order-routes.ts'
import { userRoutes } from '#api/staff/user-routes.ts'
import { pushRoutes } from '#api/sync/push-routes.ts'
import { storeOrderRoutes } from '#api/sync/store-order-routes.ts'
import { tillRoutes } from '#api/sync/till-routes.ts'

/** Every route of the API: what the router answers, the description describes and the authorization matrix walks. */
export const routes: readonly Route[] = [
  ...sessionRoutes, ...userRoutes, ...accountRoutes, ...orderRoutes, ...exceptionRoutes, ...tillRoutes, ...pushRoutes, ...storeOrderRoutes,
]
