import { Navigate, type RouteObject } from 'react-router-dom'
import { lazyScreen } from './lib/lazy-screen.ts'
import { titled, type RouteHandle } from './browser/title.ts'
import * as words from './page-words.ts'

const missing: { handle: RouteHandle } = {
  handle: { title: words.missing[0], description: words.missing[1], drawn_for: 'everybody', status: 404 },
}

const checkout: RouteObject[] = [
  {
    path: 'cart',
    ...titled(...words.inYourBag, 'visitor'),
    lazy: lazyScreen(() => import('./shop/bag/cart.tsx'), 'Cart'),
  },
  {
    path: 'wishlist',
    ...titled(...words.wishlist, 'visitor'),
    lazy: lazyScreen(() => import('./shop/bag/wishlist.tsx'), 'Wishlist'),
  },
  {
    path: 'wishlist/:token',
    ...titled(...words.aWishlist, 'holder'),
    lazy: lazyScreen(() => import('./shop/bag/shared-wishlist.tsx'), 'SharedWishlist'),
  },
  {
    path: 'checkout',
    lazy: lazyScreen(() => import('./checkout/checkout.tsx'), 'Checkout'),
    children: [
      {
        index: true,
        ...titled(...words.checkout, 'visitor'),
        lazy: lazyScreen(() => import('./checkout/information.tsx'), 'Information'),
      },
      {
        path: 'review',
        ...titled(...words.reviewYourOrder, 'visitor'),
        lazy: lazyScreen(() => import('./checkout/review.tsx'), 'Review'),
      },
    ],
  },
  ...['checkout/pay', 'checkout/return'].map((path): RouteObject => ({
    path,
    ...titled(words.pay),
    lazy: lazyScreen(() => import('./checkout/pay.tsx'), 'Pay'),
  })),
  {
    path: 'pay/:token',
    ...titled(words.payForSomeone),
    lazy: lazyScreen(() => import('./paying/pay-for.tsx'), 'PayFor'),
  },
  {
    path: 'orders/track/:token',
    ...titled(...words.yourOrder, 'holder'),
    lazy: lazyScreen(() => import('./checkout/track.tsx'), 'Track'),
  },
]

const pages: RouteObject[] = [
  { path: 'about', ...titled(...words.about), lazy: lazyScreen(() => import('./pages/about.tsx'), 'About') },
  { path: 'contact', ...titled(...words.contact), lazy: lazyScreen(() => import('./pages/contact.tsx'), 'Contact') },
  {
    path: 'policy/shipping',
    ...titled(...words.shippingPolicy),
    lazy: lazyScreen(() => import('./pages/shipping-policy.tsx'), 'ShippingPolicy'),
  },
  {
    path: 'policy/returns',
    ...titled(...words.returnsPolicy),
    lazy: lazyScreen(() => import('./pages/returns-policy.tsx'), 'ReturnsPolicy'),
  },
  {
    path: 'policy/privacy',
    ...titled(...words.privacyPolicy),
    lazy: lazyScreen(() => import('./pages/privacy-policy.tsx'), 'PrivacyPolicy'),
  },
  {
    path: 'gift-card',
    ...titled(...words.giftCards),
    lazy: lazyScreen(() => import('./pages/gift-card.tsx'), 'GiftCard'),
  },
  {
    path: 'gift-card/:token',
    ...titled(...words.yourGiftCard, 'holder'),
    lazy: lazyScreen(() => import('./gifts/bought-gift.tsx'), 'BoughtGift'),
  },
  {
    path: 'alerts',
    ...titled(...words.alerts, 'holder'),
    lazy: lazyScreen(() => import('./alerts/alerts-link.tsx'), 'AlertsLink'),
  },
  {
    path: 'newsletter',
    ...titled(...words.newsletter, 'holder'),
    lazy: lazyScreen(() => import('./newsletter/newsletter.tsx'), 'Newsletter'),
  },
  { path: 'share', ...titled(words.shop), lazy: lazyScreen(() => import('./pages/shared-link.tsx'), 'SharedLink') },
  { path: 'login', ...titled(...words.login), lazy: lazyScreen(() => import('./pages/login.tsx'), 'Login') },
  {
    path: 'register',
    ...titled(...words.register),
    lazy: lazyScreen(() => import('./pages/register.tsx'), 'Register'),
  },
  {
    path: 'forgot-passwrd',
    ...titled(...words.forgotPassword),
    lazy: lazyScreen(() => import('./pages/forgot-password.tsx'), 'ForgotPassword'),
  },
  {
    path: 'reset-password',
    ...titled(...words.newPassword, 'holder'),
    lazy: lazyScreen(() => import('./pages/reset-password.tsx'), 'ResetPassword'),
  },
  {
    path: 'confirm-email',
    ...titled(...words.confirmEmail, 'holder'),
    lazy: lazyScreen(() => import('./account/confirm-email.tsx'), 'ConfirmEmail'),
  },
  ...['404', 'page-not-found', '*'].map((path): RouteObject => ({
    path,
    ...missing,
    lazy: lazyScreen(() => import('./pages/not-found.tsx'), 'NotFound'),
  })),
]

const account: RouteObject[] = [
  { index: true, element: <Navigate to="/account-area/orders" replace /> },
  {
    path: 'addresses',
    ...titled(words.addresses),
    lazy: lazyScreen(() => import('./account/addresses.tsx'), 'Addresses'),
  },
  {
    path: 'addresses/add',
    ...titled(words.addAddress),
    lazy: lazyScreen(() => import('./account/address-add.tsx'), 'AddressAdd'),
  },
  {
    path: 'addresses/:id/update',
    ...titled(words.updateAddress),
    lazy: lazyScreen(() => import('./account/address-update.tsx'), 'AddressUpdate'),
  },
  { path: 'coupons', ...titled(words.coupons), lazy: lazyScreen(() => import('./account/coupons.tsx'), 'Coupons') },
  {
    path: 'alerts',
    ...titled(words.alertsPage),
    lazy: lazyScreen(() => import('./account/alert-list.tsx'), 'AlertList'),
  },
  { path: 'details', ...titled(words.yourDetails), lazy: lazyScreen(() => import('./account/details.tsx'), 'Details') },
  {
    path: 'orders',
    ...titled(words.yourOrders),
    lazy: lazyScreen(() => import('./account/order-list.tsx'), 'OrderList'),
  },
  {
    path: 'orders/:id/view',
    ...titled(words.order),
    lazy: lazyScreen(() => import('./account/order-view.tsx'), 'OrderView'),
  },
  {
    path: 'refunds',
    ...titled(words.refunds),
    lazy: lazyScreen(() => import('./account/refund-list.tsx'), 'RefundList'),
  },
  {
    path: 'refunds/:orderId/add',
    ...titled(words.requestARefund),
    lazy: lazyScreen(() => import('./account/refund-add.tsx'), 'RefundAdd'),
  },
  {
    path: 'refunds/:id/view',
    ...titled(words.refund),
    lazy: lazyScreen(() => import('./account/refund-view.tsx'), 'RefundView'),
  },
]

/**
 * A shopper's pages after the shop's windows: the bag and checkout, the account, the pages to read, and the page for a
 * missing address.
 */
export const pageRoutes: RouteObject[] = [
  ...checkout,
  ...pages,
  {
    path: 'account-area',
    ...titled(words.yourAccount),
    lazy: lazyScreen(() => import('./account/account-area.tsx'), 'AccountArea'),
    children: account,
  },
]
