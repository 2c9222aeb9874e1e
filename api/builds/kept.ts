import { statSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** How many builds stay served: a tab opened two updates ago still finds its chunks. */
export const KEPT = 3

let known: { dir: string; changed: number; names: string[] } = { dir: '', changed: 0, names: [] }

/** The folders of the kept builds, newest first. Read again only after a new build. */
export async function keptBuilds(dir: string): Promise<string[]> {
  const changed = lastChange(dir)
  if (known.dir !== dir || known.changed !== changed)
    known = { dir, changed, names: changed === 0 ? [] : await readNames(dir) }
  return known.names.map(name => join(dir, name))
}

/** Puts a build first and returns the names that stay. */
export async function keepBuild(dir: string, name: string): Promise<string[]> {
  await mkdir(dir, { recursive: true })
  const names = [name, ...(await readNames(dir)).filter(other => other !== name)].slice(0, KEPT)
  const draft = join(dir, `kept.${process.pid}.json`)
  await writeFile(draft, JSON.stringify(names))
  await rename(draft, join(dir, 'kept.json'))
  return names
}

/** Every page and file asks for it, twice: at once it takes microseconds, by a promise a seventh of a kept page. */
function lastChange(dir: string): number {
  try {
    return statSync(join(dir, 'kept.json'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  } catch {
    return 0
  }
}

const readNames = (dir: string): Promise<string[]> =>
  readFile(join(dir, 'kept.json'), 'utf8').then(JSON.parse, () => [])

/** Deletes builds that are not kept, and drafts of processes that died. */
export async function deleteOthers(dir: string, kept: readonly string[]): Promise<void> {
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    if (!entry.isDirectory() || kept.includes(entry.name)) continue
    if (entry.name.startsWith('draft-') && isAlive(Number(entry.name.split('-').at(-1)))) continue
    await rm(join(dir, entry.name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
