import { accountRoutes } from '#api/accounts/account-routes.ts'
import { sessionRoutes } from '#api/auth/session-routes.ts'
import { cartRoutes } from '#api/carts/cart-routes.ts'
import { catalogueRoutes } from '#api/catalogue/catalogue-routes.ts'
import { categoryRoutes } from '#api/catalogue/category-routes.ts'
import { staffProductRoutes } from '#api/catalogue/staff-product-routes.ts'
import { lookupRoutes } from '#api/checkout/lookup-routes.ts'
import { entityRoutes } from '#api/entities.ts'
import type { Route } from '#api/http/route.ts'
import { importRoutes } from '#api/import/import-routes.ts'
import { exceptionRoutes } from '#api/orders/exception-routes.ts'
import { orderRoutes } from '#api/orders/order-routes.ts'
import { paymentRoutes } from '#api/payments/payment-routes.ts'
import { shopRoutes } from '#api/shop/shop-routes.ts'
import { userRoutes } from '#api/staff/user-routes.ts'
import { pullRoutes } from '#api/sync/pull-routes.ts'
import { pushRoutes } from '#api/sync/push-routes.ts'
import { storeOrderRoutes } from '#api/sync/store-order-routes.ts'
import { tillRoutes } from '#api/sync/till-routes.ts'
import { wishlistRoutes } from '#api/wishlist/wishlist-routes.ts'

/** Every route of the API: what the router answers, the description describes and the authorization matrix walks. */
export const routes: readonly Route[] = [
  ...sessionRoutes, ...shopRoutes, ...lookupRoutes, ...catalogueRoutes, ...wishlistRoutes, ...cartRoutes, ...userRoutes, ...accountRoutes, ...categoryRoutes, ...entityRoutes, ...staffProductRoutes, ...importRoutes,
  ...orderRoutes, ...exceptionRoutes, ...tillRoutes, ...pullRoutes, ...pushRoutes, ...storeOrderRoutes, ...paymentRoutes,
]
