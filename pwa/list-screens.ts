import type { Plugin, Rollup } from 'vite'

/** Files to name in the head of a screen's page: the style it needs to be drawn, the scripts it will load next. */
interface ScreenFiles {
  styles: string[]
  scripts: string[]
}

/** A drawn page starts with this file; a page that the browser draws starts with `main.tsx`. */
const BEGIN = /\/pwa\/begin\.ts$/

/**
 * Writes `/screens.json`: the files of each screen, by the name that its chunk exports and `lazyScreen` uses, and the
 * files that every page starts with.
 */
export const listScreens = (): Plugin => ({
  name: 'list-screens',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
    const isBegin = ({ facadeModuleId }: Rollup.OutputChunk) => BEGIN.test(facadeModuleId ?? '')
    const first = filesOf(
      chunks.filter(chunk => chunk.isEntry && !isBegin(chunk)),
      bundle,
    )
    const begin = `/${chunks.find(isBegin)!.fileName}`
    const screens: Record<string, ScreenFiles> = {}
    const later = chunks.filter(({ isDynamicEntry }) => isDynamicEntry)
    for (const chunk of later) {
      const askers = later.filter(
        ({ dynamicImports, exports }) =>
          dynamicImports.includes(chunk.fileName) && exports.some(name => name.endsWith('Routes')),
      )
      const { styles, scripts } = filesOf([...askers, chunk], bundle)
      const files = {
        styles: styles.filter(file => !first.styles.includes(file)),
        scripts: scripts.filter(file => !first.scripts.includes(file)),
      }
      for (const name of chunk.exports) if (/^[A-Z]/.test(name)) screens[name] = files
    }
    this.emitFile({
      type: 'asset',
      fileName: 'screens.json',
      source: JSON.stringify({ begin, start: first.scripts.toReversed(), screens }),
    })
  },
})

/** The addresses of everything that chunks import statically, dependencies first. */
function filesOf(roots: readonly Rollup.OutputChunk[], bundle: Rollup.OutputBundle): ScreenFiles {
  const [styles, scripts] = [new Set<string>(), new Set<string>()]
  const seen = new Set<Rollup.OutputChunk>()
  const visit = (chunk: Rollup.OutputChunk) => {
    if (seen.has(chunk)) return
    seen.add(chunk)
    for (const file of chunk.imports) {
      const next = bundle[file]
      if (next?.type === 'chunk') visit(next)
    }
    for (const file of chunk.viteMetadata?.importedCss ?? []) styles.add(`/${file}`)
    scripts.add(`/${chunk.fileName}`)
  }
  for (const chunk of roots) visit(chunk)
  return { styles: [...styles], scripts: [...scripts] }
}
