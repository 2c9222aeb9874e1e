import type { Cloth } from '#api/demo/cloth/dye.ts'
import { fold, lens } from '#api/demo/cloth/folds.ts'
import { garment, type Drawing, type Order, type Style } from './garment.ts'
import type { Hand } from '#api/demo/cloth/hand.ts'
import { symmetric, turned } from '#api/demo/cloth/outline.ts'
import { piece } from '#api/demo/cloth/piece.ts'
import { seam, stitch, stud } from '#api/demo/cloth/sewing.ts'
import { waistDetail } from './waist-detail.ts'
import { backBand, backBandOutline, frontBand, frontBandOutline } from './waistband.ts'

interface SkirtCut extends Style {
  shape: 'mini' | 'midi' | 'pleated' | 'tiered'
  isDenim: boolean
  hip: number
  hem: number
  foot: number
  closing: 'fly' | 'buttons' | 'slit' | 'none'
}

const WAIST = 212

export const skirt = garment<SkirtCut>(
  {
    mini: { weave: 'twill', shape: 'mini', isDenim: true, hip: 296, hem: 330, foot: 860, closing: 'fly' },
    midi: { weave: 'twill', shape: 'midi', isDenim: true, hip: 284, hem: 330, foot: 1330, closing: 'buttons' },
    pleated: { weave: 'satin', shape: 'pleated', isDenim: false, hip: 300, hem: 430, foot: 1300, closing: 'none' },
    wax: {
      weave: 'plain',
      print: 'wax',
      shape: 'midi',
      isDenim: false,
      hip: 300,
      hem: 440,
      foot: 1280,
      closing: 'none',
    },
    pencil: { weave: 'twill', shape: 'midi', isDenim: true, hip: 278, hem: 252, foot: 1240, closing: 'slit' },
  },
  draw,
)

function draw({ view, cut, cloth, hand }: Order<SkirtCut>): Drawing {
  const thread = cut.isDenim ? cloth.contrast : cloth.thread
  if (view === 'detail')
    return waistDetail({
      cloth,
      hand,
      pocket: cut.isDenim ? 'scoop' : 'slant',
      thread,
      metal: cut.isDenim ? 'copper' : 'brass',
    })
  const outline = bodyOutline(cut)
  const isFront = view === 'front'
  const body = piece('skirt', outline, {
    cloth,
    inside: falls(cut, cloth, hand) + (cut.isDenim ? denim(cut, cloth, isFront) : '') + hem(cut, thread),
  })
  const band = { waist: WAIST, cloth, thread, metal: 'copper' as const, isPlain: !cut.isDenim }
  const content =
    body + (isFront && cut.isDenim ? closing(cut, cloth, thread) : '') + (isFront ? frontBand(band) : backBand(band))
  return {
    content,
    outlines: [outline, isFront ? frontBandOutline(WAIST) : backBandOutline(WAIST)],
    drop: cut.foot < 1000 ? 200 : 0,
  }
}

function bodyOutline({ hip, hem: reach, foot, shape }: SkirtCut): string {
  const side =
    shape === 'mini'
      ? `C${600 - hip} 560 ${600 - reach} 700 ${600 - reach} ${foot - 30}`
      : `C${600 - hip - 10} 660 ${600 - reach} 980 ${600 - reach} ${foot - 40}`
  return symmetric(
    `M600 240L${600 - WAIST} 234C${600 - WAIST - 30} 300 ${600 - hip} 360 ${600 - hip} 460${side}C${600 - reach * 0.6} ${foot} ${600 - reach * 0.3} ${foot + 12} 600 ${foot + 12}`,
  )
}

function falls({ shape, hip, hem: reach, foot }: SkirtCut, cloth: Cloth, hand: Hand): string {
  if (shape === 'pleated') {
    return Array.from({ length: 17 }, (_, i) => {
      const share = (i - 8) / 8
      const [top, middle, end] = [600 + share * WAIST, 600 + share * hip * 1.04, 600 + share * reach]
      return `<path d="M${top} 240C${middle} 420 ${end} 900 ${end} ${foot + 20}L${end + 30} ${foot + 20}C${end + 26} 900 ${middle + 20} 420 ${top + 10} 240Z" fill="${cloth.deep}" fill-opacity=".34"/><path d="M${top} 240C${middle} 420 ${end} 900 ${end} ${foot + 20}" fill="none" stroke="${cloth.light}" stroke-opacity=".5" stroke-width="5"/>`
    }).join('')
  }
  const count = shape === 'mini' ? 4 : 6
  const drapes = Array.from({ length: count }, (_, i) => {
    const share = (i + 0.5) / (count / 2) - 1
    return fold(
      cloth,
      [
        600 + share * WAIST * 1.05,
        400 + hand.between(-50, 120),
        600 + share * hip,
        foot * 0.62,
        600 + share * reach + hand.between(-20, 20),
        foot + 10,
      ],
      { width: hand.between(26, 46) * (share < 0 ? 1 : -1), depth: 0.36 },
    )
  })
  const hips = [-1, 1].map(side =>
    fold(cloth, [600 + side * hip, 500, 600 + side * hip * 0.6, 540, 600 + side * 90, 500], { width: 22, depth: 0.22 }),
  )
  return (
    lens([520, 300, 490, foot * 0.5, 480, foot], { width: 130, fill: cloth.light, opacity: 0.2 }) +
    drapes.join('') +
    hips.join('')
  )
}

function denim({ hip, foot }: SkirtCut, cloth: Cloth, isFront: boolean): string {
  const left = 600 - WAIST
  const thread = cloth.contrast
  const shifted = (content: string, dx: number, dy: number) => `<g transform="translate(${dx} ${dy})">${content}</g>`
  if (!isFront) {
    const patch = `M420 400L548 418L546 540L486 580L424 530Z`
    const one = `<path d="${patch}" transform="translate(4 8)" fill="${cloth.deep}" fill-opacity=".35"/><path d="${patch}" fill="${cloth.base}" stroke="${cloth.deep}" stroke-width="2.4"/><path d="${patch}" fill="url(#weave)"/>${stitch('M428 416L540 432L538 535L486 568L432 524Z', thread)}${stitch('M428 470C460 474 480 496 486 510C500 496 520 486 540 488', thread)}`
    return (
      one +
      turned(one) +
      seam(`M600 240V${foot + 10}`, cloth) +
      seam('M360 300C480 326 560 344 600 356', cloth) +
      turned(seam('M360 300C480 326 560 344 600 356', cloth))
    )
  }
  const mouth = `M${left + 96} 246C${left + 98} 330 ${left + 40} 386 ${600 - hip - 10} 392`
  const one = `<path d="${mouth}L${left - 80} 240Z" fill="${cloth.deep}" fill-opacity=".22"/>${seam(mouth, cloth, 2.4)}${stitch(mouth, thread)}${shifted(stitch(mouth, thread), 9, 9)}${stud({ x: left + 94, y: 280, r: 7 }, 'copper')}${stud({ x: 600 - hip + 10, y: 386, r: 7 }, 'copper')}`
  return one + turned(one)
}

function closing({ closing: kind, foot }: SkirtCut, cloth: Cloth, thread: string): string {
  if (kind === 'fly')
    return (
      seam('M600 262V560', cloth) +
      seam(`M600 560V${foot + 8}`, cloth, 2) +
      stitch('M640 262C642 360 644 450 630 490C622 512 608 524 601 530', thread) +
      stitch('M630 262C632 360 634 440 620 478C612 496 606 506 601 512', thread)
    )
  if (kind === 'slit')
    return (
      seam('M600 262V900', cloth) +
      stitch('M612 262V900', thread) +
      `<path d="M600 900L574 ${foot + 14}H632Z" fill="${cloth.deep}"/><path d="M600 900L574 ${foot + 14}" stroke="${cloth.light}" stroke-opacity=".5" stroke-width="4"/>`
    )
  const studs = Array.from({ length: 7 }, (_, i) => stud({ x: 600, y: 350 + i * 135, r: 13 }, 'copper'))
  return `${seam(`M640 262V${foot + 6}`, cloth)}${stitch(`M628 262V${foot + 4}`, thread)}${stitch(`M562 262V${foot + 8}`, thread)}${studs.join('')}`
}

function hem({ hem: reach, foot }: SkirtCut, thread: string): string {
  const half = stitch(
    `M600 ${foot - 26}C${600 - reach * 0.3} ${foot - 26} ${600 - reach * 0.6} ${foot - 38} ${600 - reach - 10} ${foot - 78}`,
    thread,
  )
  return half + turned(half)
}
