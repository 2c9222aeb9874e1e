import type { Cloth } from '#api/demo/cloth/dye.ts'
import { symmetric, turned } from '#api/demo/cloth/outline.ts'
import { piece } from '#api/demo/cloth/piece.ts'
import { seam, stitch, stud, type Metal } from '#api/demo/cloth/sewing.ts'
import { label, lining, opening } from '#api/demo/cloth/patch.ts'

export interface Band {
  waist: number
  cloth: Cloth
  thread: string
  metal?: Metal
  /** Without loops, button and patch, as on a skirt of fine cloth. */
  isPlain?: boolean
}

/** The band from the front, the inside of its back above it, loops, and the button that closes it. */
export function frontBand({ waist, cloth, thread, metal = 'copper', isPlain = false }: Band): string {
  const left = 600 - waist
  const inner = symmetric(`M600 158C560 156 470 156 ${left + 4} 172C500 196 560 203 600 203`)
  return (
    lining(inner, cloth, 0.4) +
    opening(inner, label({ y: 164, width: 88, height: 30 })) +
    piece('band', frontBandOutline(waist), {
      cloth,
      roll: 26,
      inside: stitch(
        symmetric(`M600 210C560 210 502 204 ${left - 10} 180L${left - 12} 230C500 249 560 255 600 255`),
        thread,
      ),
    }) +
    (isPlain
      ? ''
      : seam('M618 203V262', cloth, 2) +
        loop(left + 62, 178, { cloth, thread }) +
        turned(loop(left + 62, 178, { cloth, thread })) +
        stud({ x: 598, y: 232, r: 17 }, metal))
  )
}

/** The band from behind, with its leather patch. */
export function backBand({ waist, cloth, thread, isPlain = false }: Band): string {
  const left = 600 - waist
  const band = piece('band', backBandOutline(waist), {
    cloth,
    roll: 26,
    inside: stitch(
      symmetric(`M600 168C560 168 480 168 ${left - 10} 180L${left - 12} 230C500 249 560 255 600 255`),
      thread,
    ),
  })
  if (isPlain) return band + seam('M600 160V262', cloth, 2)
  return (
    band +
    loop(left + 56, 168, { cloth, thread }) +
    turned(loop(left + 56, 168, { cloth, thread })) +
    loop(587, 158, { cloth, thread }) +
    `<g transform="translate(676 166) rotate(1)"><rect width="92" height="68" rx="4" fill="#000" fill-opacity=".3" transform="translate(2 4)"/><rect width="92" height="68" rx="4" fill="#a9743f"/><rect x="6" y="6" width="80" height="56" rx="2" fill="none" stroke="#e9c894" stroke-width="2" stroke-dasharray="6 3"/><path d="M26 26H66M32 36H60M26 46H66" stroke="#5b3517" stroke-width="4"/></g>`
  )
}

export const frontBandOutline = (waist: number) =>
  symmetric(`M600 202C560 202 500 196 ${604 - waist} 172L${600 - waist} 238C500 257 560 263 600 263`)
export const backBandOutline = (waist: number) =>
  symmetric(`M600 160C560 160 480 160 ${604 - waist} 172L${600 - waist} 238C500 257 560 263 600 263`)

function loop(x: number, y: number, { cloth, thread }: { cloth: Cloth; thread: string }): string {
  return (
    `<rect x="${x + 3}" y="${y + 4}" width="26" height="88" rx="4" fill="#000" fill-opacity=".3"/><rect x="${x}" y="${y}" width="26" height="88" rx="4" fill="${cloth.base}" stroke="${cloth.deep}" stroke-width="2"/>` +
    `<path d="M${x + 5} ${y + 4}V${y + 84}" stroke="${cloth.light}" stroke-opacity=".4" stroke-width="4"/>${stitch(`M${x + 7} ${y + 6}V${y + 82}M${x + 19} ${y + 6}V${y + 82}`, thread, 0.8)}` +
    `<path d="M${x + 2} ${y + 5}h22M${x + 2} ${y + 83}h22" stroke="${thread}" stroke-width="5"/>`
  )
}
