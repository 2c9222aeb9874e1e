import {
  armholeOf,
  bodice,
  bodiceOutlines,
  footHem,
  innerNeck,
  necklineOf,
  sleeveHem,
  SLEEVES,
  type BodiceBlock,
} from './bodice.ts'
import { collar, collarDetail } from './collar.ts'
import { mix, type Cloth } from '#api/demo/cloth/dye.ts'
import { fold } from '#api/demo/cloth/folds.ts'
import { garment, type Drawing, type Order, type Style } from './garment.ts'
import type { Hand } from '#api/demo/cloth/hand.ts'
import { neckDetail } from './neck-detail.ts'
import { turned } from '#api/demo/cloth/outline.ts'
import { button, seam, stitch } from '#api/demo/cloth/sewing.ts'

interface DressCut extends Style {
  block: BodiceBlock
  make: 'flared' | 'shirt' | 'wrap' | 'tiered' | 'slip'
}

const block: BodiceBlock = {
  neck: 124,
  drop: 356,
  shoulder: 250,
  chest: 240,
  waist: 196,
  hem: 400,
  foot: 1390,
  waistY: 730,
  sleeve: SLEEVES.short,
}
const slim = { outer: [446, 620], inner: [312, 690] } as const
const puff = { outer: [404, 620], inner: [280, 660], puff: 66 } as const

export const dress = garment<DressCut>(
  {
    flared: {
      weave: 'plain',
      block: { ...block, neck: 148, drop: 380, shape: 'square', sleeve: puff },
      make: 'flared',
    },
    shirt: {
      weave: 'plain',
      block: { ...block, neck: 112, drop: 322, shoulder: 262, chest: 256, waist: 226, hem: 330, sleeve: slim },
      make: 'shirt',
    },
    wrap: { weave: 'satin', print: 'leaves', block: { ...block, drop: 590, shape: 'v', sleeve: slim }, make: 'wrap' },
    tiered: {
      weave: 'plain',
      block: { ...block, shoulder: 214, neck: 140, drop: 370, shape: 'scoop', hem: 430, sleeve: undefined },
      make: 'tiered',
    },
    slip: {
      weave: 'satin',
      block: {
        ...block,
        shoulder: 190,
        neck: 150,
        drop: 470,
        shape: 'v',
        chest: 222,
        waist: 198,
        hem: 290,
        sleeve: undefined,
      },
      make: 'slip',
    },
    wax: { weave: 'plain', print: 'wax', block: { ...block, neck: 140, drop: 370, sleeve: puff }, make: 'flared' },
    dotted: {
      weave: 'plain',
      print: 'dots',
      block: { ...block, shoulder: 220, neck: 146, drop: 400, shape: 'square', hem: 420, sleeve: undefined },
      make: 'flared',
    },
  },
  draw,
)

function draw({ view, cut, cloth, hand }: Order<DressCut>): Drawing {
  const isShirt = cut.make === 'shirt'
  const shell = mix('#f2ede2', cloth.base, 0.15)
  if (view === 'detail')
    return isShirt
      ? collarDetail({ cloth, hand, thread: cloth.thread, shell, isBand: false })
      : neckDetail({ cloth, hand, isV: cut.block.shape === 'v', isWoven: true })
  const isFront = view === 'front'
  const inside =
    skirt(cut, cloth, hand) +
    waist(cut, cloth, isFront) +
    footHem(cut.block, cloth.thread) +
    (isShirt && isFront ? placket(cut.block.foot, cloth, shell) : '')
  const content = bodice(cut.block, { cloth, hand, inside, onSleeve: sleeveHem(cut.block, cloth.thread) }, isFront)
  const neck = isShirt
    ? collar({ cloth, thread: cloth.thread, shell, isFront })
    : edge(necklineOf(cut.block, isFront), cloth) + (cut.block.sleeve ? '' : armholes(cut.block, cloth))
  return {
    outlines: bodiceOutlines(cut.block, isFront),
    content: (isFront && !isShirt ? innerNeck(cut.block, cloth) : '') + content + neck,
  }
}

function skirt({ block: { waist: top, waistY = 850, hem, foot }, make }: DressCut, cloth: Cloth, hand: Hand): string {
  const count = make === 'slip' || make === 'shirt' ? 6 : 11
  const falls = Array.from({ length: count }, (_, i) => {
    const share = (i + 0.5) / (count / 2) - 1
    return fold(
      cloth,
      [
        600 + share * top,
        waistY + hand.between(10, 90),
        600 + share * (top + hem) * 0.47,
        (waistY + foot) / 2,
        600 + share * hem + hand.between(-14, 14),
        foot + 10,
      ],
      { width: hand.between(30, 50) * (share < 0 ? 1 : -1), depth: 0.42 },
    )
  })
  if (make !== 'tiered') return falls.join('')
  const tiers = [960, 1180].map((y, i) => {
    const reach = top + (hem - top) * (0.62 + i * 0.26)
    const line = `M${600 - reach - 60} ${y - 20}C${600 - reach * 0.4} ${y + 10} ${600 + reach * 0.4} ${y + 10} ${600 + reach + 60} ${y - 20}`
    const gathers = Array.from({ length: 22 }, (_, n) =>
      fold(
        cloth,
        [
          600 + ((n - 10.5) / 11) * reach,
          y + 6,
          604 + ((n - 10.5) / 11) * reach,
          y + 60,
          600 + ((n - 10.5) / 10.4) * reach,
          y + hand.between(90, 150),
        ],
        { width: 15, depth: 0.4 },
      ),
    )
    return `<path d="${line}" transform="translate(0 16)" fill="none" stroke="${cloth.deep}" stroke-opacity=".22" stroke-width="26"/>${seam(line, cloth)}${gathers.join('')}`
  })
  return falls.join('') + tiers.join('')
}

function waist({ block: { waist: half, waistY = 850 }, make }: DressCut, cloth: Cloth, isFront: boolean): string {
  if (make === 'slip') return ''
  const line = `M${580 - half} ${waistY - 8}C${600 - half * 0.4} ${waistY + 16} ${600 + half * 0.4} ${waistY + 16} ${620 + half} ${waistY - 8}`
  const gathers = Array.from({ length: 16 }, (_, i) =>
    fold(
      cloth,
      [
        600 + ((i - 7.5) / 8) * half,
        waistY + 8,
        600 + ((i - 7.5) / 7.8) * half,
        waistY + 50,
        600 + ((i - 7.5) / 7) * half,
        waistY + 110,
      ],
      { width: 13, depth: 0.36 },
    ),
  )
  if (make === 'flared' || make === 'tiered') return seam(line, cloth) + gathers.join('')
  const belt = `<g fill="none"><path d="${line}" stroke="${cloth.deep}" stroke-opacity=".35" stroke-width="58" transform="translate(0 8)"/><path d="${line}" stroke="${cloth.shade}" stroke-width="50"/><path d="${line}" stroke="${cloth.light}" stroke-opacity=".25" stroke-width="14" transform="translate(0 -10)"/></g>`
  if (!isFront) return belt
  const cross =
    make === 'wrap'
      ? seam(`M600 590C580 640 540 690 ${600 - half} ${waistY}`, cloth) +
        seam(`M${600 - half * 0.5} ${waistY + 10}C${600 - half * 0.4} 960 470 1180 420 1400`, cloth, 4)
      : ''
  const bow =
    make === 'wrap' || make === 'shirt' ? knot(make === 'wrap' ? 600 - half * 0.6 : 640, waistY + 4, cloth) : ''
  return cross + belt + bow
}

const knot = (x: number, y: number, cloth: Cloth) =>
  `<g stroke="${cloth.deep}" stroke-opacity=".7" stroke-width="2.4" fill="${cloth.shade}"><path d="M${x} ${y}C${x - 10} ${y + 90} ${x - 40} ${y + 170} ${x - 36} ${y + 250}L${x - 2} ${y + 244}C${x - 6} ${y + 170} ${x + 16} ${y + 90} ${x + 12} ${y}Z"/><path d="M${x} ${y}C${x + 20} ${y + 80} ${x + 40} ${y + 140} ${x + 56} ${y + 210}L${x + 86} ${y + 196}C${x + 62} ${y + 130} ${x + 40} ${y + 70} ${x + 22} ${y - 4}Z"/><rect x="${x - 20}" y="${y - 28}" width="48" height="54" rx="14"/></g><path d="M${x - 8} ${y - 18}C${x - 2} ${y} ${x - 2} ${y + 8} ${x - 8} ${y + 18}" stroke="${cloth.light}" stroke-opacity=".4" stroke-width="4" fill="none"/>`

function placket(foot: number, cloth: Cloth, shell: string): string {
  const buttons = Array.from({ length: 8 }, (_, i) =>
    i === 3 ? '' : button({ x: 600, y: 420 + i * 116, r: 12 }, shell),
  )
  return `${seam(`M626 322V${foot + 10}`, cloth, 2)}${stitch(`M617 322V${foot}M582 322V${foot}`, cloth.thread)}${buttons.join('')}`
}

const edge = (line: string, cloth: Cloth) =>
  `<path d="${line}" fill="none" stroke="${cloth.deep}" stroke-width="13"/><path d="${line}" fill="none" stroke="${cloth.base}" stroke-width="10"/><path d="${line}" fill="none" stroke="${cloth.light}" stroke-opacity=".4" stroke-width="3"/>`

function armholes(block: BodiceBlock, cloth: Cloth): string {
  const line = edge(armholeOf(block), cloth)
  return line + turned(line)
}
