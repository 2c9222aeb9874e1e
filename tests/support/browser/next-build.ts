import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepBuild } from '#api/builds/kept.ts'

const TEXT = /\.(?:js|css|html|json|webmanifest)$/

/** The newest build in a folder of builds. */
export const newestBuild = (dir: string): string =>
  (JSON.parse(readFileSync(join(dir, 'kept.json'), 'utf8')) as string[])[0]!

/** A new folder of builds with the newest build of another. */
export function copyBuild(from: string, to: string): void {
  const name = newestBuild(from)
  mkdirSync(to, { recursive: true })
  cpSync(join(from, name), join(to, name), { recursive: true })
  writeFileSync(join(to, 'kept.json'), JSON.stringify([name]))
}

/**
 * Adds a build before the newest: the same pages, but every asset under a new name, as after a change to the sources.
 * Its index.html names it in `data-build`.
 */
export async function addBuild(dir: string, name: string): Promise<void> {
  const root = join(dir, name)
  cpSync(join(dir, newestBuild(dir)), root, { recursive: true })
  const assets = readdirSync(join(root, 'assets')).filter(file => !/\.(?:br|gz)$/.test(file))
  const renamed = assets.map(file => [file, file.replace(/(?:\.next-\w+)?(\.\w+)$/, `.${name}$1`)] as const)
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (/\.(?:br|gz)$/.test(path)) rmSync(join(root, path))
    else if (TEXT.test(path)) rewrite(join(root, path))
  }
  for (const [from, to] of renamed) renameSync(join(root, 'assets', from), join(root, 'assets', to))
  await keepBuild(dir, name)

  function rewrite(path: string) {
    let text = readFileSync(path, 'utf8')
      .replace('<html', `<html data-build="${name}"`)
      .replaceAll(/("revision":")[^"]*"/g, `$1${name}"`)
    for (const [from, to] of renamed) text = text.replaceAll(from, to)
    writeFileSync(path, text)
  }
}
