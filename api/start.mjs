// The first file of every command. It runs before anything is installed or compiled, so it is plain JavaScript with
// only Node's own modules. Shop commands run the compiled server; developer commands run the sources.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const OLDEST_NODE = [20, 19]
const FROM_SOURCES = ['dev', 'dev-server', 'test', 'test-all', 'faults', 'check', 'pictures', 'bench']
/** The server's sources, and the files that decide its packages. */
const SOURCES = ['api', 'sync/protocol', 'package.json', 'package-lock.json', 'tsconfig.json']
const INSTALLED = 'node_modules/.package-lock.json'

refuseOldNode()
process.chdir(root)
if (FROM_SOURCES.includes(process.argv[2])) await runSources()
else await runBuilt()

async function runBuilt() {
  const main = await builtServer()
  // For processes that this one starts.
  process.argv[1] = main
  await import(pathToFileURL(main).href)
}

async function runSources() {
  await ensurePackages()
  const { register } = await import('tsx/esm/api')
  register()
  await import('./main.ts')
}

/** The server built from the current sources. */
async function builtServer() {
  const { BUILDS_DIR, DATA_DIR } = process.env
  const dir = join(resolve(BUILDS_DIR || join(DATA_DIR || '.data', 'builds')), 'server')
  const built = readBuilt(dir)
  if (built?.stamp === stamp()) return built.main
  await ensurePackages()
  // In its own process, because a compiler takes more memory than the shop.
  if ((await run([process.execPath, '--import', 'tsx', 'api/builds/build-server.ts', dir, stamp()])) !== 0)
    process.exit(1)
  return readBuilt(dir).main
}

function readBuilt(dir) {
  try {
    const { name, stamp } = JSON.parse(readFileSync(join(dir, 'built.json'), 'utf8'))
    const main = join(dir, name, 'main.mjs')
    return existsSync(main) ? { main, stamp } : null
  } catch {
    return null
  }
}

/** Changes whenever a source file is written. Reads none of them. */
function stamp() {
  const hash = createHash('sha256').update(`${root}\0${process.versions.node}`)
  for (const path of [...SOURCES, INSTALLED].flatMap(filesOf).sort()) {
    const { size, mtimeMs } = statSync(path)
    hash.update(`\0${path}\0${size}\0${mtimeMs}`)
  }
  return hash.digest('hex')
}

function filesOf(source) {
  if (!existsSync(source)) return []
  if (source.endsWith('.json')) return [source]
  return readdirSync(source, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && !entry.name.endsWith('.md'))
    .map(entry => join(entry.parentPath, entry.name))
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  console.error(`The shop needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

async function ensurePackages() {
  if (installed()) return
  console.log('Installing packages …')
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
  if ((await run([...npm, 'ci', '--include=dev', '--ignore-scripts', '--loglevel=error'])) === 0) return
  console.error('The packages could not be installed: npm ci failed. Check the connection and try again.')
  process.exit(1)
}

// npm writes node_modules/.package-lock.json last, so a broken install never looks complete. Packages for other
// platforms are absent on purpose.
function installed() {
  if (!existsSync(INSTALLED)) return false
  const { packages: present } = JSON.parse(readFileSync(INSTALLED, 'utf8'))
  const { packages: wanted } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' || (present[path] ? present[path].version === version : optional || devOptional),
  )
}

/** Runs a program to its end and returns its exit code. A signal ends both it and this process. */
async function run([program, ...args]) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
  const code = await new Promise(ended => child.on('error', () => ended(1)).on('close', ended))
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop)
  return code

  function stop() {
    child.kill('SIGTERM')
    process.exit(0)
  }
}
