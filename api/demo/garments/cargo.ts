import type { Cloth } from '#api/demo/cloth/dye.ts'
import { fold } from '#api/demo/cloth/folds.ts'
import { garment, type Drawing, type Order, type Style } from './garment.ts'
import type { LegBlock } from './legs.ts'
import { patch } from '#api/demo/cloth/patch.ts'
import { piece } from '#api/demo/cloth/piece.ts'
import { button, ribs, seam, stitch } from '#api/demo/cloth/sewing.ts'
import { drawTrousers } from './trousers.ts'

interface CargoCut extends Style {
  block: LegBlock
  ankle: 'hem' | 'ribbed' | 'drawn'
  pocket: 'straight' | 'pointed'
}

export const cargo = garment<CargoCut>(
  {
    straight: {
      weave: 'twill',
      block: { waist: 206, hip: 264, knee: [150, 112], hem: [150, 102], foot: 1385 },
      ankle: 'hem',
      pocket: 'straight',
    },
    jogger: {
      weave: 'twill',
      block: { waist: 202, hip: 266, knee: [148, 112], hem: [140, 74], foot: 1330 },
      ankle: 'ribbed',
      pocket: 'pointed',
    },
    wide: {
      weave: 'twill',
      block: { waist: 198, hip: 268, knee: [176, 144], hem: [194, 152], foot: 1385 },
      ankle: 'hem',
      pocket: 'pointed',
    },
    parachute: {
      weave: 'plain',
      block: { waist: 200, hip: 276, knee: [178, 148], hem: [166, 98], foot: 1370 },
      ankle: 'drawn',
      pocket: 'straight',
    },
  },
  draw,
)

function draw({ view, cut, cloth, hand }: Order<CargoCut>): Drawing {
  if (view === 'detail') return pocketDetail(cloth, cut.pocket)
  const onLeg = () => thighPocket(cut, cloth) + kneeSeams(cut.block, cloth) + ankle(cut, cloth)
  return drawTrousers(
    { block: cut.block, cloth, hand, thread: cloth.thread, metal: 'steel', pocket: 'slant', backPocket: 'flap', onLeg },
    view,
  )
}

function thighPocket({ block, pocket }: CargoCut, cloth: Cloth): string {
  const outer = 600 - Math.max(block.hip, block.knee[0] + block.knee[1]) + 26
  const x = outer - 30
  const bag = `M${x} 650L${x + 158} 662L${x + 152} 866C${x + 110} 880 ${x + 40} 878 ${x - 6} 868Z`
  const foot = pocket === 'straight' ? `L${x + 168} 728L${x - 10} 716Z` : `L${x + 168} 714L${x + 84} 752L${x - 10} 704Z`
  const flap = `M${x - 10} 636L${x + 170} 650${foot}`
  return (
    patch(bag, cloth) +
    stitch(`M${x + 148} 730L${x + 142} 856C${x + 100} 868 ${x + 40} 866 ${x} 858`, cloth.thread) +
    seam(`M${x + 76} 730L${x + 74} 872`, cloth, 2) +
    fold(cloth, [x + 10, 800, x + 80, 830, x + 146, 790], { width: 18, depth: 0.3 }) +
    patch(flap, cloth) +
    stitch(`M${x - 6} 648L${x + 160} 661`, cloth.thread) +
    button({ x: x + 84, y: pocket === 'straight' ? 706 : 724, r: 10 }, cloth.shade)
  )
}

function kneeSeams({ knee }: LegBlock, cloth: Cloth): string {
  const [outer, inner] = [600 - knee[0] - knee[1] - 20, 600 - knee[0] + knee[1] + 30]
  const line = `M${outer} 960C${outer + 60} 976 ${inner - 60} 976 ${inner} 962`
  return (
    seam(line, cloth, 2.2) +
    stitch(line.replace('960', '970').replace('976', '986').replace('976', '986').replace('962', '972'), cloth.thread)
  )
}

function ankle({ block: { hem, foot }, ankle: kind }: CargoCut, cloth: Cloth): string {
  if (kind === 'hem') return ''
  const [outer, inner] = [600 - hem[0] - hem[1] - 8, 600 - hem[0] + hem[1] + 8]
  const gathers = [0.15, 0.35, 0.55, 0.75, 0.9].map(share =>
    fold(
      cloth,
      [
        outer + (inner - outer) * share,
        foot - 70,
        outer + (inner - outer) * share - 6,
        foot - 130,
        outer + (inner - outer) * share + 8,
        foot - 190,
      ],
      { width: 14, depth: 0.4 },
    ),
  )
  const band = `M${outer} ${foot - 72}C${outer + 40} ${foot - 62} ${inner - 40} ${foot - 60} ${inner} ${foot - 68}V${foot + 20}H${outer}Z`
  const lines = Array.from(
    { length: Math.floor((inner - outer) / 11) },
    (_, i) => `M${outer + 6 + i * 11} ${foot - 70}V${foot + 16}`,
  )
  if (kind === 'ribbed')
    return `${gathers.join('')}<path d="${band}" fill="${cloth.base}"/><path d="${band}" fill="url(#volume)"/>${ribs(lines, cloth)}${seam(`M${outer} ${foot - 72}C${outer + 40} ${foot - 62} ${inner - 40} ${foot - 60} ${inner} ${foot - 68}`, cloth, 2.2)}`
  const cord = `M${outer + 30} ${foot - 40}C${outer + 20} ${foot} ${outer + 34} ${foot + 30} ${outer + 26} ${foot + 60}`
  return `${gathers.join('')}${seam(`M${outer} ${foot - 44}C${outer + 40} ${foot - 34} ${inner - 40} ${foot - 32} ${inner} ${foot - 40}`, cloth, 2.2)}<path d="${cord}" stroke="${cloth.thread}" stroke-width="7" fill="none"/><rect x="${outer + 20}" y="${foot - 42}" width="20" height="26" rx="6" fill="${cloth.deep}"/>`
}

/** Close to the thigh pocket: flap, snap, bellows and bar tacks. */
function pocketDetail(cloth: Cloth, pocket: CargoCut['pocket']): Drawing {
  const bag = 'M210 520L1010 560L990 1440C760 1490 420 1480 190 1440Z'
  const flap =
    pocket === 'straight' ? 'M150 330L1070 380L1062 720L140 672Z' : 'M150 330L1070 380L1062 650L610 800L140 600Z'
  const under = pocket === 'straight' ? 'M190 626L1020 672' : 'M190 566L612 742L1020 612'
  const scale = 2.6
  return {
    outlines: [],
    content:
      piece('leg', 'M-40-40H1240V1540H-40Z', {
        cloth,
        roll: 0,
        inside:
          seam('M1130-40C1120 500 1120 1000 1140 1540', cloth, 6) +
          stitch('M1096-40C1086 500 1086 1000 1106 1540', cloth.thread, scale) +
          fold(cloth, [0, 200, 500, 300, 1100, 160], { width: 70, depth: 0.3 }) +
          fold(cloth, [-40, 980, 60, 1060, 190, 1010], { width: 50, depth: 0.34 }),
      }) +
      patch(bag, cloth, 3) +
      stitch('M970 720L950 1400C740 1446 440 1440 232 1402L250 700', cloth.thread, scale) +
      seam('M560 760L550 1470', cloth, 5) +
      seam('M650 760L644 1470', cloth, 5) +
      fold(cloth, [240, 1100, 400, 1190, 560, 1080], { width: 60, depth: 0.34 }) +
      fold(cloth, [660, 1010, 820, 1120, 970, 1030], { width: 64, depth: 0.34 }) +
      patch(flap, cloth, 3) +
      stitch('M182 372L1036 420', cloth.thread, scale) +
      stitch('M182 404L1036 452', cloth.thread, scale) +
      stitch(under, cloth.thread, scale) +
      fold(cloth, [240, 560, 420, 600, 560, 520], { width: 46, depth: 0.25 }) +
      button({ x: 606, y: pocket === 'straight' ? 580 : 650, r: 58 }, cloth.shade) +
      `<path d="M150 366h70M1000 404h70" stroke="${cloth.thread}" stroke-width="20" stroke-dasharray="6 2"/>`,
  }
}
