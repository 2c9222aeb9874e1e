import { readFile } from 'node:fs/promises'
import { env } from '#api/env.ts'
import type { Letter, LetterPicture } from '#api/mail/letter.ts'
import { pictureMaker } from '#api/uploads/photo.ts'
import { nameOfPicture, picturePath } from '#api/uploads/pictures.ts'
import type { ProductImage } from '#sync/protocol/shop/catalogue.ts'

/** Twice as large as a line shows it, because phones have fine screens. */
const SIZE = { width: 128, height: 160 }
/** The shopper pays for the data. */
const MOST_BYTES = 8_192
const MOST_PICTURES = 20
const QUALITIES = [76, 55, 30]
/** Orders of one day show the same goods again and again. */
const MOST_REMEMBERED = 100

const remembered = new Map<string, Buffer>()

/** The picture as a letter names it; undefined without one. */
export function letterPicture(image: ProductImage | null | undefined): LetterPicture | undefined {
  const name = image ? nameOfPicture(image.file.storage_link.split('/').at(-1)!) : null
  return name ? { name, alt: image!.alt ?? '' } : undefined
}

/** The id by which a letter's page shows an attached picture. */
export const contentIdOf = (name: string) => `${name}@pictures`

/**
 * The letter's pictures, small and as JPEG, because some mail programs do not show WebP. Attached, so that opening a
 * letter tells nobody. Leaves out what is no longer in the store.
 */
export async function readPictures({ pieces }: Letter): Promise<Map<string, Buffer>> {
  const names = pieces.flatMap(piece => {
    if (piece.kind === 'picture') return [piece.picture.name]
    return piece.kind === 'goods' ? piece.lines.flatMap(({ picture }) => picture?.name ?? []) : []
  })
  const pictures = new Map<string, Buffer>()
  for (const name of [...new Set(names)].slice(0, MOST_PICTURES)) {
    const picture = remembered.get(name) ?? (await smallPicture(name))
    if (!picture) continue
    pictures.set(name, picture)
    remember(name, picture)
  }
  return pictures
}

async function smallPicture(name: string): Promise<Buffer | null> {
  if (!/^[\da-f]{16,64}$/.test(name)) return null
  const stored = await readFile(picturePath(env.uploadsDir, name, 400)).catch(() => null)
  if (!stored) return null
  const sharp = await pictureMaker()
  const pixels = await sharp(stored)
    .resize({ ...SIZE, fit: 'cover' })
    .removeAlpha()
    .raw()
    .toBuffer()
    .catch(() => null)
  if (!pixels) return null
  for (const quality of QUALITIES) {
    const picture = await sharp(pixels, { raw: { ...SIZE, channels: 3 } })
      .jpeg({ quality, mozjpeg: true })
      .toBuffer()
    if (picture.length <= MOST_BYTES) return picture
  }
  return null
}

function remember(name: string, picture: Buffer): void {
  remembered.delete(name)
  remembered.set(name, picture)
  if (remembered.size > MOST_REMEMBERED) remembered.delete(remembered.keys().next().value!)
}
