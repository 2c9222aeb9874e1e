import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(?:js|css|html|svg|json|webmanifest|txt|ttf|wasm)$/
const SMALLEST = 512 // bytes; below this, headers outweigh the gain

/** Writes a `.br` and a `.gz` beside every file that shrinks, so that no request waits for compression. */
export async function precompress(dir: string): Promise<void> {
  const entries = await readdir(dir, { withFileTypes: true, recursive: true })
  const paths = entries
    .filter(entry => entry.isFile() && TEXT.test(entry.name) && !/\/\./.test(entry.parentPath.slice(dir.length)))
    .map(entry => join(entry.parentPath, entry.name))
  await Promise.all(paths.map(compress))
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < SMALLEST) return
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
}
