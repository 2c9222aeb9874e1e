import type { Cloth } from './dye.ts'

/** A row of stitches with their small shadow. @param scale 1 on a whole garment, more in a close view */
export function stitch(path: string, thread: string, scale = 1): string {
  const dash = `stroke-dasharray="${9 * scale} ${4.5 * scale}" stroke-linecap="round" fill="none"`
  return (
    `<path d="${path}" ${dash} stroke="#000" stroke-opacity=".3" stroke-width="${3.6 * scale}" transform="translate(${0.6 * scale} ${1.4 * scale})"/>` +
    `<path d="${path}" ${dash} stroke="${thread}" stroke-width="${2.6 * scale}"/>`
  )
}

/** Where two pieces of cloth meet: a groove with a lit edge. */
export function seam(path: string, cloth: Cloth, width = 3): string {
  return (
    `<path d="${path}" fill="none" stroke="${cloth.deep}" stroke-opacity=".16" stroke-width="${width * 4.5}"/>` +
    `<path d="${path}" fill="none" stroke="${cloth.light}" stroke-opacity=".34" stroke-width="${width}" transform="translate(${width * 0.9} ${width * 0.7})"/>` +
    `<path d="${path}" fill="none" stroke="${cloth.deep}" stroke-opacity=".75" stroke-width="${width * 0.8}"/>`
  )
}

/** Fine ribs across a band, such as a cuff. @param lines one path each */
export function ribs(lines: readonly string[], cloth: Cloth, width = 3): string {
  const path = lines.join('')
  return (
    `<path d="${path}" fill="none" stroke="${cloth.deep}" stroke-opacity=".3" stroke-width="${width}"/>` +
    `<path d="${path}" fill="none" stroke="${cloth.light}" stroke-opacity=".25" stroke-width="${width * 0.7}" transform="translate(${width} 0)"/>`
  )
}

interface Spot {
  x: number
  y: number
  r: number
}

/** A sewn button of horn or shell with four holes. */
export function button({ x, y, r }: Spot, colour: string): string {
  const holes = [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ].map(
    ([dx = 0, dy = 0]) =>
      `<circle cx="${x + dx * r * 0.24}" cy="${y + dy * r * 0.24}" r="${r * 0.1}" fill="#17130d" fill-opacity=".75"/>`,
  )
  return (
    `<circle cx="${x + r * 0.14}" cy="${y + r * 0.26}" r="${r * 1.06}" fill="#000" fill-opacity=".32"/>` +
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/><circle cx="${x}" cy="${y}" r="${r * 0.94}" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="${r * 0.1}"/>` +
    `<circle cx="${x}" cy="${y}" r="${r * 0.66}" fill="#000" fill-opacity=".12"/>${holes.join('')}`
  )
}

const METALS = {
  copper: ['#e9b98a', '#a8693a', '#5b3117'],
  steel: ['#f4f4f2', '#9c9b98', '#4d4c4b'],
  brass: ['#f3dc9a', '#b98a35', '#63430f'],
} as const
export type Metal = keyof typeof METALS

/** A shank button or rivet, pressed from metal. */
export function stud({ x, y, r }: Spot, metal: Metal): string {
  const [light, body, dark] = METALS[metal]
  return (
    `<circle cx="${x + r * 0.12}" cy="${y + r * 0.26}" r="${r * 1.12}" fill="#000" fill-opacity=".38"/><circle cx="${x}" cy="${y}" r="${r}" fill="${dark}"/>` +
    `<circle cx="${x - r * 0.06}" cy="${y - r * 0.08}" r="${r * 0.88}" fill="${body}"/><circle cx="${x - r * 0.14}" cy="${y - r * 0.18}" r="${r * 0.6}" fill="${light}" fill-opacity=".55"/>` +
    `<circle cx="${x}" cy="${y}" r="${r * 0.36}" fill="${body}"/><circle cx="${x - r * 0.1}" cy="${y - r * 0.12}" r="${r * 0.16}" fill="#fff" fill-opacity=".8"/>`
  )
}

/** A closed zip down a straight line, with its slider. */
export function zip(
  { x, from, to, scale = 1 }: { x: number; from: number; to: number; scale?: number },
  cloth: Cloth,
): string {
  const wide = 26 * scale
  return (
    `<rect x="${x - wide / 2}" y="${from}" width="${wide}" height="${to - from}" fill="${cloth.deep}"/>` +
    `<path d="M${x} ${from}V${to}" stroke="#3a3a3c" stroke-width="${12 * scale}"/>` +
    `<path d="M${x - 2.6 * scale} ${from}V${to}" stroke="#d9d8d4" stroke-width="${5 * scale}" stroke-dasharray="${4 * scale} ${3 * scale}"/>` +
    `<path d="M${x + 2.6 * scale} ${from + 3.5 * scale}V${to}" stroke="#b3b2ae" stroke-width="${5 * scale}" stroke-dasharray="${4 * scale} ${3 * scale}"/>` +
    `<rect x="${x - 9 * scale}" y="${from + 4 * scale}" width="${18 * scale}" height="${24 * scale}" rx="${5 * scale}" fill="#c9c8c4" stroke="#55534f" stroke-width="${1.5 * scale}"/>` +
    `<rect x="${x - 5 * scale}" y="${from + 22 * scale}" width="${10 * scale}" height="${40 * scale}" rx="${4 * scale}" fill="#dddcd8" stroke="#55534f" stroke-width="${1.5 * scale}"/>`
  )
}
