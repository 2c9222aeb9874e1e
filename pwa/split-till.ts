import type { Plugin, Rollup } from 'vite'

type Bundle = Rollup.OutputBundle
type Chunk = Rollup.OutputChunk

const IS_STAFFS = /\/pwa\/(pos|staff)\//

/**
 * Parts a build in two: what shoppers load, and what only the till and the back office do. The second goes into
 * `/till-assets.json` as a list of addresses, for the worker to fetch when staff sign in; `isShops` keeps it out of the precache.
 */
export function splitTill() {
  const tills = new Set<string>()
  const plugin: Plugin = {
    name: 'split-till',
    apply: 'build',
    generateBundle(_, bundle) {
      const shop = filesFromEntry(bundle)
      tills.clear()
      for (const file of Object.keys(bundle)) if (file.startsWith('assets/') && !file.endsWith('.map') && !shop.has(file)) tills.add(file)
      this.emitFile({ type: 'asset', fileName: 'till-assets.json', source: JSON.stringify([...tills].sort().map(file => `/${file}`)) })
    },
  }
  return { plugin, isShops: (url: string) => !tills.has(url) }
}

/** Every file that a shopper's browser may ask for: from the entry along imports, but into no chunk of the till's or the staff's. */
function filesFromEntry(bundle: Bundle): Set<string> {
  const files = new Set<string>()
  const visit = (file: string) => {
    const chunk = bundle[file]
    if (files.has(file) || chunk?.type !== 'chunk' || (!chunk.isEntry && isStaffs(chunk))) return
    files.add(file)
    for (const asset of [...(chunk.viteMetadata?.importedCss ?? []), ...(chunk.viteMetadata?.importedAssets ?? [])]) files.add(asset)
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next)
  }
  for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk' && chunk.isEntry) visit(chunk.fileName)
  return files
}

const isStaffs = ({ moduleIds }: Chunk) => moduleIds.some(id => IS_STAFFS.test(id))
