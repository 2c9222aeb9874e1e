import {
  armholeOf,
  bodice,
  bodiceOutlines,
  footHem,
  innerNeck,
  neckRib,
  necklineOf,
  ribbedFoot,
  sleeveHem,
  SLEEVES,
  type BodiceBlock,
} from './bodice.ts'
import type { Cloth } from '#api/demo/cloth/dye.ts'
import { fold } from '#api/demo/cloth/folds.ts'
import { garment, type Drawing, type Order, type Style } from './garment.ts'
import { neckDetail } from './neck-detail.ts'
import { ribs, seam, stitch } from '#api/demo/cloth/sewing.ts'

interface CropCut extends Style {
  block: BodiceBlock
  trim: 'rib' | 'hem' | 'smock' | 'tie'
  isRibbed?: boolean
}

/** Places cropped tops in the middle of the picture. */
const DROP = 180

const base: BodiceBlock = {
  neck: 128,
  drop: 344,
  shoulder: 292,
  chest: 290,
  waist: 284,
  hem: 288,
  foot: 920,
  sleeve: SLEEVES.short,
}

export const cropTop = garment<CropCut>(
  {
    ribbed: {
      weave: 'jersey',
      block: {
        ...base,
        shoulder: 222,
        neck: 132,
        drop: 390,
        shape: 'scoop',
        chest: 262,
        waist: 250,
        hem: 246,
        sleeve: undefined,
      },
      trim: 'hem',
      isRibbed: true,
    },
    boxy: {
      weave: 'jersey',
      block: { ...base, shoulder: 320, chest: 326, waist: 326, hem: 330, foot: 880, sleeve: SLEEVES.loose },
      trim: 'hem',
    },
    square: {
      weave: 'plain',
      block: {
        ...base,
        neck: 170,
        drop: 410,
        shape: 'square',
        shoulder: 270,
        chest: 282,
        hem: 262,
        sleeve: SLEEVES.puff,
      },
      trim: 'smock',
    },
    wrap: {
      weave: 'satin',
      block: { ...base, neck: 140, drop: 580, shape: 'v', hem: 252, foot: 900, sleeve: SLEEVES.elbow },
      trim: 'tie',
    },
    wax: {
      weave: 'plain',
      print: 'wax',
      block: {
        ...base,
        neck: 166,
        drop: 390,
        shape: 'square',
        shoulder: 272,
        chest: 282,
        hem: 262,
        sleeve: SLEEVES.puff,
      },
      trim: 'hem',
    },
    stripe: { weave: 'jersey', print: 'stripe', block: { ...base, hem: 274, foot: 900 }, trim: 'rib' },
  },
  draw,
)

function draw({ view, cut, cloth, hand }: Order<CropCut>): Drawing {
  const { block } = cut
  if (view === 'detail') return neckDetail({ cloth, hand, isV: block.shape === 'v' })
  const isFront = view === 'front'
  const inside = (cut.isRibbed ? ribbing(block, cloth) : '') + trim(cut, cloth, isFront)
  const edge =
    cut.trim === 'rib' || cut.isRibbed || block.shape === undefined
      ? neckRib(necklineOf(block, isFront), cloth, 28)
      : facing(necklineOf(block, isFront), cloth)
  const arms = block.sleeve ? '' : armBinding(block, cloth)
  const content =
    (isFront ? innerNeck(block, cloth) : '') +
    bodice(block, { cloth, hand, inside, onSleeve: sleeveHem(block, cloth.thread) }, isFront) +
    edge +
    arms
  return { content, outlines: bodiceOutlines(block, isFront), drop: DROP }
}

function trim({ block, trim: kind }: CropCut, cloth: Cloth, isFront: boolean): string {
  if (kind === 'rib') return ribbedFoot(block, cloth, 66)
  if (kind === 'hem') return footHem(block, cloth.thread)
  if (kind === 'tie') return isFront ? tie(block, cloth) : footHem(block, cloth.thread)
  const rows = Array.from({ length: 7 }, (_, i) =>
    stitch(
      `M${600 - block.chest} ${block.foot - 190 + i * 30}C500 ${block.foot - 176 + i * 30} 700 ${block.foot - 176 + i * 30} ${600 + block.chest} ${block.foot - 190 + i * 30}`,
      cloth.thread,
    ),
  )
  const puckers = Array.from({ length: 30 }, (_, i) =>
    fold(cloth, [346 + i * 17.5, block.foot - 200, 348 + i * 17.5, block.foot - 100, 344 + i * 17.5, block.foot + 4], {
      width: 7,
      depth: 0.4,
    }),
  )
  return puckers.join('') + rows.join('')
}

function ribbing({ foot, chest }: BodiceBlock, cloth: Cloth): string {
  return ribs(
    Array.from(
      { length: Math.floor(chest / 6) },
      (_, i) =>
        `M${600 - chest + i * 12} 220C${602 - chest + i * 12} 500 ${598 - chest + i * 12} 700 ${604 - chest + i * 12} ${foot + 20}`,
    ),
    cloth,
    4,
  )
}

/** The crossing of a wrapped front and its bow. */
function tie({ chest, foot }: BodiceBlock, cloth: Cloth): string {
  const cross = `M600 556C560 640 480 740 ${600 - chest} 800`
  const gathers = [0, 1, 2, 3].map(i =>
    fold(cloth, [640 - i * 30, 560 + i * 40, 540, 690 + i * 20, 600 - chest, 790 + i * 14], { width: 24, depth: 0.4 }),
  )
  return (
    gathers.join('') +
    seam(cross, cloth) +
    stitch(`M600 570C566 650 486 752 ${600 - chest} 814`, cloth.thread) +
    footHem({ neck: 0, drop: 0, shoulder: 0, chest, waist: chest, hem: chest, foot }, cloth.thread)
  )
}

const facing = (line: string, cloth: Cloth) =>
  `<path d="${line}" fill="none" stroke="${cloth.deep}" stroke-width="7"/><path d="${line}" fill="none" stroke="${cloth.base}" stroke-width="5"/><g transform="translate(0 14)">${stitch(line, cloth.thread)}</g>`

function armBinding(block: BodiceBlock, cloth: Cloth): string {
  const one = neckRib(armholeOf(block), cloth, 22)
  return `${one}<g transform="matrix(-1 0 0 1 1200 0)">${one}</g>`
}
