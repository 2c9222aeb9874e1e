/** A rectangle of the mark, in 64ths of its side; `round`: the radius of its corners. */
export interface MarkShape {
  x: number
  y: number
  width: number
  height: number
  round?: number
  ink: boolean
}

export const MARK_SIDE = 64

/** Where the stitches begin; their gaps are part of the drawing. */
const STITCHES = [1.7, 10.1, 18.5, 26.9, 35.3]

/** The shop's mark, a turned-up cuff with its selvedge, in black and white for paper: painted in this order. */
export const MARK: readonly MarkShape[] = [
  { x: 0, y: 0, width: 64, height: 64, round: 14, ink: true },
  { x: 2.4, y: 40, width: 59.2, height: 21.6, round: 11.6, ink: false },
  { x: 2.4, y: 40, width: 59.2, height: 9, ink: false },
  { x: 2.4, y: 44, width: 59.2, height: 3, ink: true },
  { x: 30.8, y: 0, width: 2.4, height: 40, ink: false },
  ...[10.8, 50.8].flatMap(x => STITCHES.map(y => ({ x, y, width: 2.4, height: 5, ink: false }))),
]
