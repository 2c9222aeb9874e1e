import react from '@vitejs/plugin-react'
import { resolve } from 'node:path'
import { defineConfig, type PluginOption, type UserConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { leanRouter } from './lean-router.ts'
import { listScreens } from './list-screens.ts'
import { manifest } from './manifest.ts'
import { isOfShell, isOfStaff, isOfWindows, isShared, splitTill } from './split-till.ts'

const root = import.meta.dirname
const nothing = resolve(root, 'lib/nothing.ts')
const router = resolve(root, '../node_modules/react-router/dist/production')
const outDir = resolve(root, process.env.BUILD_DIR ?? '../.data/builds/dev')

/** Two builds: the browser's and, with `--ssr server.tsx`, the one that draws public pages on the server. */
export default defineConfig(({ isSsrBuild }) => ({ root, ...(isSsrBuild ? forServer() : forBrowsers()) }))

const alias = [
  // jsPDF uses these only to draw HTML, which no receipt does.
  ...['canvg', 'html2canvas', 'dompurify'].map(find => ({ find, replacement: nothing })),
  // The package gives bundlers its build for browsers before 2018.
  { find: /^dexie$/, replacement: resolve(root, '../node_modules/dexie/dist/modern/dexie.mjs') },
  // The package gives bundlers its development build.
  { find: /^react-router$/, replacement: `${router}/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${router}/dom-export.mjs` },
]

function forBrowsers(): UserConfig {
  const till = splitTill()
  return {
    publicDir: '../public',
    build: {
      outDir,
      emptyOutDir: false,
      target: ['chrome105', 'firefox110', 'safari16'],
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // One file for what every page starts with, because each request of a first visit costs a round trip.
      rolldownOptions: {
        input: { index: resolve(root, 'index.html'), begin: resolve(root, 'begin.ts') },
        output: {
          codeSplitting: {
            groups: [
              { name: 'start', tags: ['$initial'], test: path => !path.endsWith('/pwa/begin.ts'), priority: 3 },
              { name: 'shared', test: isOfWindows, minShareCount: 2, priority: 2 },
              { name: 'shell', test: isOfShell, minShareCount: 2, priority: 1 },
              { name: 'further', test: isShared, minShareCount: 2 },
              {
                name: (path, graph) => (isOfStaff(path, graph) ? 'back' : null),
                minShareCount: 2,
                includeDependenciesRecursively: false,
              },
            ],
          },
        },
      },
    },
    resolve: { alias },
    plugins: [leanRouter(), react(), till.plugin, listScreens(), worker(till.isShell)],
  }
}

const worker = (isShell: (url: string) => boolean): PluginOption =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: '../sync/worker',
    filename: 'service-worker.ts',
    registerType: 'prompt',
    injectRegister: false,
    manifest,
    includeManifestIcons: false,
    injectManifest: {
      globPatterns: ['index.html', 'assets/**/*.{js,css,woff2}', 'assets/*-files-*.json'],
      dontCacheBustURLsMatching: /^assets\//,
      manifestTransforms: [entries => ({ manifest: entries.filter(({ url }) => isShell(url)), warnings: [] })],
    },
  })

/**
 * Self-contained, because a build may run without packages; without the till and the back office, which the server
 * never draws.
 */
const forServer = (): UserConfig => ({
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      external: [/(^|\/)(pos|staff)\//, /^node:/],
      output: { entryFileNames: '[name].mjs', codeSplitting: false },
    },
  },
  ssr: { noExternal: true },
  resolve: { alias },
  plugins: [react()],
})
