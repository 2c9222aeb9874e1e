import type { Cloth } from '#api/demo/cloth/dye.ts'
import { handOf, type Hand } from '#api/demo/cloth/hand.ts'
import type { Print, Weave } from '#api/demo/cloth/weave.ts'

/** A worn garment is drawn from the front, on a form. */
export type View = 'front' | 'back' | 'detail'

/** One garment to draw: the cut, the side and the cloth. */
export interface Order<Cut> {
  view: View
  cut: Cut
  cloth: Cloth
  hand: Hand
}

/** The drawing, and the outlines that cast its shadow; none if it fills the picture. */
export interface Drawing {
  content: string
  outlines: readonly string[]
  /** How far down to place short garments, px, so that they are in the middle. */
  drop?: number
}

/** Cloth of one cut. */
export interface Style {
  weave: Weave
  print?: Print
}

/** One kind of garment. Its cuts have names in a fixed order, which variants count through. */
export interface Garment {
  cuts: readonly string[]
  make(view: View, dyed: { cloth: Cloth; variant: number }): Drawing & Style
}

export function garment<Cut extends Style>(
  cuts: Readonly<Record<string, Cut>>,
  draw: (order: Order<Cut>) => Drawing,
): Garment {
  const styles = Object.values(cuts)
  return {
    cuts: Object.keys(cuts),
    make(view, { cloth, variant }) {
      const cut = styles[variant % styles.length]
      if (!cut) throw new Error('A garment needs at least one cut')
      return { weave: cut.weave, print: cut.print, ...draw({ view, cut, cloth, hand: handOf(variant) }) }
    },
  }
}
