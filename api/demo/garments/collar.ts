import type { Cloth } from '#api/demo/cloth/dye.ts'
import { fold } from '#api/demo/cloth/folds.ts'
import type { Drawing } from './garment.ts'
import type { Hand } from '#api/demo/cloth/hand.ts'
import { turned } from '#api/demo/cloth/outline.ts'
import { label, lining, opening as inOpening, patch } from '#api/demo/cloth/patch.ts'
import { piece } from '#api/demo/cloth/piece.ts'
import { button, seam, stitch } from '#api/demo/cloth/sewing.ts'

interface Collar {
  cloth: Cloth
  thread: string
  shell: string
  isFront: boolean
  isBand?: boolean
}

/** The collar of a shirt or jacket, laid over the neck of its body. */
export function collar({ cloth, thread, shell, isFront, isBand = false }: Collar): string {
  const fall =
    'M474 236C480 200 530 186 600 186C670 186 720 200 726 236C690 262 640 268 600 268C560 268 510 262 474 236Z'
  if (!isFront)
    return `${patch(fall, cloth)}${stitch('M486 240C512 256 560 260 600 260C640 260 688 256 714 240', thread)}`
  const opening = 'M486 222C520 200 680 200 714 222C694 270 648 312 600 334C552 312 506 270 486 222Z'
  const inside =
    `<path d="${opening}" fill="${cloth.shade}"/><path d="${opening}" fill="url(#weave)"/><path d="M486 222C520 200 680 200 714 222C690 250 640 262 600 262C560 262 510 250 486 222Z" fill="${cloth.base}"/><path d="M486 222C520 200 680 200 714 222C690 250 640 262 600 262C560 262 510 250 486 222Z" fill="url(#print-body)"/><path d="M486 222C520 200 680 200 714 222" fill="none" stroke="${cloth.deep}" stroke-opacity=".6" stroke-width="3"/><path d="M490 224C520 252 560 262 600 262C640 262 680 252 710 224" fill="none" stroke="${cloth.deep}" stroke-opacity=".7" stroke-width="3"/>` +
    `<path d="M600 262C560 262 510 250 486 222C506 270 552 312 600 334C648 312 694 270 714 222C690 250 640 262 600 262Z" fill="${cloth.deep}" fill-opacity=".42"/>${inOpening(opening, label({ y: 272, width: 64, height: 32 }))}`
  if (isBand) {
    const stand = 'M486 222C504 276 552 318 606 338L596 372C536 350 476 300 458 240C466 232 476 226 486 222Z'
    return (
      inside +
      turned(patch(stand, cloth)) +
      patch(stand, cloth) +
      stitch('M470 242C488 296 540 342 594 362', thread) +
      button({ x: 600, y: 354, r: 11 }, shell)
    )
  }
  const leaf = 'M486 220C506 270 552 312 602 332L552 432C504 392 452 328 436 262C450 242 468 228 486 220Z'
  const sewn = stitch('M449 263C466 322 510 378 549 416L588 336', thread)
  return (
    inside +
    turned(patch(leaf, cloth, 1.5) + sewn) +
    patch(leaf, cloth, 1.5) +
    sewn +
    button({ x: 600, y: 352, r: 12 }, shell)
  )
}

/** Close to the collar: its point, the stand, the placket with two buttons. */
export function collarDetail({
  cloth,
  hand,
  thread,
  shell,
  isBand,
}: {
  cloth: Cloth
  hand: Hand
  thread: string
  shell: string
  isBand: boolean
}): Drawing {
  const scale = 2.5
  const creases = [0, 1, 2].map(i =>
    fold(cloth, [-40, 700 + i * 220, 200, 820 + i * 210, 440, 760 + i * 230 + hand.between(-50, 50)], {
      width: hand.between(60, 90),
      depth: 0.34,
    }),
  )
  const right = [0, 1, 2].map(i =>
    fold(cloth, [760, 860 + i * 190, 960, 960 + i * 200, 1240, 800 + i * 230 + hand.between(-60, 60)], {
      width: hand.between(60, 100),
      depth: 0.34,
    }),
  )
  const leaf = 'M120-60C230 180 400 330 606 420L430 860C250 700 60 420-40 180V-60Z'
  const rightLeaf = 'M1100-60C980 180 820 330 606 420L800 860C970 700 1150 420 1240 180V-60Z'
  const stand = 'M60-60C180 210 380 390 640 480L606 640C330 540 60 330-60 90V-60Z'
  const rightStand = 'M1150-60C1030 210 840 390 580 470L606 620C880 540 1150 330 1260 90V-60Z'
  const collarPieces = isBand
    ? patch(rightStand, cloth, 3) +
      patch(stand, cloth, 3) +
      stitch('M-40 70C90 300 340 500 596 596', thread, scale) +
      button({ x: 604, y: 556, r: 46 }, shell)
    : patch(rightLeaf, cloth, 3) +
      stitch('M1216 190C1130 400 960 660 812 806L636 446', thread, scale) +
      patch(leaf, cloth, 3) +
      stitch('M-10 190C90 400 260 660 418 806L568 448', thread, scale) +
      button({ x: 606, y: 500, r: 46 }, shell)
  return {
    outlines: [],
    content:
      piece('body', 'M-40-40H1240V1540H-40Z', { cloth, roll: 0, inside: creases.join('') + right.join('') }) +
      `<path d="M740 480V1540" stroke="${cloth.deep}" stroke-opacity=".26" stroke-width="56"/>` +
      patch('M500 400H724V1560H500Z', cloth, 2) +
      stitch('M540 430V1540M684 430V1540', thread, scale) +
      seam('M726 440V1540', cloth, 4) +
      fold(cloth, [510, 980, 600, 1010, 716, 970], { width: 30, depth: 0.26 }) +
      [0, 1]
        .map(
          i =>
            `<path d="M612 ${836 + i * 420}V${936 + i * 420}" stroke="${thread}" stroke-width="14"/>${button({ x: 612, y: 886 + i * 420, r: 54 }, shell)}`,
        )
        .join('') +
      `${lining('M120-60C400 60 800 60 1100-60C980 180 820 330 606 420C400 330 230 180 120-60Z', cloth, 0.4)}${label({ y: 90, width: 220, height: 120 })}` +
      collarPieces,
  }
}
