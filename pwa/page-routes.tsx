import { Navigate, type RouteObject } from 'react-router-dom'
import { lazyScreen } from './lib/lazy-screen.ts'
import { titled, type RouteHandle } from './browser/title.ts'

const missing: { handle: RouteHandle } = {
  handle: { title: 'Page not found', description: 'This page does not exist.', drawn_for: 'everybody', status: 404 },
}

const checkout: RouteObject[] = [
  {
    path: 'cart',
    ...titled('In Your Bag', 'What you mean to buy, and what it comes to.', 'visitor'),
    lazy: lazyScreen(() => import('./shop/bag/cart.tsx'), 'Cart'),
  },
  {
    path: 'wishlist',
    ...titled('Wishlist', 'What you have marked with the heart, to find it again.', 'visitor'),
    lazy: lazyScreen(() => import('./shop/bag/wishlist.tsx'), 'Wishlist'),
  },
  {
    path: 'checkout',
    lazy: lazyScreen(() => import('./checkout/checkout.tsx'), 'Checkout'),
    children: [
      {
        index: true,
        ...titled('Checkout', 'Who orders what is in your bag, and how it comes to you.', 'visitor'),
        lazy: lazyScreen(() => import('./checkout/information.tsx'), 'Information'),
      },
      {
        path: 'review',
        ...titled('Review your order', 'Everything you are going to order and its terms, before you do.', 'visitor'),
        lazy: lazyScreen(() => import('./checkout/review.tsx'), 'Review'),
      },
    ],
  },
  ...['checkout/pay', 'checkout/return'].map((path): RouteObject => ({
    path,
    ...titled('Pay'),
    lazy: lazyScreen(() => import('./checkout/pay.tsx'), 'Pay'),
  })),
  {
    path: 'orders/track/:token',
    ...titled('Your order', 'How far an order is, what is in it, and what can be done with it now.', 'holder'),
    lazy: lazyScreen(() => import('./checkout/track.tsx'), 'Track'),
  },
]

const pages: RouteObject[] = [
  {
    path: 'about',
    ...titled(
      'About',
      'How we choose what we sell, and how we sell it: sizes that run true, seams sewn twice, prices said plainly.',
    ),
    lazy: lazyScreen(() => import('./pages/about.tsx'), 'About'),
  },
  {
    path: 'contact',
    ...titled('Contact', 'Where the shop is, when it is open, and how to reach a person: phone, email and WhatsApp.'),
    lazy: lazyScreen(() => import('./pages/contact.tsx'), 'Contact'),
  },
  {
    path: 'policy/shipping',
    ...titled(
      'Shipping Policy',
      'How an order reaches you in Ghana: free pick-up from the shop, or delivery by a dispatch rider, and what it costs.',
    ),
    lazy: lazyScreen(() => import('./pages/shipping-policy.tsx'), 'ShippingPolicy'),
  },
  {
    path: 'policy/returns',
    ...titled('Returns Policy', 'What can be returned or exchanged, until when, and how.'),
    lazy: lazyScreen(() => import('./pages/returns-policy.tsx'), 'ReturnsPolicy'),
  },
  { path: 'share', ...titled('Shop'), lazy: lazyScreen(() => import('./pages/shared-link.tsx'), 'SharedLink') },
  {
    path: 'login',
    ...titled('Login', 'Sign in to see your orders, your addresses and your coupons.'),
    lazy: lazyScreen(() => import('./pages/login.tsx'), 'Login'),
  },
  {
    path: 'register',
    ...titled(
      'Register',
      'Create an account: your bag and your wishlist go with you to every device, and so do your orders.',
    ),
    lazy: lazyScreen(() => import('./pages/register.tsx'), 'Register'),
  },
  {
    path: 'forgot-passwrd',
    ...titled('Forgot password', 'Have a link sent to your email, by which you choose a new password.'),
    lazy: lazyScreen(() => import('./pages/forgot-password.tsx'), 'ForgotPassword'),
  },
  {
    path: 'reset-password',
    ...titled('New password', 'Choose a new password by the link that came to your email.', 'holder'),
    lazy: lazyScreen(() => import('./pages/reset-password.tsx'), 'ResetPassword'),
  },
  ...['404', 'page-not-found', '*'].map((path): RouteObject => ({
    path,
    ...missing,
    lazy: lazyScreen(() => import('./pages/not-found.tsx'), 'NotFound'),
  })),
]

const account: RouteObject[] = [
  { index: true, element: <Navigate to="/account-area/orders" replace /> },
  { path: 'addresses', ...titled('Addresses'), lazy: lazyScreen(() => import('./account/addresses.tsx'), 'Addresses') },
  {
    path: 'addresses/add',
    ...titled('Add Address'),
    lazy: lazyScreen(() => import('./account/address-add.tsx'), 'AddressAdd'),
  },
  {
    path: 'addresses/:id/update',
    ...titled('Update Address'),
    lazy: lazyScreen(() => import('./account/address-update.tsx'), 'AddressUpdate'),
  },
  { path: 'coupons', ...titled('Coupons'), lazy: lazyScreen(() => import('./account/coupons.tsx'), 'Coupons') },
  { path: 'details', ...titled('Your details'), lazy: lazyScreen(() => import('./account/details.tsx'), 'Details') },
  { path: 'orders', ...titled('Your Orders'), lazy: lazyScreen(() => import('./account/order-list.tsx'), 'OrderList') },
  {
    path: 'orders/:id/view',
    ...titled('Order'),
    lazy: lazyScreen(() => import('./account/order-view.tsx'), 'OrderView'),
  },
  { path: 'refunds', ...titled('Refunds'), lazy: lazyScreen(() => import('./account/refund-list.tsx'), 'RefundList') },
  {
    path: 'refunds/:orderId/add',
    ...titled('Request a refund'),
    lazy: lazyScreen(() => import('./account/refund-add.tsx'), 'RefundAdd'),
  },
  {
    path: 'refunds/:id/view',
    ...titled('Refund'),
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
    ...titled('Your account'),
    lazy: lazyScreen(() => import('./account/account-area.tsx'), 'AccountArea'),
    children: account,
  },
]
