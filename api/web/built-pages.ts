import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SERVER_FOLDER } from '#api/builds/build.ts'
import { keptBuilds } from '#api/builds/kept.ts'
import { drawAside } from '#api/web/draw-aside.ts'
import type { Draw } from '#sync/protocol/shop/drawing.ts'

/** The style and scripts a screen loads in addition to every page's own. */
export interface ScreenFiles {
  styles: string[]
  scripts: string[]
}

/**
 * What pages are made of: the script a rendered page starts with, those it then loads, and the files of each screen.
 */
interface PageFiles {
  begin: string
  start: string[]
  screens: Readonly<Record<string, ScreenFiles>>
}

/** A build's parts for pages: the empty page, its files, the text of styles by address, and the render code. */
export interface BuiltPages extends PageFiles {
  root: string
  shell: string
  styles: ReadonlyMap<string, string>
  draw: Draw
}

let held: { root: string; pages: Promise<BuiltPages> } | null = null

/** The newest build's pages; null while there is no build. */
export async function builtPages(dir: string): Promise<BuiltPages | null> {
  const [root] = await keptBuilds(dir)
  if (!root) return null
  if (held?.root !== root) held = { root, pages: load(root) }
  return held.pages.catch(error => {
    held = null
    throw error
  })
}

async function load(root: string): Promise<BuiltPages> {
  const [shell, files, styles] = await Promise.all([
    readFile(join(root, 'index.html'), 'utf8'),
    readFile(join(root, 'screens.json'), 'utf8'),
    readStyles(root),
  ])
  const draw = drawAside(pathToFileURL(join(root, SERVER_FOLDER, 'server.mjs')).href)
  return { root, shell, ...(JSON.parse(files) as PageFiles), styles, draw }
}

async function readStyles(root: string): Promise<Map<string, string>> {
  const names = (await readdir(join(root, 'assets'))).filter(name => name.endsWith('.css'))
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, string]> => [
        `/assets/${name}`,
        await readFile(join(root, 'assets', name), 'utf8'),
      ]),
    ),
  )
}
