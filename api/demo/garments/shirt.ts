import { bodice, bodiceOutlines, footHem, sleeveHem, SLEEVES, type BodiceBlock } from './bodice.ts'
import { collar, collarDetail } from './collar.ts'
import { mix, type Cloth } from '#api/demo/cloth/dye.ts'
import { fold } from '#api/demo/cloth/folds.ts'
import { garment, type Drawing, type Order, type Style } from './garment.ts'
import { patch } from '#api/demo/cloth/patch.ts'
import { button, seam, stitch } from '#api/demo/cloth/sewing.ts'

interface ShirtCut extends Style {
  block: BodiceBlock
  collar: 'point' | 'band'
  pockets: 'one' | 'two' | 'none'
  thread?: 'contrast'
}

const block: BodiceBlock = {
  neck: 112,
  drop: 322,
  shoulder: 298,
  chest: 290,
  waist: 284,
  hem: 296,
  foot: 1290,
  tail: 92,
  sleeve: SLEEVES.long,
}
const short: BodiceBlock = { ...block, hem: 304, foot: 1200, tail: 18, sleeve: SLEEVES.loose }
const heavy: BodiceBlock = { ...block, shoulder: 314, chest: 310, waist: 308, hem: 316, foot: 1240, tail: 20 }

export const shirt = garment<ShirtCut>(
  {
    oxford: { weave: 'plain', block, collar: 'point', pockets: 'one' },
    stripe: { weave: 'plain', print: 'pinstripe', block, collar: 'point', pockets: 'one' },
    check: { weave: 'plain', print: 'check', block, collar: 'point', pockets: 'one' },
    linen: { weave: 'plain', block, collar: 'band', pockets: 'none' },
    wax: { weave: 'plain', print: 'wax', block: short, collar: 'point', pockets: 'none' },
    camp: { weave: 'satin', print: 'leaves', block: short, collar: 'point', pockets: 'none' },
    denim: { weave: 'twill', block, collar: 'point', pockets: 'two', thread: 'contrast' },
  },
  draw,
)

export const overshirt = garment<ShirtCut>(
  {
    utility: { weave: 'twill', block: heavy, collar: 'point', pockets: 'two' },
    check: { weave: 'fleece', print: 'check', block: heavy, collar: 'point', pockets: 'two' },
    denim: { weave: 'twill', block: heavy, collar: 'point', pockets: 'two', thread: 'contrast' },
  },
  draw,
)

function draw({ view, cut, cloth, hand }: Order<ShirtCut>): Drawing {
  const thread = cut.thread === 'contrast' ? cloth.contrast : cloth.thread
  const shell = cut.thread === 'contrast' || cloth.lightness < 0.3 ? '#c9b48e' : mix('#f2ede2', cloth.base, 0.12)
  if (view === 'detail') return collarDetail({ cloth, hand, thread, shell, isBand: cut.collar === 'band' })
  const isFront = view === 'front'
  const hem = cut.block.tail && cut.block.tail > 40 ? '' : footHem(cut.block, thread)
  const inside =
    hem +
    (isFront ? placket(cut, { cloth, thread, shell }) + chest(cut, { cloth, thread, shell }) : yoke(cloth, thread))
  const cuffs =
    cut.block.sleeve === SLEEVES.long ? cuff(cut.block, { cloth, thread, shell }) : sleeveHem(cut.block, thread, 34)
  return {
    outlines: bodiceOutlines(cut.block, isFront),
    content:
      bodice(cut.block, { cloth, hand, inside, onSleeve: cuffs }, isFront) +
      collar({ cloth, thread, isFront, isBand: cut.collar === 'band', shell }),
  }
}

interface Trim {
  cloth: Cloth
  thread: string
  shell: string
}

function placket({ block: { foot } }: ShirtCut, { cloth, thread, shell }: Trim): string {
  const buttons = Array.from({ length: Math.floor((foot - 460) / 128) + 1 }, (_, i) =>
    button({ x: 600, y: 424 + i * 128, r: 13 }, shell),
  )
  return (
    `<path d="M630 322V${foot + 20}" stroke="${cloth.deep}" stroke-opacity=".2" stroke-width="16"/>` +
    seam(`M628 322V${foot + 10}`, cloth, 2) +
    stitch(`M619 322V${foot}`, thread) +
    stitch(`M580 322V${foot}`, thread) +
    buttons.join('')
  )
}

function chest({ pockets }: ShirtCut, { cloth, thread, shell }: Trim): string {
  if (pockets === 'none') return ''
  const outline = 'M690 520H826V664L758 700L690 664Z'
  const flap = 'M684 506H832V560L758 590L684 560Z'
  const one =
    patch(outline, cloth) +
    (pockets === 'one'
      ? stitch('M692 546H824', thread) + stitch('M698 552V660L758 691L818 660V552', thread)
      : stitch('M698 580V660L758 691L818 660V580', thread) +
        patch(flap, cloth) +
        stitch('M692 514V555L758 581L824 555V514', thread) +
        button({ x: 758, y: 564, r: 10 }, shell))
  return pockets === 'one' ? one : `${one}<g transform="matrix(-1 0 0 1 1200 0)">${one}</g>`
}

function yoke(cloth: Cloth, thread: string): string {
  return (
    seam('M280 392C420 420 780 420 920 392', cloth) +
    stitch('M280 402C420 430 780 430 920 402', thread) +
    [-1, 1]
      .map(side =>
        fold(cloth, [600 + side * 22, 414, 600 + side * 30, 700, 600 + side * 60, 1200], {
          width: side * 34,
          depth: 0.36,
        }),
      )
      .join('') +
    `<path d="M590 412h20v26h-20z" fill="none" stroke="${cloth.deep}" stroke-width="4"/>`
  )
}

function cuff({ sleeve }: BodiceBlock, { cloth, thread, shell }: Trim): string {
  if (!sleeve) return ''
  const [ox, oy, ix, iy] = [590 - sleeve.outer[0], sleeve.outer[1] - 92, 610 - sleeve.inner[0], sleeve.inner[1] - 96]
  const upper = `M${ox} ${oy}C${ox + 40} ${oy + 22} ${ix - 40} ${iy + 14} ${ix} ${iy}`
  const pleats = [0.4, 0.62].map(share =>
    fold(
      cloth,
      [ox + (ix - ox) * share, oy + 12, ox + (ix - ox) * share + 8, oy - 60, ox + (ix - ox) * share + 26, oy - 130],
      { width: 16, depth: 0.4 },
    ),
  )
  return `${pleats.join('')}${patch(`${upper}V${iy + 140}H${ox}Z`, cloth)}<g transform="translate(0 11)">${stitch(upper, thread)}</g>${button({ x: ix - 34, y: iy + 48, r: 10 }, shell)}`
}
