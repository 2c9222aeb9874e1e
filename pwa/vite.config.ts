import react from '@vitejs/plugin-react'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { manifest } from './manifest.ts'
import { splitTill } from './split-till.ts'

const root = import.meta.dirname
const nothing = resolve(root, 'lib/nothing.ts')
const till = splitTill()

export default defineConfig({
  root,
  publicDir: '../public',
  build: {
    outDir: resolve(root, process.env.BUILD_DIR ?? '../.data/builds/dev'),
    emptyOutDir: true,
    target: ['chrome105', 'firefox110', 'safari16'],
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  resolve: {
    // jsPDF asks for these only to draw HTML, which no receipt does.
    alias: { canvg: nothing, html2canvas: nothing, dompurify: nothing },
  },
  plugins: [
    react(),
    till.plugin,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '../sync/worker',
      filename: 'service-worker.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest,
      injectManifest: {
        globPatterns: ['index.html', 'till-assets.json', 'icons/mark.svg', 'assets/**/*.{js,css,woff2}'],
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [entries => ({ manifest: entries.filter(({ url }) => till.isShops(url)), warnings: [] })],
      },
    }),
  ],
})
