import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import {
  cutsOf,
  drawGarment,
  GARMENT_KINDS,
  VIEWS,
  type GarmentKind,
  type Shown,
} from '#api/demo/garments/draw-garment.ts'
import { PICTURE_WIDTHS, type PictureWidth } from '#sync/protocol/shop/catalogue.ts'

export interface DrawnPicture {
  /** A hash of the content, 16 hex digits: the same picture always has the same name. */
  name: string
  /** The garment's main colour, 6 hex digits. */
  dominant: string
  files: { width: PictureWidth; webp: Buffer }[]
}

export interface PictureReference {
  kind: GarmentKind
  cut: string | null
  view: Shown
  colour: string
}

/** A phone's screen is dense: what is lost by these nobody sees, but everybody pays for every byte. */
const QUALITY: Record<PictureWidth, number> = { 160: 40, 400: 34, 800: 38, 1200: 60 }
/** How long the coder looks for fewer bytes: worth it where pages show many. */
const EFFORT: Record<PictureWidth, number> = { 160: 6, 400: 6, 800: 4, 1200: 2 }

/**
 * Draws one picture of the demo shop at every width the shop serves.
 * @param reference such as `drawn:jeans:front:23407F`; the kind may name its cut, `drawn:jeans-wide:front:23407F`
 * @param variant any whole number: the same for all pictures of a product, so that they show the same garment
 * @throws Error if the reference cannot be drawn
 */
export async function drawPicture(reference: string, variant: number): Promise<DrawnPicture> {
  const { kind, cut, view, colour } = readReference(reference)
  const svg = drawGarment(kind, view, { colour, variant: withCut(Math.abs(Math.trunc(variant)), kind, cut) })
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const files = await Promise.all(
    PICTURE_WIDTHS.map(async width => ({ width, webp: await encode(sharp(data, { raw }), width) })),
  )
  const sum = createHash('sha256')
  for (const { webp } of files) sum.update(webp)
  return { name: sum.digest('hex').slice(0, 16), dominant: await dominantOf(sharp(data, { raw })), files }
}

/** @throws Error if the reference cannot be drawn */
export function readReference(reference: string): PictureReference {
  const [, name = '', viewName = '', colour = ''] = /^drawn:([a-z-]+):([a-z]+):([0-9A-F]{6})$/.exec(reference) ?? []
  const kind = GARMENT_KINDS.find(
    candidate => name === candidate || cutsOf(candidate).some(cut => name === `${candidate}-${cut}`),
  )
  const view = VIEWS.find(candidate => candidate === viewName)
  if (!kind || !view) throw new Error(`No picture can be drawn for "${reference}"`)
  return { kind, cut: name === kind ? null : name.slice(kind.length + 1), view, colour }
}

/** The nearest variant, below or above, with the named cut. */
function withCut(variant: number, kind: GarmentKind, cut: string | null) {
  if (!cut) return variant
  const cuts = cutsOf(kind)
  return variant - (variant % cuts.length) + cuts.indexOf(cut)
}

/** Woven cloth made smaller is mostly noise to a coder: this kernel leaves a third less of it than a sharper one. */
const encode = (picture: Sharp, width: PictureWidth) =>
  picture
    .resize({ width, kernel: 'mitchell' })
    .webp({ quality: QUALITY[width], effort: EFFORT[width], ...(width < 1200 && { preset: 'picture' }) })
    .toBuffer()

/** From the middle of the picture, because the ground around it is the same everywhere. */
async function dominantOf(picture: Sharp) {
  const middle = await picture
    .extract({ left: 420, top: 520, width: 360, height: 300 })
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer()
  return middle.toString('hex').toUpperCase()
}
