import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(?:js|css|html|svg|json|webmanifest|txt|ttf|wasm)$/
const SMALLEST = 512 // bytes; below this, headers outweigh the gain
/** The best, 11, takes three times as long for 2 % less: only what every first visit loads is worth it. */
const QUALITY = 10
const BEST = 11
const FIRST =
  /\/(?:service-worker|assets\/(?:index|shared|shell|home|product-page|product-list|page-routes)-[\w-]+)\.(?:js|css)$/
/** For what only the till and the back office load: a tenth of the time for 6 % more. */
const STAFF_QUALITY = 7
const STAFF_FILES = 'till-assets.json'

/** Writes a `.br` and a `.gz` beside every file that shrinks, so that no request waits for compression. */
export async function precompress(dir: string): Promise<void> {
  const entries = await readdir(dir, { withFileTypes: true, recursive: true })
  const paths = entries
    .filter(entry => entry.isFile() && TEXT.test(entry.name) && !/\/\./.test(entry.parentPath.slice(dir.length)))
    .map(entry => join(entry.parentPath, entry.name))
  const staffs = await staffFilesOf(dir)
  await Promise.all(
    paths.map(path => compress(path, FIRST.test(path) ? BEST : staffs.has(path) ? STAFF_QUALITY : QUALITY)),
  )
}

/** The paths that the build's list names; none in a folder without one. */
async function staffFilesOf(dir: string): Promise<Set<string>> {
  const list = await readFile(join(dir, STAFF_FILES), 'utf8').catch(() => '[]')
  return new Set((JSON.parse(list) as string[]).map(path => join(dir, path)))
}

async function compress(path: string, quality: number): Promise<void> {
  const content = await readFile(path)
  if (content.length < SMALLEST) return
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
}
