import type { Cloth } from '#api/demo/cloth/dye.ts'
import { fold } from '#api/demo/cloth/folds.ts'
import type { Drawing } from './garment.ts'
import type { Hand } from '#api/demo/cloth/hand.ts'
import { piece } from '#api/demo/cloth/piece.ts'
import { seam, stitch } from '#api/demo/cloth/sewing.ts'
import { label } from '#api/demo/cloth/patch.ts'

/** Close to the neck of a top: its rib, or the faced edge of woven cloth, twin needle stitches, the label inside. */
export function neckDetail({
  cloth,
  hand,
  isV = false,
  isWoven = false,
}: {
  cloth: Cloth
  hand: Hand
  isV?: boolean
  isWoven?: boolean
}): Drawing {
  const line = isV
    ? 'M180-60C260 240 440 620 600 860C760 620 940 240 1020-60'
    : 'M150-60C170 320 340 620 600 620C860 620 1030 320 1050-60'
  const stroke = (colour: string, width: number, more = '') =>
    `<path d="${line}" fill="none" stroke="${colour}" stroke-width="${width}" ${more}/>`
  const sewn = (scale: number) =>
    `<g transform="translate(600 ${isV ? 300 : 200}) scale(${scale}) translate(-600 ${isV ? -300 : -200})">${stitch(line, cloth.thread, 2.1)}</g>`
  const creases = [
    ...[-1, 1].flatMap(side =>
      [0, 1].map(i =>
        fold(
          cloth,
          [
            600 + side * (570 - i * 90),
            640 + i * 150,
            600 + side * 340,
            900 + i * 150,
            600 + side * (120 + i * 60),
            1290 + i * 90 + hand.between(-90, 90),
          ],
          { width: side * hand.between(60, 100), depth: 0.3 },
        ),
      ),
    ),
    fold(cloth, [-120, 1150, 420, 1390, 1320, 1330 + hand.between(-60, 60)], {
      width: hand.between(50, 80),
      depth: 0.28,
    }),
    fold(cloth, [1320, 860 + hand.between(-80, 80), 1000, 1130, 500, 1560], {
      width: -hand.between(60, 90),
      depth: 0.3,
    }),
  ]
  const shoulders = [-1, 1].map(
    side =>
      seam(
        `M${600 + side * 470} 60C${600 + side * 540} 110 ${600 + side * 600} 150 ${600 + side * 680} 180`,
        cloth,
        5,
      ) +
      stitch(
        `M${600 + side * 466} 86C${600 + side * 536} 136 ${600 + side * 596} 176 ${600 + side * 676} 206`,
        cloth.thread,
        2.1,
      ),
  )
  const back = piece('back', 'M-40-40H1240V900H-40Z', {
    cloth,
    roll: 0,
    inside: `<path d="M-40-40H1240V900H-40Z" fill="${cloth.deep}" fill-opacity=".42"/>`,
  })
  const backRib = 'M100 60C380 190 820 190 1100 60'
  const rib = `${stroke(cloth.deep, 166, 'stroke-opacity=".8"')}${stroke(cloth.base, 160)}${stroke(cloth.deep, 160, 'stroke-opacity=".24" stroke-dasharray="6 11"')}${stroke(cloth.light, 60, 'stroke-opacity=".16"')}${stroke(cloth.light, 24, 'stroke-opacity=".16"')}`
  const facing = `${stroke(cloth.deep, 44)}${stroke(cloth.base, 36)}${stroke(cloth.light, 12, 'stroke-opacity=".4"')}`
  return {
    outlines: [],
    content:
      `${back}<path d="${backRib}" fill="none" stroke="${cloth.shade}" stroke-width="150"/><path d="${backRib}" fill="none" stroke="${cloth.deep}" stroke-opacity=".3" stroke-width="150" stroke-dasharray="7 11"/>` +
      `<rect x="478" y="236" width="244" height="150" rx="6" fill="#000" fill-opacity=".25" transform="translate(4 8)"/>${label({ y: 236, width: 244, height: 150 })}<path d="M492 246H708" stroke="#b98d4b" stroke-width="4" stroke-dasharray="10 6"/>` +
      piece('body', `${line}L1400-60V1600H-200V-60Z`, {
        cloth,
        roll: 0,
        inside: creases.join('') + shoulders.join(''),
      }) +
      `<g transform="translate(4 16)">${stroke(cloth.deep, isWoven ? 90 : 190, 'stroke-opacity=".22"')}</g>${isWoven ? facing : rib}` +
      `${sewn(1.2)}${sewn(1.245)}`,
  }
}
