/**
 * Compiles the server, in a process that api/start.mjs runs after a change of the sources. Arguments: the folder for
 * server builds, and the sources' stamp, which it stores there with the build's name.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, transformWithOxc, type Plugin } from 'vite'
import { deleteOthers, keepBuild } from '#api/builds/kept.ts'
import { SERVER_SOURCES, sourceHash } from '#api/builds/source-hash.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
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

const [dir = '', stamp = ''] = process.argv.slice(2)
try {
  await ensureServer()
} catch (error) {
  console.error(`The server could not be built:\n${(error as Error).message}`)
  process.exitCode = 1
}

async function ensureServer(): Promise<void> {
  // The build holds absolute paths.
  const name = await sourceHash(ROOT, SERVER_SOURCES, ROOT)
  if (!existsSync(join(dir, name))) await compile(name)
  const kept = await keepBuild(dir, name)
  const note = join(dir, `built.${process.pid}.json`)
  await writeFile(note, JSON.stringify({ name, stamp }))
  await rename(note, join(dir, 'built.json'))
  await deleteOthers(dir, kept)
}

async function compile(name: string): Promise<void> {
  const draft = join(dir, `draft-${name}-${process.pid}`)
  await mkdir(draft, { recursive: true })
  try {
    await build({
      configFile: false,
      root: ROOT,
      publicDir: false,
      logLevel: 'silent',
      plugins: [keepAddresses, leavePackages, compileScripts],
      build: {
        ssr: 'api/main.ts',
        outDir: draft,
        emptyOutDir: false,
        target: 'node20',
        minify: false,
        rolldownOptions: { output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } },
      },
    })
    await rename(draft, join(dir, name))
  } catch (error) {
    // Another process with the same folder may have made the same build.
    if (!existsSync(join(dir, name))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
