import { code128, ean13, ean8, type DrawingContext, type RenderOptions } from 'bwip-js/generic'
import { isEan, withCheckDigit } from '#sync/protocol/ean.ts'

type Draw = (options: RenderOptions, drawing: DrawingContext<string>) => string

/** The modules of a symbol, dark ones as 1, without its quiet zones: records the bars instead of drawing them. */
function modulesOf(draw: Draw, text: string): string {
  let modules = ''
  const nothing = () => {}
  return draw(
    { bcid: '', text, scale: 1 },
    {
      scale: () => [1, 1],
      measure: () => ({ width: 0, ascent: 0, descent: 0 }),
      init: nothing,
      // A bar is a line along its middle; for an odd width the middle is rounded up.
      line: (...[middle, , , , width]) => {
        modules = modules.padEnd(middle - Math.ceil(width / 2), '0') + '1'.repeat(width)
      },
      polygon: nothing,
      hexagon: nothing,
      ellipse: nothing,
      fill: nothing,
      text: nothing,
      end: () => modules,
    },
  )
}

/** The modules of a Code 128; null for an empty text, or characters beyond ASCII, which scanners read differently. */
export const code128Modules = (text: string): string | null => (/^[ -~]+$/.test(text) ? modulesOf(code128, text) : null)

/** The modules of an EAN-13 or EAN-8 and its code: a UPC-A is an EAN-13 that begins with 0. */
export function eanModules(barcode: string): { code: string; modules: string } | null {
  const code = /^\d{12}$/.test(barcode) && barcode === withCheckDigit(barcode.slice(0, 11)) ? `0${barcode}` : barcode
  return isEan(code) ? { code, modules: modulesOf(code.length === 8 ? ean8 : ean13, code) } : null
}

export interface Bar {
  from: number
  width: number
  isGuard: boolean
}

/** The dark bars, in modules from the left. The guards of an EAN, at both ends and in the middle, are longer. */
export function barsOf(modules: string): Bar[] {
  return [...modules.matchAll(/1+/g)].map(({ 0: { length }, index }) => ({
    from: index,
    width: length,
    isGuard:
      index < 3 || index >= modules.length - 3 || Math.abs(index + length / 2 - modules.length / 2) < GUARD_REACH,
  }))
}

/** The two bars in the middle are one module from it, the next ones three or more. */
const GUARD_REACH = 2
