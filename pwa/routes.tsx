import { Navigate, type RouteObject } from 'react-router-dom'
import { MANAGEMENT } from '#sync/protocol/roles.ts'
import { lazyScreen } from './lib/lazy-screen.ts'
import type { RouteHandle } from './lib/title.ts'
import { Frame } from './shell/frame.tsx'
import { Gate } from './shell/gate.tsx'
import { ScreenError } from './shell/screen-error.tsx'
import { ScreenLoading } from './shell/screen-loading.tsx'

const titled = (title: string): { handle: RouteHandle } => ({ handle: { title } })

const shop: RouteObject[] = [
  { index: true, ...titled('Home'), lazy: lazyScreen(() => import('./shop/home.tsx'), 'Home') },
  { path: 'collections', ...titled('Collections'), lazy: lazyScreen(() => import('./shop/collections.tsx'), 'Collections') },
  { path: 'shop', ...titled('Shop'), lazy: lazyScreen(() => import('./shop/product-list.tsx'), 'ProductList') },
  { path: 'shop/product/:id/:slug?', ...titled('Product'), lazy: lazyScreen(() => import('./shop/product-page.tsx'), 'ProductPage') },
  { path: 'cart', ...titled('In Your Bag'), lazy: lazyScreen(() => import('./shop/cart.tsx'), 'Cart') },
  { path: 'wishlist', ...titled('Wishlist'), lazy: lazyScreen(() => import('./shop/wishlist.tsx'), 'Wishlist') },
]

const pages: RouteObject[] = [
  { path: 'about', ...titled('About'), lazy: lazyScreen(() => import('./pages/about.tsx'), 'About') },
  { path: 'contact', ...titled('Contact'), lazy: lazyScreen(() => import('./pages/contact.tsx'), 'Contact') },
  { path: 'policy/shipping', ...titled('Shipping Policy'), lazy: lazyScreen(() => import('./pages/shipping-policy.tsx'), 'ShippingPolicy') },
  { path: 'policy/returns', ...titled('Returns Policy'), lazy: lazyScreen(() => import('./pages/returns-policy.tsx'), 'ReturnsPolicy') },
  { path: 'login', ...titled('Login'), lazy: lazyScreen(() => import('./pages/login.tsx'), 'Login') },
  { path: 'register', ...titled('Register'), lazy: lazyScreen(() => import('./pages/register.tsx'), 'Register') },
  ...['404', 'page-not-found', '*'].map((path): RouteObject =>
    ({ path, ...titled('Page not found'), lazy: lazyScreen(() => import('./pages/not-found.tsx'), 'NotFound') })),
]

const staff: RouteObject[] = [
  { index: true, element: <Navigate to="/staff/orders" replace /> },
  { path: 'orders', ...titled('Orders'), lazy: lazyScreen(() => import('./staff/order-list.tsx'), 'OrderList') },
  { path: 'orders/add', ...titled('Store Order'), lazy: lazyScreen(() => import('./pos/till-screen.tsx'), 'TillScreen') },
  { path: 'orders/:id/view', ...titled('Order'), lazy: lazyScreen(() => import('./staff/order-view.tsx'), 'OrderView') },
  { path: 'till/sales', ...titled('Today’s sales'), lazy: lazyScreen(() => import('./pos/todays-sales.tsx'), 'TodaysSales') },
  { path: 'products', ...titled('Products'), lazy: lazyScreen(() => import('./staff/product-list.tsx'), 'StaffProductList') },
  { path: 'exceptions', ...titled('Exceptions'), lazy: lazyScreen(() => import('./staff/exception-list.tsx'), 'ExceptionList') },
]

const management: RouteObject[] = [
  { path: 'users', ...titled('Users'), lazy: lazyScreen(() => import('./staff/user-list.tsx'), 'UserList') },
  { path: 'users/add', ...titled('Add User'), lazy: lazyScreen(() => import('./staff/user-add.tsx'), 'UserAdd') },
  { path: 'users/:id/view', ...titled('User'), lazy: lazyScreen(() => import('./staff/user-view.tsx'), 'UserView') },
]

/** Each screen is a chunk of its own: a shopper never downloads the till. */
export const routes: RouteObject[] = [{
  Component: Frame,
  ErrorBoundary: ScreenError,
  children: [{
    ErrorBoundary: ScreenError,
    HydrateFallback: ScreenLoading,
    children: [
      ...shop,
      ...pages,
      { path: 'staff', element: <Gate />, children: [...staff, { element: <Gate clearance={MANAGEMENT} />, children: management }] },
    ],
  }],
}]
