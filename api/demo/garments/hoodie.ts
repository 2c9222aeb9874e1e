import { bodice, bodiceOutlines, ribbedCuff, ribbedFoot, SLEEVES, type BodiceBlock } from './bodice.ts'
import type { Cloth } from '#api/demo/cloth/dye.ts'
import { fold, lens } from '#api/demo/cloth/folds.ts'
import { garment, type Drawing, type Order, type Style } from './garment.ts'
import type { Hand } from '#api/demo/cloth/hand.ts'
import { symmetric, turned } from '#api/demo/cloth/outline.ts'
import { label, lining, opening as inOpening, patch } from '#api/demo/cloth/patch.ts'
import { piece } from '#api/demo/cloth/piece.ts'
import { seam, stitch, stud, zip } from '#api/demo/cloth/sewing.ts'

interface HoodieCut extends Style {
  block: BodiceBlock
  hasZip: boolean
}

const block: BodiceBlock = {
  neck: 124,
  drop: 400,
  shoulder: 308,
  chest: 312,
  waist: 314,
  hem: 290,
  foot: 1180,
  sleeve: SLEEVES.long,
}
const HOOD = 'M600 60C490 58 424 128 424 222C424 286 470 352 600 424'
/** The hood rises above the shoulders, so everything is lower. */
const DROP = 90

export const hoodie = garment<HoodieCut>(
  {
    pullover: { weave: 'fleece', block, hasZip: false },
    zip: { weave: 'fleece', block: { ...block, shoulder: 300, hem: 284 }, hasZip: true },
    boxy: {
      weave: 'fleece',
      block: { ...block, shoulder: 330, chest: 338, waist: 340, hem: 318, foot: 1120 },
      hasZip: false,
    },
  },
  draw,
)

function draw({ view, cut, cloth, hand }: Order<HoodieCut>): Drawing {
  if (view === 'detail') return cordDetail(cloth, hand)
  const isFront = view === 'front'
  const inside =
    ribbedFoot(cut.block, cloth) +
    (isFront ? kangaroo(cut, cloth) : '') +
    (isFront && cut.hasZip ? zip({ x: 600, from: 410, to: cut.block.foot + 10 }, cloth) : '')
  const body = bodice(cut.block, { cloth, hand, inside, onSleeve: ribbedCuff(cut.block, cloth) }, isFront)
  const content = isFront ? body + hoodFront(cloth, cut.hasZip) : body + hoodBack(cloth)
  return { content, outlines: [...bodiceOutlines(cut.block, isFront), symmetric(HOOD)], drop: DROP }
}

function kangaroo({ block: { foot }, hasZip }: HoodieCut, cloth: Cloth): string {
  const top = foot - 380
  const half = symmetric(`M600 ${top}L480 ${top}L400 ${top + 170}L404 ${foot - 88}L600 ${foot - 82}`)
  const mouth = `M486 ${top + 12}L414 ${top + 164}`
  const split = hasZip
    ? `<path d="M600 ${top}V${foot - 80}" stroke="${cloth.deep}" stroke-width="40" stroke-opacity=".35"/>`
    : ''
  return (
    patch(half, cloth) +
    stitch(mouth, cloth.thread) +
    turned(stitch(mouth, cloth.thread)) +
    stitch(`M490 ${top + 12}H710`, cloth.thread) +
    fold(cloth, [450, top + 130, 540, top + 210, 640, top + 160], { width: 26, depth: 0.26 }) +
    split
  )
}

function hoodFront(cloth: Cloth, hasZip: boolean): string {
  const opening = symmetric('M600 128C528 126 490 180 492 244C494 300 536 364 600 404')
  const cord = 'M566 392C560 450 566 520 556 600'
  const one = `<path d="${cord}" transform="translate(5 8)" stroke="${cloth.deep}" stroke-opacity=".5" stroke-width="11" fill="none"/><path d="${cord}" stroke="${cloth.light}" stroke-width="11" fill="none"/><path d="${cord}" stroke="${cloth.shade}" stroke-width="11" stroke-dasharray="3 6" stroke-opacity=".5" fill="none"/><rect x="549" y="590" width="15" height="38" rx="4" fill="#b7b5ae"/>${stud({ x: 560, y: 386, r: 9 }, 'steel')}`
  return (
    piece('hood', symmetric(HOOD), {
      cloth,
      inside:
        fold(cloth, [440, 180, 470, 300, 580, 400], { width: 30, depth: 0.4 }) +
        fold(cloth, [760, 180, 730, 300, 620, 400], { width: -30, depth: 0.4 }) +
        lens([470, 130, 440, 200, 470, 300], { width: 26, fill: cloth.light, opacity: 0.2 }),
    }) +
    `${lining(opening, cloth, 0.5)}${fold(cloth, [520, 160, 600, 240, 680, 160], { width: 40, depth: 0.4 })}${inOpening(opening, label({ y: 262, width: 60, height: 38 }))}` +
    `<path d="${opening}" fill="none" stroke="${cloth.deep}" stroke-width="4"/>${stitch(symmetric('M600 106C512 104 466 168 468 244C470 310 524 384 594 422'), cloth.thread)}` +
    (hasZip ? '' : one + turned(one))
  )
}

function hoodBack(cloth: Cloth): string {
  const outline = symmetric('M600 60C490 58 424 128 424 222C424 300 480 352 600 366')
  return piece('hood', outline, {
    cloth,
    inside:
      seam('M600 60V366', cloth) +
      stitch('M612 64V360M588 64V360', cloth.thread) +
      fold(cloth, [440, 220, 520, 330, 600, 350], { width: 34, depth: 0.4 }) +
      fold(cloth, [760, 220, 680, 330, 600, 350], { width: -34, depth: 0.4 }),
  })
}

/** Close to the neck of the hood: eyelet, cord and its metal end. */
function cordDetail(cloth: Cloth, hand: Hand): Drawing {
  const opening = 'M140-60C160 360 380 640 600 760C820 640 1040 360 1060-60Z'
  const cord = (x: number, bend: number) => `M${x} 690C${x + bend} 900 ${x - bend * 0.4} 1080 ${x + bend * 0.7} 1290`
  const one = (x: number, bend: number) =>
    `<path d="${cord(x, bend)}" transform="translate(16 26)" stroke="${cloth.deep}" stroke-opacity=".5" stroke-width="46" fill="none"/><path d="${cord(x, bend)}" stroke="${cloth.light}" stroke-width="44" fill="none"/><path d="${cord(x, bend)}" stroke="${cloth.deep}" stroke-opacity=".3" stroke-width="44" stroke-dasharray="8 14" fill="none"/><path d="${cord(x, bend)}" stroke="#fff" stroke-opacity=".2" stroke-width="14" fill="none"/>` +
    `<rect x="${x + bend * 0.7 - 27}" y="1270" width="54" height="130" rx="12" fill="#a9a7a0"/><rect x="${x + bend * 0.7 - 16}" y="1276" width="14" height="118" rx="6" fill="#fff" fill-opacity=".6"/>${stud({ x, y: 690, r: 42 }, 'steel')}`
  const creases = [-1, 1].flatMap(side =>
    [0, 1, 2].map(i =>
      fold(
        cloth,
        [
          600 + side * (620 - i * 40),
          500 + i * 240,
          600 + side * 380,
          760 + i * 200,
          600 + side * (190 + i * 50),
          960 + i * 190 + hand.between(-50, 50),
        ],
        { width: side * hand.between(70, 110), depth: 0.36 },
      ),
    ),
  )
  return {
    outlines: [],
    content:
      piece('body', 'M-40-40H1240V1540H-40Z', {
        cloth,
        roll: 0,
        inside:
          creases.join('') +
          seam('M-40 420C200 640 420 820 600 900C780 820 1000 640 1240 420', cloth, 7) +
          stitch('M-40 470C200 690 420 870 600 950C780 870 1000 690 1240 470', cloth.thread, 2.4),
      }) +
      `${lining(opening, cloth, 0.46)}${fold(cloth, [240, 40, 600, 460, 960, 40], { width: 150, depth: 0.4 })}${label({ y: 230, width: 220, height: 140 })}` +
      `<path d="${opening}" fill="none" stroke="${cloth.deep}" stroke-width="8"/><path d="M60-60C90 400 340 720 600 850C860 720 1110 400 1140-60" fill="none" stroke="${cloth.deep}" stroke-opacity=".14" stroke-width="60"/>${stitch('M40-60C70 420 330 750 600 876C870 750 1130 420 1160-60', cloth.thread, 2.4)}` +
      one(420, -60) +
      one(790, 50),
  }
}
