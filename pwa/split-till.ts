import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin, Rollup } from 'vite'

type Bundle = Rollup.OutputBundle
type Chunk = Rollup.OutputChunk

/**
 * Only the till and the back office scan codes. The till writes receipts offline; a shopper who wants one loads the
 * writer then.
 */
const IS_STAFFS = /\/pwa\/(staff-routes\.tsx|(pos|staff|printer|receipt|scan|second-factor|shifts)\/)/

/** Labels are printed only online: the till does not need the code that draws their barcodes. */
const IS_FOR_ONLINE = /\/node_modules\/bwip-js\//

/**
 * What every shopper's device keeps: the screens where visits begin, and those that are wanted when the network is
 * away. `page-routes` leads to the others.
 */
const IS_SHELL =
  /\/(shop\/(home\/(home|collections)|list\/product-list|product\/product-page|bag\/(cart|wishlist))|page-routes)\.tsx$/
/** The whole display face, for letters that English lacks. */
const IS_FOR_OTHER_LETTERS = /\/familjen-grotesk-/
/** The worker needs only their names. */
const IS_LIST = /^assets\/(?:shop|till)-files-/

/**
 * Splits a build in three: the shell that every shopper's device keeps, the shop's further files, which it keeps once
 * they were used, and files for only the till and the back office. A till needs them all: `/till-assets.json` lists the
 * third and `/shop-assets.json` the second. The worker knows copies of both lists, which it fetches when staff sign in;
 * `isShell` is for its manifest.
 */
export function splitTill() {
  const tills = new Set<string>()
  const shell = new Set<string>()
  const plugin: Plugin = {
    name: 'split-till',
    apply: 'build',
    generateBundle(_, bundle) {
      const shop = filesFromEntry(bundle)
      tills.clear()
      shell.clear()
      for (const file of shellOf(bundle)) if (!IS_FOR_OTHER_LETTERS.test(file)) shell.add(file)
      const further = [...shop].filter(file => file.startsWith('assets/') && !shell.has(file))
      for (const file of Object.keys(bundle))
        if (file.startsWith('assets/') && !file.endsWith('.map') && !shop.has(file)) tills.add(file)
      const ofTill = [...tills].filter(file => !hasModule(bundle[file], IS_FOR_ONLINE)).sort()
      for (const [name, files] of Object.entries({ shop: further, till: ofTill })) {
        const source = JSON.stringify(files.map(file => `/${file}`))
        this.emitFile({ type: 'asset', fileName: `${name}-assets.json`, source })
        // A worker of an older build still finds its own list under this name.
        this.emitFile({ type: 'asset', name: `${name}-files.json`, source })
      }
    },
  }
  return { plugin, isShell: (url: string) => !url.startsWith('assets/') || shell.has(url) || IS_LIST.test(url) }
}

/** What every page starts with, and the shell's screens, with all that they import. */
function shellOf(bundle: Bundle): Set<string> {
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  return closure(
    chunks.filter(({ isEntry, facadeModuleId }) => isEntry || IS_SHELL.test(facadeModuleId ?? '')),
    chunk => chunk.imports.map(file => bundle[file]),
  )
}

/**
 * Every file that a shopper's browser may request: from the entry along imports, except chunks of the till or the back
 * office.
 */
function filesFromEntry(bundle: Bundle): Set<string> {
  return closure(
    Object.values(bundle).filter(file => file.type === 'chunk' && file.isEntry),
    ({ imports, dynamicImports }) =>
      [...imports, ...dynamicImports]
        .map(file => bundle[file])
        .filter(chunk => chunk?.type !== 'chunk' || !isStaffs(chunk)),
  )
}

/** Files of chunks, of those that they lead to, and their styles and fonts. */
function closure(
  chunks: readonly (Bundle[string] | undefined)[],
  next: (chunk: Chunk) => readonly (Bundle[string] | undefined)[],
): Set<string> {
  const files = new Set<string>()
  const visit = (chunk: Bundle[string] | undefined) => {
    if (chunk?.type !== 'chunk' || files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const asset of [...(chunk.viteMetadata?.importedCss ?? []), ...(chunk.viteMetadata?.importedAssets ?? [])])
      files.add(asset)
    next(chunk).forEach(visit)
  }
  chunks.forEach(visit)
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

type ModuleInfo = Pick<Rollup.ModuleInfo, 'importers' | 'dynamicImporters'>

const BACKS = /\/pwa\/(pos|staff)\//
/** Small pieces, unlike the till's own code, which many screens of the back office do without. */
const MAY_JOIN = /\/pwa\/(browser|forms|lib|staff|ui)\/|\/sync\/protocol\/|\/lucide-react\//

/**
 * Modules that several screens of the back office share, and shoppers never load: they go into one file, because a
 * till's worker fetches and answers for each file alone.
 */
export function isOfStaff(path: string, graph: { getModuleInfo: (path: string) => ModuleInfo | null }): boolean {
  const isBacks = (one: string, above: readonly string[]): boolean => {
    if (BACKS.test(one)) return true
    const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(one) ?? {}
    const askers = [...importers, ...dynamicImporters].filter(asker => !above.includes(asker))
    return askers.length > 0 && askers.every(asker => isBacks(asker, [...above, one]))
  }
  return MAY_JOIN.test(path) && isBacks(path, [])
}

/** Where visits begin: a first visit loads only what these need. */
const WINDOWS = ['home/home', 'home/collections', 'list/product-list', 'product/product-page'].map(name =>
  join(import.meta.dirname, 'shop', `${name}.tsx`),
)
const atWindows = withImports(WINDOWS)
const windowsIcons = new Set([...atWindows].flatMap(path => iconsIn(readFileSync(path, 'utf8'))))

/** The same for the screens where visits begin, with what they import of the protocol. */
export const isOfWindows = (path: string): boolean =>
  (isShared(path) || path.includes('/sync/protocol/')) && (atWindows.has(path) || windowsIcons.has(iconAt(path)))

function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => readFileSync(join(folder, name), 'utf8'))
}

function iconsIn(source: string): string[] {
  return [...source.matchAll(/'lucide-react\/icons\/([\w-]+)'/g)].map(([, icon]) => icon!)
}

const iconAt = (path: string): string => /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\./.exec(path)?.[1] ?? ''

/** The shell's other screens, beside those where visits begin. */
const KEPT = ['shop/bag/cart', 'shop/bag/wishlist', 'page-routes'].map(name => join(import.meta.dirname, `${name}.tsx`))
const inShell = withImports([...WINDOWS, ...KEPT])
const shellIcons = new Set([...inShell].flatMap(path => iconsIn(readFileSync(path, 'utf8'))))

/** Modules of the shell's screens: in one file, because the headers of ten small ones weigh more than they do. */
export const isOfShell = (path: string): boolean => inShell.has(path) || shellIcons.has(iconAt(path))

/** Modules of the PWA and the protocol with all their static imports. */
function withImports(paths: readonly string[], known = new Set<string>()): Set<string> {
  for (const path of paths) {
    if (known.has(path)) continue
    known.add(path)
    const named = [
      ...readFileSync(path, 'utf8').matchAll(
        /^import (?!type )[^']+ from '((?:#pwa|#sync\/protocol|\.{1,2})\/.+\.tsx?)'$/gm,
      ),
    ].map(([, name]) => name!)
    withImports(
      named.map(name =>
        name.startsWith('#') ? join(import.meta.dirname, '..', name.slice(1)) : resolve(dirname(path), name),
      ),
      known,
    )
  }
  return known
}
