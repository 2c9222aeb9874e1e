import {
  bodice,
  bodiceOutlines,
  footHem,
  innerNeck,
  neckRib,
  necklineOf,
  sleeveHem,
  SLEEVES,
  type BodiceBlock,
} from './bodice.ts'
import type { Cloth } from '#api/demo/cloth/dye.ts'
import { garment, type Drawing, type Order, type Style } from './garment.ts'
import { neckDetail } from './neck-detail.ts'
import { stitch } from '#api/demo/cloth/sewing.ts'

interface TeeCut extends Style {
  block: BodiceBlock
  hasPocket?: boolean
  badge?: 'sun' | 'bars'
}

const classic: BodiceBlock = {
  neck: 114,
  drop: 336,
  shoulder: 300,
  chest: 296,
  waist: 290,
  hem: 298,
  foot: 1240,
  sleeve: SLEEVES.short,
}
const boxy: BodiceBlock = {
  ...classic,
  shoulder: 326,
  chest: 330,
  waist: 330,
  hem: 334,
  foot: 1190,
  sleeve: SLEEVES.loose,
}

export const tee = garment<TeeCut>(
  {
    classic: { weave: 'jersey', block: classic },
    pocket: { weave: 'jersey', block: classic, hasPocket: true },
    stripe: { weave: 'jersey', print: 'stripe', block: { ...classic, drop: 320, neck: 130 } },
    vneck: { weave: 'jersey', block: { ...classic, drop: 420, shape: 'v', neck: 108 } },
    boxy: { weave: 'jersey', block: boxy, badge: 'sun' },
    graphic: { weave: 'jersey', block: classic, badge: 'bars' },
    elbow: { weave: 'jersey', block: { ...classic, sleeve: SLEEVES.elbow }, hasPocket: true },
  },
  draw,
)

function draw({ view, cut, cloth, hand }: Order<TeeCut>): Drawing {
  const { block } = cut
  if (view === 'detail') return neckDetail({ cloth, hand, isV: block.shape === 'v' })
  const isFront = view === 'front'
  const inside =
    footHem(block, cloth.thread) +
    (isFront && cut.hasPocket ? pocket(cloth) : '') +
    (isFront && cut.badge ? badge(cut.badge, cloth) : '')
  return {
    outlines: bodiceOutlines(block, isFront),
    content:
      (isFront ? innerNeck(block, cloth) + neckRib(necklineOf(block, false), cloth, 26) : '') +
      bodice(block, { cloth, hand, inside, onSleeve: sleeveHem(block, cloth.thread) }, isFront) +
      neckRib(necklineOf(block, isFront), cloth),
  }
}

function pocket(cloth: Cloth): string {
  const shape = 'M668 500H800V640C760 664 708 664 668 640Z'
  return `<path d="${shape}" transform="translate(3 6)" fill="${cloth.deep}" fill-opacity=".3"/><path d="${shape}" fill="${cloth.base}" stroke="${cloth.deep}" stroke-opacity=".7" stroke-width="2"/><path d="${shape}" fill="url(#weave)"/><path d="${shape}" fill="url(#volume)"/>${stitch('M670 524H798', cloth.thread)}${stitch('M676 530V636C712 656 756 656 792 636V530', cloth.thread)}`
}

function badge(kind: 'sun' | 'bars', cloth: Cloth): string {
  const ink = cloth.lightness > 0.55 ? '#23407f' : '#f4ecdc'
  if (kind === 'bars')
    return `<g fill-opacity=".92"><rect x="490" y="520" width="220" height="38" fill="#b3402f"/><rect x="490" y="566" width="220" height="38" fill="#e4ab36"/><rect x="490" y="612" width="220" height="38" fill="#1f6b45"/><path d="M600 548l11 26h28l-22 18 8 27-25-16-25 16 8-27-22-18h28z" fill="#17181c"/></g>`
  const rays = Array.from(
    { length: 16 },
    (_, i) => `<path d="M600 470L608 426H592Z" transform="rotate(${i * 22.5} 600 570)"/>`,
  )
  return `<g fill="${ink}" fill-opacity=".9"><circle cx="600" cy="570" r="74"/>${rays.join('')}<path d="M520 590H680V606H520ZM534 616H666V628H534Z" fill="${cloth.base}"/></g>`
}
