import type { Cloth } from '#api/demo/cloth/dye.ts'
import { fold, lens } from '#api/demo/cloth/folds.ts'
import type { Drawing, View } from './garment.ts'
import type { Hand } from '#api/demo/cloth/hand.ts'
import { leg, legOutline, type LegBlock } from './legs.ts'
import { mirrorOf, pair, type Side } from '#api/demo/cloth/outline.ts'
import { seam, stitch, stud, type Metal } from '#api/demo/cloth/sewing.ts'
import { backBand, backBandOutline, frontBand, frontBandOutline } from './waistband.ts'

export interface Trousers {
  block: LegBlock
  cloth: Cloth
  hand: Hand
  thread: string
  metal: Metal
  pocket: 'scoop' | 'slant'
  /** Stitching on the back pockets. */
  backPocket: 'arc' | 'chevron' | 'plain' | 'flap'
  /** 0 none … 1 bleached along the thigh. */
  wash?: number
  /** Drawn on a leg, above its creases. */
  onLeg?: (side: Side) => string
}

export function drawTrousers(trousers: Trousers, view: Exclude<View, 'detail'>): Drawing {
  const { block } = trousers
  const outline = legOutline(block)
  const isFront = view === 'front'
  return {
    content: isFront ? front(trousers) : back(trousers),
    outlines: [outline, mirrorOf(outline), isFront ? frontBandOutline(block.waist) : backBandOutline(block.waist)],
  }
}

function front({ block, cloth, hand, thread, metal, pocket, wash = 0, onLeg }: Trousers): string {
  const left = 600 - block.waist
  const hip = 600 - block.hip
  const mouth =
    pocket === 'scoop'
      ? `M${left + 82} 246C${left + 84} 322 ${left + 40} 372 ${hip - 6} 376`
      : `M${left + 62} 246L${hip + 16} 424`
  const bag = pocket === 'scoop' ? pocketBag({ mouth, left, hip }, { cloth, thread }) : ''
  const fly = 'M640 262C642 360 644 440 630 480C622 502 608 514 601 520'
  return (
    pair(side =>
      leg(block, {
        side,
        cloth,
        hand,
        inside:
          bleach(block, cloth, { wash, hand }) +
          bag +
          seam(mouth, cloth, 2.4) +
          stitch(mouth, thread) +
          shifted(stitch(mouth, thread), 9, 8) +
          hems(block, cloth, thread) +
          (onLeg?.(side) ?? ''),
      }),
    ) +
    seam(`M600 262V${block.foot < 950 ? 598 : 592}`, cloth) +
    stitch(fly, thread) +
    shifted(stitch(fly, thread), -10, -4) +
    `<path d="M590 548h20M590 556h20" stroke="${thread}" stroke-width="4" stroke-opacity=".9"/>` +
    frontBand({ waist: block.waist, cloth, thread, metal }) +
    (pocket === 'scoop'
      ? pair(() => stud({ x: left + 80, y: 272, r: 6.5 }, metal) + stud({ x: hip + 24, y: 368, r: 6.5 }, metal))
      : '')
  )
}

function back({ block, cloth, hand, thread, backPocket, wash = 0, onLeg }: Trousers): string {
  const yoke = `M${600 - block.waist - 30} 300C500 318 560 342 600 366`
  const seat =
    fold(cloth, [600 - block.hip * 0.9, 640, 500, 690, 596, 610], { width: 34, depth: 0.34 }) +
    fold(cloth, [600 - block.hip * 0.7, 690, 510, 720, 590, 650], { width: 26, depth: 0.26 })
  const yokeSewn =
    backPocket === 'flap'
      ? ''
      : seam(yoke, cloth, 2.4) + shifted(stitch(yoke, thread), 0, 9) + shifted(stitch(yoke, thread), 0, 19)
  return (
    pair(side =>
      leg(block, {
        side,
        cloth,
        hand,
        inside:
          bleach(block, cloth, { wash: wash * 0.6, hand }) +
          seat +
          yokeSewn +
          seatPocket(block, { cloth, thread, backPocket }) +
          hems(block, cloth, thread) +
          (onLeg?.(side) ?? ''),
      }),
    ) +
    seam('M600 240V592', cloth) +
    stitch('M610 246V560', thread) +
    stitch('M620 246V556', thread) +
    backBand({ waist: block.waist, cloth, thread })
  )
}

/** The lining patch and coin pocket inside a scooped pocket. */
function pocketBag(
  { mouth, left, hip }: { mouth: string; left: number; hip: number },
  { cloth, thread }: { cloth: Cloth; thread: string },
): string {
  const coin = `M${left + 8} 310L${left + 62} 312L${left + 56} 352C${left + 30} 366 ${hip + 30} 372 ${hip + 10} 374Z`
  return `<path d="${mouth}L${left - 60} 240Z" fill="${cloth.deep}" fill-opacity=".2"/><path d="${coin}" fill="${cloth.base}" stroke="${cloth.deep}" stroke-opacity=".7" stroke-width="2"/><path d="${coin}" fill="url(#weave)"/>${stitch(`M${left + 10} 318L${left + 58} 320`, thread, 0.8)}${stitch(`M${left + 52} 318L${left + 47} 350`, thread, 0.8)}`
}

function seatPocket(
  { hip }: LegBlock,
  { cloth, thread, backPocket }: { cloth: Cloth; thread: string; backPocket: Trousers['backPocket'] },
): string {
  const x = 600 - hip * 0.5
  const shape = `M${x - 78} 404L${x + 70} 424L${x + 66} 548L${x - 4} 590L${x - 72} 534Z`
  const inner = `M${x - 70} 424L${x + 62} 442L${x + 57} 543L${x - 4} 578L${x - 63} 528Z`
  const figures = {
    arc: `M${x - 66} 470C${x - 36} 474 ${x - 14} 496 ${x - 4} 512C${x + 10} 496 ${x + 32} 484 ${x + 60} 486`,
    chevron: `M${x - 66} 462L${x - 4} 520L${x + 60} 478`,
    plain: '',
    flap: '',
  }
  const flap =
    backPocket === 'flap'
      ? `<path d="M${x - 82} 400L${x + 76} 422L${x + 74} 462L${x - 2} 488L${x - 80} 444Z" fill="${cloth.base}" stroke="${cloth.deep}" stroke-width="2.4"/><path d="M${x - 82} 400L${x + 76} 422L${x + 74} 462L${x - 2} 488L${x - 80} 444Z" fill="url(#weave)"/>${stitch(`M${x - 73} 410L${x + 68} 430L${x + 66} 457L${x - 2} 479L${x - 72} 438Z`, thread)}`
      : ''
  return (
    `<path d="${shape}" transform="translate(4 8)" fill="${cloth.deep}" fill-opacity=".35"/><path d="${shape}" fill="${cloth.base}" stroke="${cloth.deep}" stroke-opacity=".8" stroke-width="2.4"/><path d="${shape}" fill="url(#weave)"/><path d="${shape}" fill="url(#volume)"/>` +
    lens([x - 50, 500, x, 520, x + 40, 500], { width: 70, fill: cloth.light, opacity: 0.16 }) +
    stitch(inner, thread) +
    (figures[backPocket]
      ? stitch(figures[backPocket], thread) + shifted(stitch(figures[backPocket], thread), 0, 9)
      : '') +
    flap
  )
}

/** Side seam, inner seam and the turned hem. */
function hems({ hem, foot }: LegBlock, cloth: Cloth, thread: string): string {
  const [outer, inner] = [600 - hem[0] - hem[1], 600 - hem[0] + hem[1]]
  const lift = foot < 950 ? 44 : 30
  const line =
    foot < 950
      ? `M${outer - 20} ${foot - lift}C${outer + 70} ${foot - lift + 18} ${inner - 60} ${foot - lift + 24} ${inner + 20} ${foot - lift + 14}`
      : `M${outer - 20} ${foot - lift}C${outer + 30} ${foot - lift + 12} ${inner - 30} ${foot - lift + 14} ${inner + 20} ${foot - lift + 4}`
  return `<g transform="translate(0 4)"><path d="${line}" fill="none" stroke="${cloth.deep}" stroke-opacity=".22" stroke-width="9"/></g>${stitch(line, thread)}`
}

/** The fade of washed denim: pale thighs, and whiskers from the crotch. */
function bleach({ hip, knee, foot }: LegBlock, cloth: Cloth, { wash, hand }: { wash: number; hand: Hand }): string {
  if (!wash) return ''
  const end = foot < 950 ? foot - 40 : 960
  const fade = lens([600 - hip * 0.5, 380, 600 - hip * 0.58, 640, 600 - knee[0], end], {
    width: hip * 0.5,
    fill: cloth.light,
    opacity: wash,
  })
  const shin =
    foot < 950
      ? ''
      : lens([600 - knee[0], 880, 600 - knee[0], 1120, 600 - knee[0], foot - 60], {
          width: knee[1] * 0.9,
          fill: cloth.light,
          opacity: wash * 0.6,
        })
  const whiskers = [0, 1, 2, 3].map(i =>
    lens([586, 470 + i * 36, 520, 440 + i * 50, 600 - hip * hand.between(0.72, 0.96), 430 + i * 62], {
      width: hand.between(8, 14),
      fill: cloth.light,
      opacity: wash * 0.7,
    }),
  )
  return fade + shin + whiskers.join('')
}

const shifted = (content: string, dx: number, dy: number) => `<g transform="translate(${dx} ${dy})">${content}</g>`
