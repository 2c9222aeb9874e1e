import type { ManifestOptions } from 'vite-plugin-pwa'
import * as words from './manifest-words.ts'

/** What a phone needs to install the shop. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: words.name,
  short_name: words.shortName,
  description: words.description,
  lang: 'en-GH',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: '#23407f',
  background_color: '#fbfaf7',
  categories: ['shopping', 'business'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/mark.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
  share_target: {
    action: '/share',
    method: 'GET',
    enctype: 'application/x-www-form-urlencoded',
    params: { title: 'title', text: 'text', url: 'url' },
  },
  shortcuts: [
    { name: words.search, url: '/shop#search', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
    { name: words.cart, url: '/cart', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
    { name: words.orders, url: '/account-area/orders', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
    { name: words.storeOrder, url: '/staff/orders/add', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
  ],
}
