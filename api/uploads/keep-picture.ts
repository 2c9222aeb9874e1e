import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { env } from '#api/env.ts'
import { pictureMaker, remake } from '#api/uploads/photo.ts'
import { storePicture } from '#api/uploads/pictures.ts'
import { PICTURE_WIDTHS, type PictureWidth } from '#sync/protocol/shop/catalogue.ts'

/** A picture in the shop's store: the name its files share, and the colour of its middle, 6 hex digits. */
export interface KeptPicture {
  name: string
  dominant: string
}

const QUALITY: Record<PictureWidth, number> = { 160: 66, 400: 60, 800: 58, 1200: 68 }
const WIDEST = 1200
const TALLEST = 2 * WIDEST

/**
 * Stores a picture: as WebP at every width the shop serves, and as JPEG for browsers without WebP. Encodes it again
 * from its pixels, upright and without metadata; the uploaded file is never served. Small pictures stay small. The same
 * file always gets the same name, or one name for each `owner`, so that deleting it takes nobody else's picture.
 * @throws 422 on `field` for a file that is not a picture, is broken or far too large
 */
export async function keepPicture(path: string, field: string, owner = ''): Promise<KeptPicture> {
  const { data, info } = await remake(path, field, photo =>
    photo
      .flatten({ background: '#ffffff' })
      .resize({ width: WIDEST, height: TALLEST, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  const sharp = await pictureMaker()
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const files: { width: PictureWidth; webp: Buffer }[] = []
  for (const width of PICTURE_WIDTHS)
    files.push({
      width,
      webp: await sharp(data, { raw })
        .resize({ width, withoutEnlargement: true, kernel: 'mitchell' })
        .webp({ quality: QUALITY[width], effort: 4 })
        .toBuffer(),
    })
  const jpeg = await sharp(data, { raw }).jpeg({ quality: 82, mozjpeg: true }).toBuffer()
  const name = createHash('sha256').update(data).update(`${info.width}${owner}`).digest('hex').slice(0, 32)
  await storePicture(env.uploadsDir, { name, files, jpeg })
  return { name, dominant: await dominantOf(sharp(data, { raw }), raw) }
}

/** From the middle of the picture, because the ground is around it. */
async function dominantOf(picture: Sharp, { width, height }: { width: number; height: number }): Promise<string> {
  const part = {
    left: Math.floor(width / 3),
    top: Math.floor(height / 3),
    width: Math.max(1, Math.floor(width / 3)),
    height: Math.max(1, Math.floor(height / 3)),
  }
  const middle = await picture.extract(part).resize(1, 1, { fit: 'fill' }).raw().toBuffer()
  return middle.toString('hex').slice(0, 6).toUpperCase()
}
