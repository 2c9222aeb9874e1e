import type { Cloth } from '#api/demo/cloth/dye.ts'
import { fold, lens } from '#api/demo/cloth/folds.ts'
import type { Hand } from '#api/demo/cloth/hand.ts'
import { mirrorOf, pair, symmetric } from '#api/demo/cloth/outline.ts'
import { piece } from '#api/demo/cloth/piece.ts'
import { ribs, seam, stitch } from '#api/demo/cloth/sewing.ts'
import { label, lining, opening } from '#api/demo/cloth/patch.ts'

export type Neck = 'crew' | 'v' | 'scoop' | 'square'
export interface Sleeve {
  outer: readonly [number, number]
  inner: readonly [number, number]
  puff?: number
}

/** The block that every top is cut from. Px; widths are half widths from the middle line. */
export interface BodiceBlock {
  neck: number
  shape?: Neck
  /** How far down the front neckline is. */
  drop: number
  shoulder: number
  chest: number
  waist: number
  hem: number
  foot: number
  /** The height of the waist; below it a dress flares. */
  waistY?: number
  /** How much higher the hem is at the sides. */
  tail?: number
  sleeve?: Sleeve
}

const NECK_Y = 232
const ARMPIT_Y = 548

export const SLEEVES = {
  short: { outer: [494, 610], inner: [362, 690] },
  loose: { outer: [520, 656], inner: [372, 742] },
  elbow: { outer: [500, 790], inner: [392, 830] },
  long: { outer: [512, 1140], inner: [398, 1162] },
  puff: { outer: [448, 620], inner: [318, 666], puff: 72 },
} satisfies Record<string, Sleeve>

/** Shoulders have the same slope at any width. */
export const shoulderY = ({ neck, shoulder }: BodiceBlock) => Math.round(NECK_Y + (shoulder - neck) * 0.32)

/** The seam where the left sleeve is set in. */
export const armholeOf = (block: BodiceBlock) =>
  `M${600 - block.shoulder} ${shoulderY(block)}C${600 - block.shoulder + 42} 380 ${600 - block.chest + 46} 470 ${600 - block.chest} ${ARMPIT_Y}`

export function bodyOutline(block: BodiceBlock, isFront = true): string {
  const { neck, chest, waist, hem, foot, shoulder, waistY = 850, tail = 16 } = block
  const slope = shoulder - neck
  const side =
    foot < 1000
      ? `C${600 - chest + 4} 660 ${600 - hem} ${foot - 130} ${600 - hem} ${foot - tail}`
      : `C${600 - chest + 6} 640 ${600 - waist} ${waistY - 90} ${600 - waist} ${waistY}C${600 - waist} ${waistY + 110} ${600 - hem} ${foot - 240} ${600 - hem} ${foot - tail}`
  return symmetric(
    `${isFront ? toShoulder(block) : `M600 252C${600 - neck * 0.5} 252 ${600 - neck + 10} 246 ${600 - neck} ${NECK_Y}`}` +
      `C${600 - neck - slope * 0.3} ${NECK_Y + slope * 0.1} ${600 - neck - slope * 0.7} ${NECK_Y + slope * 0.22} ${600 - shoulder} ${shoulderY(block)}${armholeOf(block).replace(/^M[^C]*/, '')}` +
      `${side}C${600 - hem * (tail > 40 ? 0.86 : 0.6)} ${foot} ${600 - hem * 0.34} ${foot + 6} 600 ${foot + 6}`,
  )
}

export function sleeveOutline(block: BodiceBlock): string {
  const { shoulder, chest, sleeve } = block
  if (!sleeve) return ''
  const [ox, oy] = [600 - sleeve.outer[0], sleeve.outer[1]]
  const [ix, iy] = [600 - sleeve.inner[0], sleeve.inner[1]]
  const [sx, ax, puff] = [600 - shoulder, 600 - chest, sleeve.puff ?? 0]
  const sy = shoulderY(block)
  const isLong = oy > 900
  return (
    `M${sx} ${sy}C${sx - 70 - puff} ${sy + 34 - puff} ${ox + (isLong ? 40 : 44) - puff} ${isLong ? 700 : oy - 150} ${ox} ${oy}` +
    `C${ox + 30} ${oy + 16} ${ix - 30} ${iy + 6} ${ix} ${iy}C${ix + (isLong ? 34 : 16)} ${isLong ? iy - 300 : iy - 40} ${ax - 26} ${isLong ? 700 : 610} ${ax} ${ARMPIT_Y}C${ax + 46} 470 ${sx + 42} 380 ${sx} ${sy}Z`
  )
}

export const bodiceOutlines = (block: BodiceBlock, isFront = true) =>
  block.sleeve
    ? [bodyOutline(block, isFront), sleeveOutline(block), mirrorOf(sleeveOutline(block))]
    : [bodyOutline(block, isFront)]

/** The neckline as an open line from the left shoulder to the right. */
export function necklineOf(block: BodiceBlock, isFront = true): string {
  const { neck, drop } = block
  const left = 600 - neck
  if (!isFront)
    return `M${left} ${NECK_Y}C${left + 10} 246 ${600 - neck * 0.5} 252 600 252C${600 + neck * 0.5} 252 ${1190 - left} 246 ${1200 - left} ${NECK_Y}`
  const { lower, middle } = bends(block)
  return `M${left} ${NECK_Y}C${middle.join(' ')} ${lower.join(' ')} 600 ${drop}C${1200 - lower[0]} ${lower[1]} ${1200 - middle[0]} ${middle[1]} ${1200 - left} ${NECK_Y}`
}

/** The inside of the back visible through an open neck, with the shop's label. */
export function innerNeck(block: BodiceBlock, cloth: Cloth): string {
  const { neck, drop } = block
  const back = `M${600 - neck - 14} ${NECK_Y - 4}C${600 - neck * 0.5} 256 ${600 + neck * 0.5} 256 ${600 + neck + 14} ${NECK_Y - 4}L${600 + neck + 6} ${drop + 20}H${600 - neck - 6}Z`
  return lining(back, cloth, 0.3) + opening(back, label({ y: 262, width: 68, height: 40 }))
}

interface Made {
  cloth: Cloth
  hand: Hand
  inside?: string
  onSleeve?: string
}

/** Body and sleeves, draped. */
export function bodice(block: BodiceBlock, { cloth, hand, inside = '', onSleeve = '' }: Made, isFront = true): string {
  const sleeves = block.sleeve
    ? pair(side =>
        piece(`sleeve-${side}`, sleeveOutline(block), {
          cloth,
          print: 'sleeve',
          roll: 46,
          inside: sleeveFolds(block, cloth, hand) + onSleeve,
        }),
      )
    : ''
  return (
    sleeves +
    piece('body', bodyOutline(block, isFront), { cloth, inside: bodyFolds(block, cloth, hand) + inside }) +
    (block.sleeve ? pair(() => seam(armholeOf(block), cloth, 2.4)) : '')
  )
}

function bodyFolds({ chest, waist, hem, foot, waistY = 850 }: BodiceBlock, cloth: Cloth, hand: Hand): string {
  const middle = foot < 1000 ? foot - 120 : waistY
  const arms = [-1, 1].flatMap(side =>
    [0, 1, 2].map(i =>
      fold(
        cloth,
        [
          600 + side * (chest - 6),
          556 + i * 26,
          600 + side * chest * 0.7,
          610 + i * 56,
          600 + side * chest * (0.46 - i * 0.06),
          middle - 150 + i * 70 + hand.between(-30, 30),
        ],
        { width: side * hand.between(20, 34), depth: 0.36 },
      ),
    ),
  )
  const hang = [-0.72, -0.36, 0.12, 0.44, 0.78].map(share =>
    fold(
      cloth,
      [
        600 + share * waist,
        middle - hand.between(60, 220),
        600 + share * waist * 1.02,
        (middle + foot) / 2,
        600 + share * hem + hand.between(-18, 18),
        foot + 10,
      ],
      { width: hand.between(24, 44) * (share < 0 ? 1 : -1), depth: 0.32 },
    ),
  )
  const side = [-1, 1].map(turn =>
    fold(
      cloth,
      [
        600 + turn * waist,
        middle + hand.between(-40, 40),
        600 + turn * waist * 0.7,
        middle + 40,
        600 + turn * waist * 0.3,
        middle + hand.between(-10, 50),
      ],
      { width: hand.between(18, 26), depth: 0.26 },
    ),
  )
  return (
    lens([500, 300, 490, 560, 500, foot - 100], { width: 110, fill: cloth.light, opacity: 0.16 }) +
    arms.join('') +
    hang.join('') +
    side.join('')
  )
}

function sleeveFolds({ shoulder, sleeve }: BodiceBlock, cloth: Cloth, hand: Hand): string {
  if (!sleeve) return ''
  const [ox, oy, ix, iy] = [600 - sleeve.outer[0], sleeve.outer[1], 600 - sleeve.inner[0], sleeve.inner[1]]
  const sx = 600 - shoulder
  if (oy < 900)
    return [0.25, 0.6]
      .map(share =>
        fold(
          cloth,
          [
            sx + 10 + share * 40,
            350 + share * 160,
            ox + (ix - ox) * share,
            480,
            ox + (ix - ox) * (share * 0.9),
            oy + 30,
          ],
          { width: hand.between(22, 34), depth: 0.36 },
        ),
      )
      .join('')
  const elbow = [0, 1, 2, 3].map(i =>
    fold(
      cloth,
      [ox + 44 - i * 4, 720 + i * 54 + hand.between(-10, 10), ox + 70, 760 + i * 56, ix + 26 - i * 8, 730 + i * 58],
      { width: hand.between(14, 24) * (i % 2 ? -1 : 1), depth: 0.34 },
    ),
  )
  const upper =
    fold(cloth, [sx + 30, 420, sx - 40, 560, ox + 90, 720], { width: 34, depth: 0.34 }) +
    fold(cloth, [sx - 30, 400, sx - 80, 520, ox + 40, 760], { width: 26, depth: 0.2 })
  const lower = [0, 1].map(i =>
    fold(cloth, [ox + 8, oy - 150 + i * 70, (ox + ix) / 2, oy - 120 + i * 70, ix - 4, oy - 150 + i * 66], {
      width: hand.between(12, 20),
      depth: 0.3,
    }),
  )
  return (
    upper +
    elbow.join('') +
    lower.join('') +
    lens([sx - 40, 360, ox + 30, 700, (ox + ix) / 2 - 14, iy - 60], { width: 42, fill: cloth.light, opacity: 0.2 })
  )
}

/** A knitted band along a neckline. */
export function neckRib(line: string, cloth: Cloth, width = 34): string {
  const stroke = (colour: string, wide: number, more = '') =>
    `<path d="${line}" fill="none" stroke="${colour}" stroke-width="${wide}" ${more}/>`
  return (
    `<g transform="translate(2 6)">${stroke(cloth.deep, width + 8, 'stroke-opacity=".35"')}</g>${stroke(cloth.deep, width + 3)}${stroke(cloth.base, width)}` +
    `${stroke(cloth.deep, width, 'stroke-opacity=".2" stroke-dasharray="2.5 5"')}${stroke(cloth.light, width * 0.3, 'stroke-opacity=".3"')}`
  )
}

/** A sewn hem along the foot, and around the sleeves when asked. */
export function footHem({ hem, foot }: BodiceBlock, thread: string, lift = 34): string {
  const half = `M600 ${foot - lift}C${600 - hem * 0.3} ${foot - lift} ${600 - hem * 0.6} ${foot - lift - 4} ${590 - hem} ${foot - lift - 20}`
  return pair(() => stitch(half, thread) + `<g transform="translate(0 -10)">${stitch(half, thread)}</g>`)
}

export function sleeveHem({ sleeve }: BodiceBlock, thread: string, lift = 26): string {
  if (!sleeve) return ''
  const [ox, oy, ix, iy] = [
    600 - sleeve.outer[0] - 8,
    sleeve.outer[1] - lift,
    600 - sleeve.inner[0] + 8,
    sleeve.inner[1] - lift,
  ]
  return stitch(`M${ox} ${oy}C${ox + 40} ${oy + 22} ${ix - 40} ${iy + 12} ${ix} ${iy}`, thread)
}

/** A ribbed cuff at the end of a long sleeve; the drawing goes on the sleeve. */
export function ribbedCuff({ sleeve }: BodiceBlock, cloth: Cloth): string {
  if (!sleeve) return ''
  const [ox, oy, ix, iy] = [
    600 - sleeve.outer[0] - 10,
    sleeve.outer[1] - 74,
    600 - sleeve.inner[0] + 12,
    sleeve.inner[1] - 78,
  ]
  const cuff = `M${ox} ${oy}C${ox + 40} ${oy + 20} ${ix - 40} ${iy + 12} ${ix} ${iy}V${iy + 120}H${ox}Z`
  const lines = Array.from({ length: 13 }, (_, i) => `M${ox + 6 + i * 9} ${oy + 8}L${ox + 4 + i * 9} ${oy + 120}`)
  return `<path d="${cuff}" fill="${cloth.base}"/><path d="${cuff}" fill="url(#volume)"/>${ribs(lines, cloth)}${seam(`M${ox} ${oy}C${ox + 40} ${oy + 20} ${ix - 40} ${iy + 12} ${ix} ${iy}`, cloth, 2.4)}`
}

/** A ribbed band along the foot of the body; the drawing goes on the body. */
export function ribbedFoot({ hem, foot }: BodiceBlock, cloth: Cloth, height = 84): string {
  const [left, top] = [590 - hem, foot - height]
  const upper = `M${left} ${top - 14}C${600 - hem * 0.6} ${top} ${600 - hem * 0.3} ${top + 6} 600 ${top + 6}C${600 + hem * 0.3} ${top + 6} ${600 + hem * 0.6} ${top} ${1200 - left} ${top - 14}`
  const count = Math.floor((hem * 2) / 10)
  const lines = Array.from({ length: count }, (_, i) => `M${left + 8 + i * 10.2} ${top - 12}V${foot + 20}`)
  return `<path d="${upper}V${foot + 20}H${left}Z" fill="${cloth.base}"/><path d="${upper}V${foot + 20}H${left}Z" fill="url(#volume)"/>${ribs(lines, cloth)}${seam(upper, cloth, 2.4)}`
}

function toShoulder(block: BodiceBlock) {
  const { lower, middle } = bends(block)
  return `M600 ${block.drop}C${lower.join(' ')} ${middle.join(' ')} ${600 - block.neck} ${NECK_Y}`
}

function bends({ neck, drop, shape = 'crew' }: BodiceBlock) {
  const left = 600 - neck
  const at = (share: number) => NECK_Y + (drop - NECK_Y) * share
  const lower =
    shape === 'v'
      ? ([600 - neck * 0.3, at(0.74)] as const)
      : shape === 'square'
        ? ([left + 4, drop] as const)
        : ([600 - neck * 0.66, drop] as const)
  const middle =
    shape === 'v'
      ? ([left + 6, at(0.3)] as const)
      : shape === 'square'
        ? ([left + 2, at(0.96)] as const)
        : ([left + 2, at(0.56)] as const)
  return { lower, middle }
}
