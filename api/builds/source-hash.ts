import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What both builds depend on. */
const MADE_BY = ['package.json', 'package-lock.json', 'tsconfig.json']
/** Everything that the PWA is built from. */
export const PAGE_SOURCES = ['pwa', 'sync', 'public', ...MADE_BY]
/** Everything that the server is built from. */
export const SERVER_SOURCES = ['api', 'sync/protocol', ...MADE_BY]

/** A name for the current state of these sources: equal files give the same sixteen hexadecimal digits. */
export async function sourceHash(root: string, sources: readonly string[], more = ''): Promise<string> {
  const paths = (await Promise.all(sources.map(source => filesOf(root, source)))).flat().sort()
  const contents = await Promise.all(paths.map(path => readFile(join(root, path))))
  const hash = createHash('sha256').update(process.versions.node.split('.')[0]! + more)
  for (const [index, path] of paths.entries())
    hash.update(`\0${path}\0${contents[index]!.length}\0`).update(contents[index]!)
  return hash.digest('hex').slice(0, 16)
}

async function filesOf(root: string, source: string): Promise<string[]> {
  if (source.endsWith('.json')) return [source]
  const entries = await readdir(join(root, source), { withFileTypes: true, recursive: true })
  return entries
    .filter(entry => entry.isFile() && !entry.name.endsWith('.md'))
    .map(entry => join(entry.parentPath, entry.name).slice(join(root, '/').length))
}
