import type { Cloth } from '#api/demo/cloth/dye.ts'
import { fold } from '#api/demo/cloth/folds.ts'
import type { Drawing } from './garment.ts'
import type { Hand } from '#api/demo/cloth/hand.ts'
import { piece } from '#api/demo/cloth/piece.ts'
import { seam, stitch, stud, type Metal } from '#api/demo/cloth/sewing.ts'

interface WaistDetail {
  cloth: Cloth
  hand: Hand
  pocket: 'scoop' | 'slant'
  thread: string
  metal: Metal
}

/** Close to the waistband: button, loop, fly and the mouth of the front pocket. */
export function waistDetail({ cloth, hand, pocket, thread, metal }: WaistDetail): Drawing {
  const band = 'M-40 120C300 170 800 190 1240 130L1240 470C800 530 300 510 -40 450Z'
  const body = 'M-40 430C300 490 800 510 1240 450V1540H-40Z'
  const mouth = pocket === 'scoop' ? 'M1010 440C1000 760 1100 960 1300 1020' : 'M980 440L1240 1180'
  const fly = 'M560 480C566 860 560 1120 500 1280C476 1342 440 1380 410 1400'
  const creases = [0, 1, 2, 3].map(i =>
    fold(cloth, [300, 1180 + i * 110, 620, 1050 + i * 130, 1240, 1090 + i * 150 + hand.between(-40, 40)], {
      width: hand.between(50, 80),
      depth: 0.34,
    }),
  )
  const left = [0, 1, 2].map(i =>
    fold(cloth, [300, 1100 + i * 120, 160, 1060 + i * 130, -40, 1050 + i * 160], {
      width: hand.between(44, 66),
      depth: 0.32,
    }),
  )
  const bag =
    pocket === 'scoop'
      ? `<path d="${mouth}V430Z" fill="${cloth.deep}" fill-opacity=".26"/>${coin(cloth, thread)}`
      : `<path d="${mouth}V430Z" fill="${cloth.deep}" fill-opacity=".22"/>`
  const inside =
    creases.join('') +
    left.join('') +
    bag +
    seam(mouth, cloth, 6) +
    shifted(stitch(mouth, thread, 2.6), -26, 12) +
    shifted(stitch(mouth, thread, 2.6), -58, 22)
  const loopX = 860
  return {
    outlines: [],
    content:
      `<rect width="1200" height="600" fill="${cloth.deep}"/><path d="M-40 0H1240V190H-40Z" fill="${cloth.shade}"/><path d="M-40 0H1240V190H-40Z" fill="url(#weave)"/><path d="M-40 120C300 170 800 190 1240 130" transform="translate(0 -26)" fill="none" stroke="${cloth.deep}" stroke-opacity=".5" stroke-width="60"/>` +
      piece('body', body, { cloth, roll: 0, inside }) +
      seam('M300 480C306 900 300 1200 290 1540', cloth, 6) +
      stitch(fly, thread, 2.6) +
      shifted(stitch(fly, thread, 2.6), 34, 10) +
      `<path d="M-40 470C300 528 800 548 1240 490" fill="none" stroke="${cloth.deep}" stroke-opacity=".45" stroke-width="34"/>` +
      piece('waist', band, {
        cloth,
        roll: 70,
        inside: fold(cloth, [100, 330, 500, 390, 900, 330], { width: 60, depth: 0.22 }),
      }) +
      stitch('M-40 152C300 200 800 220 1240 160', thread, 2.6) +
      stitch('M-40 420C300 478 800 498 1240 438', thread, 2.6) +
      seam('M352 170C358 290 356 380 352 494', cloth, 6) +
      stitch('M378 178C384 290 382 380 378 486', thread, 2.6) +
      `<path d="M150 322C190 310 250 308 300 316" stroke="${thread}" stroke-width="22" stroke-linecap="round"/><path d="M160 321C200 312 250 311 292 317" stroke="${cloth.deep}" stroke-width="7" stroke-linecap="round"/>` +
      stud({ x: 240, y: 318, r: 84 }, metal) +
      `<rect x="${loopX + 12}" y="118" width="104" height="420" rx="14" fill="#000" fill-opacity=".34"/><rect x="${loopX}" y="104" width="104" height="424" rx="14" fill="${cloth.base}" stroke="${cloth.deep}" stroke-width="5"/><rect x="${loopX}" y="104" width="104" height="424" rx="14" fill="url(#weave)"/><rect x="${loopX}" y="104" width="104" height="424" rx="14" fill="url(#volume)"/>` +
      stitch(`M${loopX + 24} 120V514M${loopX + 80} 120V514`, thread, 2.4) +
      `<path d="M${loopX + 6} 128h92M${loopX + 6} 506h92" stroke="${thread}" stroke-width="18" stroke-dasharray="6 2"/>` +
      (pocket === 'scoop'
        ? stud({ x: 1008, y: 566, r: 26 }, metal)
        : `<path d="M960 590l60-18" stroke="${thread}" stroke-width="20" stroke-dasharray="6 2"/>`),
  }
}

const coin = (cloth: Cloth, thread: string) =>
  `<path d="M1074 700L1240 690V1000C1180 980 1110 900 1080 820Z" fill="${cloth.base}"/><path d="M1074 700L1240 690V1000C1180 980 1110 900 1080 820Z" fill="url(#weave)" stroke="${cloth.deep}" stroke-width="4"/>${stitch('M1084 728L1240 718', thread, 2.4)}`

const shifted = (content: string, dx: number, dy: number) => `<g transform="translate(${dx} ${dy})">${content}</g>`
