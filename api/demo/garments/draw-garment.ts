import { cropTop } from './crop-top.ts'
import { dress } from './dress.ts'
import { dye } from '#api/demo/cloth/dye.ts'
import type { Garment, View } from './garment.ts'
import { ground, shadow } from '#api/demo/cloth/ground.ts'
import { cargo } from './cargo.ts'
import { hoodie } from './hoodie.ts'
import { jacket } from './jacket.ts'
import { jeans } from './jeans.ts'
import { overshirt, shirt } from './shirt.ts'
import { shorts } from './shorts.ts'
import { skirt } from './skirt.ts'
import { tee } from './tee.ts'
import { HEIGHT, WIDTH } from '#api/demo/cloth/outline.ts'
import { lights } from '#api/demo/cloth/piece.ts'
import { tiles } from '#api/demo/cloth/weave.ts'
import { FITS, wornPicture } from './worn.ts'

const WARDROBE = {
  jeans,
  cargo,
  jacket,
  'crop-top': cropTop,
  dress,
  shirt,
  skirt,
  shorts,
  tee,
  hoodie,
  overshirt,
} satisfies Record<string, Garment>

export type GarmentKind = keyof typeof WARDROBE
export const GARMENT_KINDS = Object.keys(WARDROBE) as GarmentKind[]
export const VIEWS = ['front', 'back', 'detail', 'worn'] as const satisfies readonly (View | 'worn')[]
export type Shown = (typeof VIEWS)[number]

/** The named cuts of a kind, in the order of `variant`. */
export const cutsOf = (kind: GarmentKind): readonly string[] => WARDROBE[kind].cuts

/** Keeps tiles at whole pixels: at 2.4 the same picture takes seven times as long to render. */
const DETAIL_SCALE = 2.5

/**
 * One picture of one garment, as an SVG of 1200 × 1500.
 * @param dyed `colour` 6 hex digits; `variant` any whole number ≥ 0, picks the cut and the drape
 */
export function drawGarment(kind: GarmentKind, shown: Shown, dyed: { colour: string; variant: number }): string {
  const cloth = dye(dyed.colour)
  const view = shown === 'worn' ? 'front' : shown
  const {
    content,
    outlines,
    drop = 0,
    weave,
    print = 'none',
  } = WARDROBE[kind].make(view, { cloth, variant: dyed.variant })
  const fit = fitOf(kind)
  const scale = shown === 'worn' ? fit.grain / fit.scale : shown === 'detail' ? DETAIL_SCALE : 1
  const defs = `${lights(cloth)}${tiles(cloth, { weave, print, scale })}`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">` +
    (shown === 'worn'
      ? wornPicture(content, { outlines, defs, fit })
      : `<defs>${defs}</defs>${ground()}<g transform="translate(0 ${drop})">${outlines.length ? shadow(outlines) : ''}${content}</g>`) +
    '</svg>'
  )
}

const BOTTOMS: ReadonlySet<GarmentKind> = new Set(['jeans', 'cargo', 'skirt', 'shorts'])
const fitOf = (kind: GarmentKind) => FITS[kind === 'dress' ? 'dress' : BOTTOMS.has(kind) ? 'bottom' : 'top']
