import type { Cloth } from '#api/demo/cloth/dye.ts'
import { fold } from '#api/demo/cloth/folds.ts'
import type { Drawing } from './garment.ts'
import type { Hand } from '#api/demo/cloth/hand.ts'
import { piece } from '#api/demo/cloth/piece.ts'
import { seam, stitch, zip } from '#api/demo/cloth/sewing.ts'

/** Close to the front of a zipped jacket: teeth, slider, facing and pocket. */
export function zipDetail({ cloth, hand, isQuilted }: { cloth: Cloth; hand: Hand; isQuilted: boolean }): Drawing {
  const quilt = isQuilted ? [140, 520, 900, 1280].map(y => channel(y, cloth)).join('') : ''
  const creases = [0, 1, 2, 3].map(i =>
    fold(cloth, [-40, 200 + i * 330, 180, 330 + i * 320, 400, 240 + i * 330 + hand.between(-60, 60)], {
      width: hand.between(60, 100),
      depth: 0.32,
    }),
  )
  const right = [0, 1, 2].map(i =>
    fold(cloth, [1240, 260 + i * 380, 980, 420 + i * 380, 720, 330 + i * 400 + hand.between(-60, 60)], {
      width: -hand.between(60, 100),
      depth: 0.32,
    }),
  )
  const welt = `<path d="M930 820L1050 1340" stroke="${cloth.deep}" stroke-opacity=".6" stroke-width="90" stroke-linecap="round"/><path d="M930 820L1050 1340" stroke="${cloth.base}" stroke-width="68" stroke-linecap="round"/><path d="M942 820L1062 1340" stroke="${cloth.deep}" stroke-width="8"/>${stitch('M880 812L1004 1350', cloth.thread, 2.4)}${stitch('M982 800L1100 1330', cloth.thread, 2.4)}`
  return {
    outlines: [],
    content:
      piece('body', 'M-40-40H1240V1540H-40Z', {
        cloth,
        roll: 0,
        inside: (isQuilted ? quilt : creases.join('') + right.join('')) + welt,
      }) +
      `<path d="M500-40V1540M720-40V1540" stroke="${cloth.deep}" stroke-opacity=".3" stroke-width="50"/>${seam('M500-40V1540M706-40V1540', cloth, 5)}${stitch('M474-40V1540M734-40V1540', cloth.thread, 2.4)}` +
      `<rect x="500" y="-40" width="206" height="640" fill="${cloth.deep}" fill-opacity=".14"/>` +
      zip({ x: 603, from: 330, to: 1560, scale: 4 }, cloth) +
      `<path d="M552-40L590 340H616L654-40Z" fill="${cloth.deep}" fill-opacity=".75"/><path d="M552-40L590 340M654-40L616 340" stroke="#cfcdc8" stroke-width="18" stroke-dasharray="14 10"/>`,
  }
}

function channel(y: number, cloth: Cloth): string {
  const line = `M-40 ${y}C300 ${y + 50} 900 ${y + 50} 1240 ${y}`
  const glow = [200, 130, 60].map(
    width =>
      `<path d="${line}" transform="translate(0 150)" fill="none" stroke="${cloth.light}" stroke-opacity=".13" stroke-width="${width}"/><path d="${line}" transform="translate(0 -50)" fill="none" stroke="${cloth.deep}" stroke-opacity=".12" stroke-width="${width * 0.7}"/>`,
  )
  const puckers = Array.from({ length: 12 }, (_, i) =>
    fold(cloth, [20 + i * 104, y + 46, 30 + i * 104, y + 120, 14 + i * 106, y + 210], { width: 34, depth: 0.3 }),
  )
  return `${glow.join('')}${puckers.join('')}${seam(line, cloth, 6)}${stitch(line, cloth.thread, 2.2)}`
}
