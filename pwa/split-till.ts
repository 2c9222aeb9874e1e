import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin, Rollup } from 'vite'

type Bundle = Rollup.OutputBundle
type Chunk = Rollup.OutputChunk

/**
 * Only the till and the back office scan codes. The till writes receipts offline; a shopper who wants one loads the
 * writer then.
 */
const IS_STAFFS = /\/pwa\/(staff-routes\.tsx|(pos|staff|receipt|scan|second-factor)\/)/

/** Labels are printed only online: the till does not need the code that draws their barcodes. */
const IS_FOR_ONLINE = /\/node_modules\/bwip-js\//

/**
 * Splits a build in two: files for shoppers, and files for only the till and the back office. `/till-assets.json` lists
 * the second, for the worker to fetch when staff sign in; `isShops` keeps it out of the precache.
 */
export function splitTill() {
  const tills = new Set<string>()
  const plugin: Plugin = {
    name: 'split-till',
    apply: 'build',
    generateBundle(_, bundle) {
      const shop = filesFromEntry(bundle)
      tills.clear()
      for (const file of Object.keys(bundle))
        if (file.startsWith('assets/') && !file.endsWith('.map') && !shop.has(file)) tills.add(file)
      this.emitFile({
        type: 'asset',
        fileName: 'till-assets.json',
        source: JSON.stringify(
          [...tills]
            .filter(file => !hasModule(bundle[file], IS_FOR_ONLINE))
            .sort()
            .map(file => `/${file}`),
        ),
      })
    },
  }
  return { plugin, isShops: (url: string) => !tills.has(url) }
}

/**
 * Every file that a shopper's browser may request: from the entry along imports, except chunks of the till or the back
 * office.
 */
function filesFromEntry(bundle: Bundle): Set<string> {
  const files = new Set<string>()
  const visit = (file: string) => {
    const chunk = bundle[file]
    if (files.has(file) || chunk?.type !== 'chunk' || (!chunk.isEntry && isStaffs(chunk))) return
    files.add(file)
    for (const asset of [...(chunk.viteMetadata?.importedCss ?? []), ...(chunk.viteMetadata?.importedAssets ?? [])])
      files.add(asset)
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next)
  }
  for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk' && chunk.isEntry) visit(chunk.fileName)
  return files
}

const hasModule = (file: Bundle[string] | undefined, pattern: RegExp) =>
  file?.type === 'chunk' && file.moduleIds.some(id => pattern.test(id))
const isStaffs = (chunk: Chunk) => hasModule(chunk, IS_STAFFS)

const SHOPS = ['shop', 'ui', 'lib', 'session', 'forms', 'browser']
/** The icons that shoppers' screens use, such as `search`. */
const icons = new Set(SHOPS.flatMap(room => sourcesOf(join(import.meta.dirname, room))).flatMap(iconsIn))

/**
 * Modules that several of the shop's screens may share, by path: they go into one file, which must not grow with the
 * back office.
 */
export const isShared = (path: string): boolean =>
  SHOPS.some(room => path.includes(`/pwa/${room}/`)) || icons.has(iconAt(path))

/** Where visits begin: a first visit loads only what these need. */
const WINDOWS = ['home/home', 'home/collections', 'list/product-list', 'product/product-page'].map(name =>
  join(import.meta.dirname, 'shop', `${name}.tsx`),
)
const atWindows = withImports(WINDOWS)
const windowsIcons = new Set([...atWindows].flatMap(path => iconsIn(readFileSync(path, 'utf8'))))

/** The same for the screens where visits begin. */
export const isOfWindows = (path: string): boolean =>
  isShared(path) && (atWindows.has(path) || windowsIcons.has(iconAt(path)))

function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => readFileSync(join(folder, name), 'utf8'))
}

function iconsIn(source: string): string[] {
  return [...source.matchAll(/'lucide-react\/icons\/([\w-]+)'/g)].map(([, icon]) => icon!)
}

const iconAt = (path: string): string => /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\./.exec(path)?.[1] ?? ''

/** Modules of the PWA with all their static imports. */
function withImports(paths: readonly string[], known = new Set<string>()): Set<string> {
  for (const path of paths) {
    if (known.has(path)) continue
    known.add(path)
    const named = [
      ...readFileSync(path, 'utf8').matchAll(/^import (?!type )[^']+ from '((?:#pwa|\.{1,2})\/.+\.tsx?)'$/gm),
    ].map(([, name]) => name!)
    withImports(
      named.map(name =>
        name.startsWith('#pwa/') ? join(import.meta.dirname, name.slice(5)) : resolve(dirname(path), name),
      ),
      known,
    )
  }
  return known
}
