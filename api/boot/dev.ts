import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createShopServer, listen } from '#api/boot/serve.ts'
import { announce, finishDemo, openApp, prepareShop } from '#api/boot/start-shop.ts'
import { isStopping, onStop } from '#api/boot/lifetime.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const WATCHED = ['api', 'sync/protocol', 'sql']
const QUIET_MS = 150

// Paths the API answers; Vite answers the rest.
const API = /^\/(?:api|sanctum|storage|sandbox|healthz|readyz)(?:[/?]|$)/

/** `npm run dev`: the database stays up in this process, and a child process restarts when the API's sources change. */
export async function startDevelopment(): Promise<void> {
  await prepareShop()
  announce()
  await finishDemo()
  let child = serveInChild()
  onStop(() => endChild(child))
  let quiet: NodeJS.Timeout | undefined
  let restarted = Promise.resolve()
  for (const folder of WATCHED) {
    watch(`${ROOT}/${folder}`, { recursive: true }, () => {
      clearTimeout(quiet)
      quiet = setTimeout(() => {
        restarted = restarted.then(restart)
      }, QUIET_MS)
    })
  }

  async function restart() {
    console.log('The API changed; starting it again.')
    await endChild(child)
    if (!isStopping()) child = serveInChild()
  }
}

/** The child: Vite and the API on one server. Pages carry no CSP, because Vite's refresh script is inline. */
export async function serveDevelopment(): Promise<void> {
  const { createServer: createVite } = await import('vite')
  const server = createShopServer()
  const vite = await createVite({
    configFile: `${ROOT}/pwa/vite.config.ts`,
    appType: 'spa',
    server: { middlewareMode: true, hmr: { server } },
  })
  const api = await openApp()
  server.on('request', (request, response) => {
    if (API.test(request.url ?? '')) return void api(request, response)
    vite.middlewares(request, response)
  })
  await listen(server)
  onStop(() => vite.close())
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
}

const serveInChild = () => fork(`${ROOT}/api/start.mjs`, ['dev-server'])

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}
