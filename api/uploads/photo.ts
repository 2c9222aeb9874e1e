import { open } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { invalid } from '#api/errors.ts'
import { env } from '#api/env.ts'

const MOST_PIXELS = 25_000_000
const MOST_SECONDS = 20
const WIDTH = 1200
/** The first bytes of these formats; anything else never reaches a decoder. */
const BEGINNINGS = { jpeg: /^\xff\xd8\xff/, png: /^\x89PNG\r\n/, webp: /^RIFF.{4}WEBP/s } as const

/** Formats that a decoder could read but that are not photos. The demo's own pictures are SVG. */
const NEVER_READ = [
  'Heif',
  'Nsgif',
  'Tiff',
  'Vips',
  'Pdf',
  'Magick',
  'Magick7',
  'Openslide',
  'Fits',
  'Rad',
  'Csv',
  'Matrix',
  'Ppm',
  'Analyze',
  'Jp2k',
  'Jxl',
]
export const BLOCKED = [...NEVER_READ, ...(env.demo ? [] : ['Svg'])].map(format => `VipsForeignLoad${format}`)

/** Loaded with the first picture, because it takes 25 MB. */
export async function pictureMaker() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: BLOCKED })
  return sharp
}

/**
 * An uploaded photo, encoded again: upright, at most 1,200 px wide, as WebP, without place, time or camera.
 * @throws 422 on `field` for a file that is not JPEG, PNG or WebP, is broken, or has more than 25 million pixels
 */
export const readPhoto = (path: string, field: string): Promise<Buffer> =>
  remake(path, field, photo =>
    photo
      .resize({ width: WIDTH, height: 2 * WIDTH, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer(),
  )

/**
 * Makes something of a photo's pixels, turned upright. Drops all metadata.
 * @throws 422 on `field` for a file that is not JPEG, PNG or WebP, is broken, has several pages, or more than 25
 * million pixels
 */
export async function remake<T>(path: string, field: string, make: (photo: Sharp) => Promise<T>): Promise<T> {
  const format = await formatOf(path)
  if (!format) throw invalid({ [field]: ['Please send a photo as JPEG, PNG or WebP.'] })
  const sharp = await pictureMaker()
  return inTurn(async () => {
    try {
      const photo = sharp(path, { limitInputPixels: MOST_PIXELS, pages: 1, failOn: 'error' }).timeout({
        seconds: MOST_SECONDS,
      })
      if ((await photo.metadata()).format !== format) throw new Error('Another format than it says.')
      return await make(photo.rotate())
    } catch {
      throw invalid({ [field]: ['This photo cannot be read, or is too large.'] })
    }
  })
}

let last: Promise<unknown> = Promise.resolve()

/** An unpacked picture takes a hundred megabytes, so one at a time. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work)
  last = turn.catch(() => {})
  return turn
}

async function formatOf(path: string) {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0)
    const beginning = buffer.toString('latin1')
    return (
      (Object.keys(BEGINNINGS) as (keyof typeof BEGINNINGS)[]).find(name => BEGINNINGS[name].test(beginning)) ?? null
    )
  } finally {
    await file.close()
  }
}
