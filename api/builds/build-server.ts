/**
 * Compiles the server, in a process that api/start.mjs runs after a change of the sources. Arguments: the folder for
 * server builds, and the sources' stamp, which it stores there with the build's name.
 */
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileServer } from '#api/builds/compile-server.ts'
import { deleteOthers, keepBuild } from '#api/builds/kept.ts'
import { SERVER_SOURCES, sourceHash } from '#api/builds/source-hash.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

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
    await compileServer(ROOT, ['api/main.ts'], draft)
    await rename(draft, join(dir, name))
  } catch (error) {
    // Another process with the same folder may have made the same build.
    if (!existsSync(join(dir, name))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
