// The first file of every command. It runs before anything is installed, so it is plain JavaScript on Node's own
// modules.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const OLDEST_NODE = [20, 19]

refuseOldNode()
process.chdir(root)
if (!installed()) await install()
const { register } = await import('tsx/esm/api')
register()
await import('./main.ts')

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  console.error(`The shop needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

// npm writes node_modules/.package-lock.json last, so a broken install never looks whole. Packages for other platforms
// are absent on purpose.
function installed() {
  const kept = `${root}/node_modules/.package-lock.json`
  if (!existsSync(kept)) return false
  const { packages: present } = JSON.parse(readFileSync(kept, 'utf8'))
  const { packages: wanted } = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8'))
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' || (present[path] ? present[path].version === version : optional || devOptional),
  )
}

async function install() {
  console.log('Installing packages …')
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
  const [program, ...before] = npm
  const child = spawn(program, [...before, 'ci', '--include=dev', '--ignore-scripts', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stopInstalling)
  const code = await new Promise(resolve => child.on('error', () => resolve(1)).on('close', resolve))
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stopInstalling)
  if (code === 0) return
  console.error('The packages could not be installed: npm ci failed. Check the connection and try again.')
  process.exit(1)

  function stopInstalling() {
    child.kill('SIGTERM')
    process.exit(0)
  }
}
