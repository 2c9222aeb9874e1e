import { createHash, randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawPicture } from '#api/demo/draw-pictures.ts'
import { pictureKey, type Draw, type StoredPicture, type Wanted } from '#api/demo/drawing.ts'
import { isThere, picturePath, storePicture } from '#api/uploads/pictures.ts'
import { PICTURE_WIDTHS } from '#sync/protocol/shop/catalogue.ts'

/**
 * Draws in this process. If PICTURES_CACHE names a folder, takes earlier pictures from there and stores new ones in it.
 */
export const drawAll: Draw = async ({ wanted, uploadsDir, atOnce }, tell) => {
  const queue = [...new Map(wanted.map(picture => [pictureKey(picture), picture]))].reverse()
  const cache = process.env.PICTURES_CACHE || null
  const work = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [key, picture] = next
      await tell(key, cache ? await drawOnce(picture, uploadsDir, cache) : await draw(picture, uploadsDir))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

async function draw({ reference, slug }: Wanted, uploadsDir: string): Promise<StoredPicture> {
  const picture = await drawPicture(reference, variantOf(slug))
  await storePicture(uploadsDir, picture)
  return { name: picture.name, dominant: picture.dominant }
}

/** The same for all pictures of a product, so that they show the same garment. */
const variantOf = (slug: string) => createHash('sha256').update(slug).digest().readUInt16BE()

async function drawOnce(wanted: Wanted, uploadsDir: string, cache: string): Promise<StoredPicture> {
  const note = join(
    cache,
    `${createHash('sha256')
      .update(`${drawingHash()} ${pictureKey(wanted)}`)
      .digest('hex')}.json`,
  )
  if (!(await isThere(note))) {
    const picture = await draw(wanted, cache)
    const draft = `${note}.${randomUUID()}`
    await writeFile(draft, JSON.stringify(picture))
    await rename(draft, note)
  }
  const picture = JSON.parse(await readFile(note, 'utf8')) as StoredPicture
  await mkdir(join(uploadsDir, 'pictures'), { recursive: true })
  for (const width of PICTURE_WIDTHS)
    await linkOrCopy(picturePath(cache, picture.name, width), picturePath(uploadsDir, picture.name, width))
  return picture
}

/** A link takes no space, but works only on one disk. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  if (await isThere(to)) return
  await link(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return
    if (error.code !== 'EXDEV') throw error
    await copyFile(from, to)
  })
}

let hash: string | null = null

/** Changes with the drawing code, so that a cache never shows outdated garments. */
function drawingHash(): string {
  if (hash) return hash
  const folder = new URL('./', import.meta.url)
  const sources = [
    'draw-pictures.ts',
    ...['cloth', 'garments'].flatMap(part =>
      readdirSync(new URL(`${part}/`, folder))
        .sort()
        .map(name => `${part}/${name}`),
    ),
  ]
  hash = createHash('sha256')
    .update(sources.map(name => readFileSync(new URL(name, folder), 'utf8')).join('\n'))
    .digest('hex')
  return hash
}
