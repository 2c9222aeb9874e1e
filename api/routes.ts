import { addressRoutes } from '#api/account/address-routes.ts'
import { factorRoutes } from '#api/account/factor-routes.ts'
import { ownRoutes } from '#api/account/own-routes.ts'
import { alertRoutes } from '#api/alerts/alert-routes.ts'
import { accountRoutes } from '#api/ledger/account-routes.ts'
import { tenderRoutes } from '#api/ledger/tender-routes.ts'
import { cashCountRoutes } from '#api/ledger/cash-count-routes.ts'
import { periodRoutes } from '#api/ledger/period-routes.ts'
import { confirmRoutes } from '#api/auth/confirm-routes.ts'
import { passwordRoutes } from '#api/auth/password-routes.ts'
import { sessionRoutes } from '#api/auth/session-routes.ts'
import { cartRoutes } from '#api/carts/cart-routes.ts'
import { catalogueRoutes } from '#api/catalogue/catalogue-routes.ts'
import { categoryRoutes } from '#api/catalogue/category-routes.ts'
import { couponRoutes } from '#api/coupons/coupon-routes.ts'
import { lookupRoutes } from '#api/delivery/lookup-routes.ts'
import { entityRoutes } from '#api/entities.ts'
import { exportRoutes } from '#api/export/export-routes.ts'
import type { Route } from '#api/http/route.ts'
import { importRoutes } from '#api/import/import-routes.ts'
import { jobRoutes } from '#api/jobs/job-routes.ts'
import { operationRoutes } from '#api/operations/operation-routes.ts'
import { newsletterRoutes } from '#api/newsletter/newsletter-routes.ts'
import { noteRoutes } from '#api/notes/note-routes.ts'
import { exceptionRoutes } from '#api/exceptions/exception-routes.ts'
import { orderRoutes } from '#api/orders/order-routes.ts'
import { orderStepRoutes } from '#api/orders/order-step-routes.ts'
import { ownOrderRoutes } from '#api/orders/own-order-routes.ts'
import { paymentRoutes } from '#api/payments/payment-routes.ts'
import { endDeposit } from '#api/payments/on-delivery/deposits.ts'
import { giftCardRoutes } from '#api/gift-cards/gift-card-routes.ts'
import { purchaseRoutes } from '#api/payments/gifts/purchase-routes.ts'
import { tillHoldRoutes } from '#api/gift-cards/till-hold-routes.ts'
import { staffCardRoutes } from '#api/gift-cards/staff-card-routes.ts'
import { onDeliveryRoutes } from '#api/payments/on-delivery/on-delivery-routes.ts'
import { payLinkRoutes } from '#api/payments/wallet/pay-link-routes.ts'
import { walletRoutes } from '#api/payments/wallet/wallet-routes.ts'
import { queueRefund } from '#api/payments/queue-refund.ts'
import { sendRefundsOf } from '#api/payments/send-refunds.ts'
import { reconciliationRoutes } from '#api/payments/reconciliation-routes.ts'
import { settleAttempts } from '#api/payments/settle-attempts.ts'
import { refundRoutes } from '#api/refunds/refund-routes.ts'
import { staffRefundRoutes } from '#api/refunds/staff-refund-routes.ts'
import { reviewRoutes } from '#api/reviews/review-routes.ts'
import { deskFigureRoutes } from '#api/reports/desk-figure-routes.ts'
import { searchRoutes } from '#api/search/search-routes.ts'
import { shopRoutes } from '#api/shop/shop-routes.ts'
import { bulkRoutes } from '#api/products/bulk-routes.ts'
import { pictureRoutes } from '#api/products/picture-routes.ts'
import { productRoutes } from '#api/products/product-routes.ts'
import { deskRoutes } from '#api/staff/desk-routes.ts'
import { settingRoutes } from '#api/staff/setting-routes.ts'
import { userRoutes } from '#api/staff/user-routes.ts'
import { countRoutes } from '#api/stock/count-routes.ts'
import { receiptRoutes } from '#api/stock/receipt-routes.ts'
import { stockReportRoutes } from '#api/stock/report-routes.ts'
import { stockRoutes } from '#api/stock/stock-routes.ts'
import { pullRoutes } from '#api/sync/pull-routes.ts'
import { pushRoutes } from '#api/sync/push-routes.ts'
import { rejectedRoutes } from '#api/sync/rejected-routes.ts'
import { storeOrderRoutes } from '#api/store-orders/store-order-routes.ts'
import { tillRoutes } from '#api/sync/till-routes.ts'
import { grantRoutes } from '#api/trust/grant-routes.ts'
import { shiftRoutes } from '#api/shifts/shift-routes.ts'
import { wishlistRoutes } from '#api/wishlist/wishlist-routes.ts'

/** Every API route: the router, the API description and the authorization matrix all read this list. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...passwordRoutes,
  ...confirmRoutes,
  ...ownRoutes,
  ...factorRoutes,
  ...addressRoutes,
  ...shopRoutes,
  ...lookupRoutes,
  ...catalogueRoutes,
  ...searchRoutes,
  ...wishlistRoutes,
  ...alertRoutes,
  ...newsletterRoutes,
  ...cartRoutes,
  ...userRoutes,
  ...deskRoutes,
  ...accountRoutes,
  ...tenderRoutes,
  ...periodRoutes,
  ...cashCountRoutes,
  ...deskFigureRoutes,
  ...categoryRoutes,
  ...entityRoutes,
  ...couponRoutes,
  ...settingRoutes,
  ...productRoutes,
  ...pictureRoutes,
  ...bulkRoutes,
  ...importRoutes,
  ...exportRoutes,
  ...orderRoutes,
  ...orderStepRoutes(settleAttempts, endDeposit),
  ...ownOrderRoutes,
  ...exceptionRoutes,
  ...rejectedRoutes,
  ...stockRoutes,
  ...receiptRoutes,
  ...countRoutes,
  ...stockReportRoutes,
  ...tillRoutes,
  ...grantRoutes,
  ...noteRoutes,
  ...shiftRoutes,
  ...pullRoutes,
  ...pushRoutes,
  ...storeOrderRoutes,
  ...paymentRoutes,
  ...walletRoutes,
  ...payLinkRoutes,
  ...onDeliveryRoutes,
  ...giftCardRoutes,
  ...tillHoldRoutes,
  ...purchaseRoutes,
  ...staffCardRoutes,
  ...reconciliationRoutes,
  ...refundRoutes,
  ...staffRefundRoutes({ queueRefund, sendRefundsOf }),
  ...reviewRoutes,
  ...jobRoutes,
  ...operationRoutes,
]
