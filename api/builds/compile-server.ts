import { readFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, transformWithOxc, type Plugin } from 'vite'

const SCRIPTS = ['checkout-page', 'inline']

/** A built file is in another folder than its source, and still reads files beside the source. */
const keepAddresses: Plugin = {
  name: 'keep-addresses',
  enforce: 'pre',
  transform: (code, id) =>
    code.includes('import.meta.url')
      ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
      : null,
}

/** Packages stay where npm put them and are named by path, because a build may be outside node_modules. */
const leavePackages: Plugin = {
  name: 'leave-packages',
  enforce: 'pre',
  resolveId: source =>
    /^[#./\0]/.test(source) || isBuiltin(source) ? null : { id: import.meta.resolve(source), external: true },
}

/** Compiles the payment page's scripts now, so that serving them needs no compiler. */
const compileScripts: Plugin = {
  name: 'compile-scripts',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith('/api/sandbox/page-script.ts')) return null
    const scripts = await Promise.all(
      SCRIPTS.map(async name => {
        const path = join(id, `../page/${name}.ts`)
        return [name, (await transformWithOxc(await readFile(path, 'utf8'), path, { sourcemap: false })).code]
      }),
    )
    return `const scripts = ${JSON.stringify(Object.fromEntries(scripts))}\nexport const pageScript = async name => scripts[name]`
  },
}

/** Compiles these programs of the server into a folder, each with its name. */
export const compileServer = (root: string, programs: readonly string[], outDir: string) =>
  build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'silent',
    plugins: [keepAddresses, leavePackages, compileScripts],
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: programs.map(path => join(root, path)),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  })
