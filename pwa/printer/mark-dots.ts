import { MARK, MARK_SIDE, type MarkShape } from '#pwa/receipt/shop-mark.ts'

/** A picture as the printer's encoder takes it: four bytes a dot. */
export interface Dots {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** The shop's mark, `side` dots wide; a multiple of 8. */
export function markDots(side: number): Dots {
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let dot = 0; dot < side * side; dot += 1) {
    const [x, y] = [dot % side, Math.floor(dot / side)].map(place => ((place + 0.5) * MARK_SIDE) / side) as [
      number,
      number,
    ]
    const top = MARK.findLast(shape => isWithin(shape, x, y))
    if (top?.ink) data.fill(0, dot * 4, dot * 4 + 3)
  }
  return { width: side, height: side, data }
}

function isWithin({ x: left, y: top, width, height, round = 0 }: MarkShape, x: number, y: number): boolean {
  if (x < left || x > left + width || y < top || y > top + height) return false
  const beyond = (place: number, from: number, size: number) =>
    Math.max(from + round - place, place - (from + size - round), 0)
  return Math.hypot(beyond(x, left, width), beyond(y, top, height)) <= round || round === 0
}
