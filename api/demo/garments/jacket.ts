import { bodice, bodiceOutlines, footHem, ribbedCuff, ribbedFoot, SLEEVES, type BodiceBlock } from './bodice.ts'
import { collar, collarDetail } from './collar.ts'
import type { Cloth } from '#api/demo/cloth/dye.ts'
import { fold, lens } from '#api/demo/cloth/folds.ts'
import { garment, type Drawing, type Order, type Style } from './garment.ts'
import { turned } from '#api/demo/cloth/outline.ts'
import { label, lining, opening, patch } from '#api/demo/cloth/patch.ts'
import { seam, stitch, stud, zip, type Metal } from '#api/demo/cloth/sewing.ts'
import { zipDetail } from './zip-detail.ts'

interface JacketCut extends Style {
  block: BodiceBlock
  make: 'trucker' | 'bomber' | 'puffer' | 'field'
}

const block: BodiceBlock = {
  neck: 116,
  drop: 326,
  shoulder: 314,
  chest: 310,
  waist: 300,
  hem: 286,
  foot: 1130,
  sleeve: SLEEVES.long,
}

export const jacket = garment<JacketCut>(
  {
    trucker: { weave: 'twill', block, make: 'trucker' },
    bomber: { weave: 'satin', block: { ...block, waist: 318, hem: 296, foot: 1150 }, make: 'bomber' },
    puffer: {
      weave: 'satin',
      block: { ...block, shoulder: 318, chest: 322, waist: 326, hem: 312, foot: 1160 },
      make: 'puffer',
    },
    field: { weave: 'twill', block: { ...block, waist: 296, hem: 318, foot: 1290 }, make: 'field' },
  },
  draw,
)

function draw({ view, cut, cloth, hand }: Order<JacketCut>): Drawing {
  const { make } = cut
  const isSewn = make === 'trucker'
  const thread = isSewn ? cloth.contrast : cloth.thread
  if (view === 'detail')
    return isSewn
      ? collarDetail({ cloth, hand, thread, shell: '#a8693a', isBand: false })
      : zipDetail({ cloth, hand, isQuilted: make === 'puffer' })
  const isFront = view === 'front'
  const isRibbed = make === 'bomber'
  const trims = { cloth, thread }
  const inside =
    (make === 'puffer' ? quilting(cut.block, cloth) : '') +
    (isRibbed ? ribbedFoot(cut.block, cloth) : foot(cut.block, trims)) +
    (isFront ? fronts(cut, trims) : backs(cut, trims))
  const onSleeve =
    make === 'puffer'
      ? sleeveQuilting(cloth) + ribbedCuff(cut.block, cloth)
      : isRibbed
        ? ribbedCuff(cut.block, cloth)
        : cuff(cut.block, trims)
  const neck = isRibbed
    ? ribCollar(cloth, isFront)
    : make === 'puffer'
      ? standCollar(cloth, isFront)
      : collar({ cloth, thread, shell: isSewn ? '#a8693a' : cloth.shade, isFront })
  return {
    outlines: bodiceOutlines(cut.block, isFront),
    content: bodice(cut.block, { cloth, hand, inside, onSleeve }, isFront) + neck,
  }
}

interface Trims {
  cloth: Cloth
  thread: string
}

function fronts({ make, block: { foot: end } }: JacketCut, trims: Trims): string {
  const { cloth, thread } = trims
  if (make === 'trucker') return placket(end, trims, 'copper') + truckerChest(trims)
  if (make === 'field') return placket(end, trims, 'steel') + fieldPockets(trims)
  const welt = 'M400 800L440 980'
  const pocket = `<path d="${welt}" stroke="${cloth.deep}" stroke-opacity=".75" stroke-width="22" stroke-linecap="round"/><path d="${welt}" stroke="${cloth.shade}" stroke-width="12" stroke-linecap="round"/>${stitch('M382 806L424 988', thread)}${stitch('M418 796L458 974', thread)}`
  return pocket + turned(pocket) + zip({ x: 600, from: 330, to: end + 10 }, cloth)
}

function backs({ make }: JacketCut, { cloth, thread }: Trims): string {
  if (make === 'puffer') return ''
  const yoke = seam('M270 420C420 446 780 446 930 420', cloth) + stitch('M270 431C420 457 780 457 930 431', thread)
  if (make === 'bomber') return fold(cloth, [420, 420, 600, 480, 780, 420], { width: 30, depth: 0.26 })
  const panel =
    seam('M470 442C480 700 500 900 520 1060', cloth, 2.4) + stitch('M481 442C491 700 511 900 531 1060', thread)
  return yoke + panel + turned(panel)
}

function placket(end: number, { cloth, thread }: Trims, metal: Metal): string {
  const count = Math.floor((end - 440) / 132)
  const studs = Array.from({ length: count + 1 }, (_, i) => stud({ x: 600, y: 424 + i * 132, r: 15 }, metal))
  return `<path d="M640 326V${end + 10}" stroke="${cloth.deep}" stroke-opacity=".24" stroke-width="18"/>${seam(`M636 326V${end + 10}`, cloth)}${stitch(`M626 330V${end}M560 330V${end}`, thread)}${studs.join('')}`
}

function truckerChest({ cloth, thread }: Trims): string {
  const shifted = (content: string) => `<g transform="translate(10 0)">${content}</g>`
  const vee = 'M400 640L452 1050M524 640L488 1050'
  const flap = 'M388 540H536V596L462 630L388 596Z'
  const one =
    seam('M280 534H572', cloth, 2.6) +
    stitch('M280 524H572', thread) +
    seam(vee, cloth, 2.4) +
    stitch(vee, thread) +
    shifted(stitch(vee, thread)) +
    lens([430, 560, 420, 800, 440, 1000], { width: 70, fill: cloth.light, opacity: 0.3 }) +
    patch(flap, cloth) +
    stitch('M396 548V591L462 621L528 591V548', thread) +
    stud({ x: 462, y: 600, r: 12 }, 'copper')
  const welt = `<path d="M350 830L378 1000" stroke="${cloth.deep}" stroke-width="16" stroke-opacity=".7"/>${stitch('M336 826L364 1004M366 822L394 1000', thread)}`
  return one + welt + turned(one + welt)
}

function fieldPockets({ cloth, thread }: Trims): string {
  const at = (y: number, height: number, left: number) => {
    const right = 552
    const middle = (left + right) / 2
    return (
      patch(`M${left} ${y}H${right}V${y + height}H${left}Z`, cloth) +
      stitch(`M${left + 8} ${y + 60}V${y + height - 8}H${right - 8}V${y + 60}`, thread) +
      patch(`M${left - 6} ${y - 14}H${right + 6}V${y + 44}L${middle} ${y + 68}L${left - 6} ${y + 44}Z`, cloth) +
      stitch(`M${left + 2} ${y - 5}V${y + 39}L${middle} ${y + 59}L${right - 2} ${y + 39}V${y - 5}`, thread) +
      stud({ x: middle, y: y + 40, r: 10 }, 'steel')
    )
  }
  const one =
    at(500, 170, 390) +
    at(920, 230, 356) +
    seam('M290 850C400 862 500 862 570 860', cloth) +
    stitch('M290 862C400 874 500 874 570 872', thread)
  return one + turned(one)
}

function foot(block: BodiceBlock, { cloth, thread }: Trims): string {
  const y = block.foot - 70
  const line = `M${580 - block.hem} ${y - 14}C${600 - block.hem * 0.4} ${y + 6} ${600 + block.hem * 0.4} ${y + 6} ${620 + block.hem} ${y - 14}`
  return seam(line, cloth) + `<g transform="translate(0 11)">${stitch(line, thread)}</g>` + footHem(block, thread, 14)
}

function cuff({ sleeve }: BodiceBlock, { cloth, thread }: Trims): string {
  if (!sleeve) return ''
  const [ox, oy, ix, iy] = [590 - sleeve.outer[0], sleeve.outer[1] - 74, 610 - sleeve.inner[0], sleeve.inner[1] - 78]
  const line = `M${ox} ${oy}C${ox + 40} ${oy + 22} ${ix - 40} ${iy + 14} ${ix} ${iy}`
  return (
    patch(`${line}V${iy + 140}H${ox}Z`, cloth) +
    `<g transform="translate(0 11)">${stitch(line, thread)}</g>` +
    stud({ x: ix - 36, y: iy + 40, r: 11 }, thread === cloth.contrast ? 'copper' : 'steel')
  )
}

function quilting({ foot: end, hem }: BodiceBlock, cloth: Cloth): string {
  const rows = Array.from({ length: Math.ceil((end - 380) / 112) }, (_, i) => 380 + i * 112)
  return rows
    .map(y => {
      const line = `M${560 - hem} ${y}C${600 - hem * 0.5} ${y + 26} ${600 + hem * 0.5} ${y + 26} ${640 + hem} ${y}`
      const puckers = [-4, -3, -2, -1, 1, 2, 3, 4].map(i =>
        fold(cloth, [600 + i * 66, y + 18, 604 + i * 66, y + 44, 598 + i * 68, y + 74], { width: 13, depth: 0.3 }),
      )
      return `<g transform="translate(0 30)">${band(line, { colour: cloth.light, width: 46, opacity: 0.2 })}</g><g transform="translate(0 -16)">${band(line, { colour: cloth.deep, width: 44, opacity: 0.16 })}</g>${seam(line, cloth, 3)}${puckers.join('')}`
    })
    .join('')
}

function sleeveQuilting(cloth: Cloth): string {
  return Array.from({ length: 8 }, (_, i) => {
    const y = 380 + i * 96
    const line = `M${220 - i * 18} ${y + 30 - i * 4}C${300 - i * 16} ${y + 50} ${340 - i * 16} ${y + 30} ${400 - i * 14} ${y - 10}`
    return `<g transform="translate(6 26)">${band(line, { colour: cloth.light, width: 36, opacity: 0.2 })}</g><g transform="translate(-4 -14)">${band(line, { colour: cloth.deep, width: 34, opacity: 0.16 })}</g>${seam(line, cloth, 2.6)}`
  }).join('')
}

const band = (line: string, { colour, width, opacity }: { colour: string; width: number; opacity: number }) =>
  [1, 0.66, 0.36]
    .map(
      share =>
        `<path d="${line}" fill="none" stroke="${colour}" stroke-width="${width * share}" stroke-opacity="${opacity}"/>`,
    )
    .join('')

const NECK = 'M470 222C520 200 680 200 730 222L690 310L600 340L510 310Z'

function ribCollar(cloth: Cloth, isFront: boolean): string {
  const line = isFront ? 'M474 226C490 290 540 330 600 340C660 330 710 290 726 226' : 'M474 226C520 250 680 250 726 226'
  const inside = isFront ? lining(NECK, cloth, 0.4) + opening(NECK, label({ y: 250, width: 68, height: 38 })) : ''
  const stroke = (colour: string, width: number, more = '') =>
    `<path d="${line}" fill="none" stroke="${colour}" stroke-width="${width}" ${more}/>`
  return `${inside}${stroke(cloth.deep, 66)}${stroke(cloth.base, 62)}${stroke(cloth.deep, 62, 'stroke-opacity=".34" stroke-dasharray="3 6"')}${stroke(cloth.light, 22, 'stroke-opacity=".22"')}${isFront ? zip({ x: 600, from: 306, to: 420, scale: 0.9 }, cloth) : ''}`
}

function standCollar(cloth: Cloth, isFront: boolean): string {
  const outside =
    'M468 236C462 176 520 150 600 150C680 150 738 176 732 236C700 290 650 318 600 326C550 318 500 290 468 236Z'
  if (!isFront)
    return patch(
      'M468 240C462 176 520 150 600 150C680 150 738 176 732 240C700 262 650 270 600 270C550 270 500 262 468 240Z',
      cloth,
    )
  const inner = 'M490 190C520 160 680 160 710 190C690 236 650 262 600 268C550 262 510 236 490 190Z'
  return `${patch(outside, cloth)}${lining(inner, cloth, 0.5)}${opening(inner, label({ y: 200, width: 64, height: 34 }))}${zip({ x: 600, from: 262, to: 380 }, cloth)}`
}
