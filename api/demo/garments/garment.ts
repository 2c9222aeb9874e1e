import type { Cloth } from '#api/demo/cloth/dye.ts'
import { handOf, type Hand } from '#api/demo/cloth/hand.ts'
import type { Print, Weave } from '#api/demo/cloth/weave.ts'

export type View = 'front' | 'back' | 'detail'

/** One garment to draw: which cut of its kind, from which side, in which cloth. */
export interface Order<Cut> {
  view: View
  cut: Cut
  cloth: Cloth
  hand: Hand
}

/** The drawing, and the outlines that throw its shadow; none when it fills the picture. */
export interface Drawing {
  content: string
  outlines: readonly string[]
  /** How far down short garments are laid, px, so that they lie in the middle. */
  drop?: number
}

/** Cloth of one cut. */
export interface Style {
  weave: Weave
  print?: Print
}

/** One kind of garment. Every cut has a name, in a fixed order: a variant counts through them. */
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
