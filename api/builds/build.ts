import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deleteOthers, keepBuild } from '#api/builds/kept.ts'
import { PAGE_SOURCES, sourceHash } from '#api/builds/source-hash.ts'
import { onStop } from '#api/boot/lifetime.ts'
import { Refusal } from '#api/boot/refusal.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The folder beside the pages' builds that has the server's. */
export const SERVER = 'server'

/** Where a build keeps what the server renders pages with. Hidden, so that it is not served. */
export const SERVER_FOLDER = '.server'

/**
 * Makes sure that the PWA is built from the current sources in a folder of `dir`. Keeps the two builds before it and
 * deletes older ones. Returns the build time in ms, or null if it was already there.
 * @throws {Refusal} if the build fails
 */
export async function ensureBuild(dir: string): Promise<number | null> {
  const began = performance.now()
  const name = await sourceHash(ROOT, PAGE_SOURCES)
  const missing = !existsSync(join(dir, name))
  if (missing) await build(dir, name)
  const kept = await keepBuild(dir, name)
  await deleteOthers(dir, [...kept, SERVER])
  return missing ? performance.now() - began : null
}

async function build(dir: string, name: string): Promise<void> {
  const draft = join(dir, `draft-${name}-${process.pid}`)
  await mkdir(draft, { recursive: true })
  try {
    await Promise.all([runVite(draft, []), runVite(join(draft, SERVER_FOLDER), ['--ssr', 'server.tsx'])])
    await run([process.argv[1]!, 'precompress', draft])
    await rename(draft, join(dir, name))
  } catch (error) {
    // Another process with the same folder may have made the same build.
    if (!existsSync(join(dir, name))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

function runVite(outDir: string, more: string[]): Promise<void> {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  const config = ['--config', 'pwa/vite.config.ts', '--configLoader', 'runner', '--logLevel', 'warn']
  return run([vite, 'build', ...more, ...config], { BUILD_DIR: outDir, NODE_ENV: 'production' })
}

/** Each step runs in its own process, so that its memory is freed at the end. */
function run(args: string[], env: Record<string, string> = {}): Promise<void> {
  const child = spawn(process.execPath, [...process.execArgv, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      words += chunk.toString()
    })
  onStop(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child
      .on('error', reject)
      .on('close', code => (code === 0 ? resolve() : reject(new Refusal(`The pages could not be built:\n${words}`))))
  })
}
