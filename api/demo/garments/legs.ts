import type { Cloth } from '#api/demo/cloth/dye.ts'
import { fold, lens } from '#api/demo/cloth/folds.ts'
import type { Hand } from '#api/demo/cloth/hand.ts'
import type { Side } from '#api/demo/cloth/outline.ts'
import { piece } from '#api/demo/cloth/piece.ts'

/**
 * The block that every garment with legs is cut from. Px; widths from the middle line, `knee` and `hem` as [centre,
 * half width].
 */
export interface LegBlock {
  waist: number
  hip: number
  knee: readonly [number, number]
  hem: readonly [number, number]
  foot: number
}

/** The left leg from under the waistband to its hem. */
export function legOutline({ waist, hip, knee, hem, foot }: LegBlock): string {
  const [outerHem, innerHem] = [600 - hem[0] - hem[1], 600 - hem[0] + hem[1]]
  const top = `M600 262C560 262 500 256 ${600 - waist} 236C${600 - waist - 16} 310 ${600 - hip} 380 ${600 - hip} 470`
  if (foot < 950)
    return `${top}C${600 - hip - 4} 560 ${outerHem} ${foot - 90} ${outerHem} ${foot}C${outerHem + 70} ${foot + 18} ${innerHem - 60} ${foot + 26} ${innerHem} ${foot + 16}C${innerHem} ${foot - 60} 597 660 600 600Z`
  const [outerKnee, innerKnee] = [600 - knee[0] - knee[1], 600 - knee[0] + knee[1]]
  return (
    `${top}C${600 - hip} 640 ${outerKnee} 780 ${outerKnee} 930C${outerKnee} 1090 ${outerHem} 1250 ${outerHem} ${foot}` +
    `C${outerHem + 30} ${foot + 12} ${innerHem - 30} ${foot + 14} ${innerHem} ${foot + 6}C${innerHem} 1220 ${innerKnee} 1090 ${innerKnee} 930C${innerKnee} 800 594 700 600 600Z`
  )
}

/** One leg with the creases of wear at hip, knee and ankle. */
export function leg(
  block: LegBlock,
  { side, cloth, hand, inside = '' }: { side: Side; cloth: Cloth; hand: Hand; inside?: string },
): string {
  return piece(`leg-${side}`, legOutline(block), { cloth, inside: wear(block, cloth, hand) + inside })
}

function wear({ hip, knee, hem, foot }: LegBlock, cloth: Cloth, hand: Hand): string {
  const crotch = [0, 1, 2, 3].map(i =>
    fold(
      cloth,
      [
        596,
        560 + i * 26,
        540 - i * 8,
        540 + i * 34,
        600 - hip * hand.between(0.55, 0.95),
        500 + i * 62 + hand.between(-14, 14),
      ],
      { width: hand.between(15, 26), depth: 0.34 },
    ),
  )
  if (foot < 950) {
    const drop = [0, 1, 2].map(i =>
      fold(
        cloth,
        [
          600 - hip * (0.35 + i * 0.22),
          560 + hand.between(-30, 30),
          590 - hip * (0.4 + i * 0.22),
          690,
          600 - hem[0] - hem[1] * (0.5 * i - 0.4),
          foot + 10,
        ],
        { width: hand.between(20, 34), depth: 0.3 },
      ),
    )
    return crotch.join('') + drop.join('')
  }
  const [centre, half] = [600 - knee[0], knee[1]]
  const behind = [0, 1, 2, 3].map(i => {
    const y = 850 + i * 52 + hand.between(-12, 12)
    return i % 2
      ? fold(cloth, [centre - half, y, centre - half * 0.2, y + 30, centre + half * 0.5, y + 6], {
          width: hand.between(13, 20),
          depth: 0.3,
        })
      : fold(cloth, [centre + half, y, centre + half * 0.2, y + 26, centre - half * 0.45, y + 2], {
          width: hand.between(13, 20),
          depth: 0.3,
        })
  })
  const ankle = [0, 1, 2].map(i => {
    const y = foot - 150 + i * 44 + hand.between(-10, 10)
    const [from, to] =
      i % 2
        ? [600 - hem[0] - hem[1], 600 - hem[0] + hem[1] * 0.6]
        : [600 - hem[0] + hem[1], 600 - hem[0] - hem[1] * 0.6]
    return fold(cloth, [from, y, 600 - hem[0], y + 26, to, y + 2], { width: hand.between(14, 22), depth: 0.3 })
  })
  const thigh = lens([600 - hip * 0.55, 420, 600 - hip * 0.62, 640, centre, 900], {
    width: hip * 0.34,
    fill: cloth.light,
    opacity: 0.26,
  })
  const shin = lens([centre, 930, centre - 4, 1100, 600 - hem[0], foot - 60], {
    width: half * 0.6,
    fill: cloth.light,
    opacity: 0.16,
  })
  return thigh + shin + crotch.join('') + behind.join('') + ankle.join('')
}
