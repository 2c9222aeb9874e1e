import { code128Modules, eanModules } from './label-bars.ts'

/** `roll`: 40 × 30 mm, one after the other. `a4`: sheets of 21, 63.5 × 38.1 mm each, as they are sold. */
export type LabelLayout = 'roll' | 'a4'

/** Of one label, in millimetres. */
export const LABEL_SIZES: Record<LabelLayout, [width: number, height: number]> = { roll: [40, 30], a4: [63.5, 38.1] }

/** How a label's code is drawn: its modules, dark ones as 1, and how wide each is, in mm. */
export interface LabelSymbol {
  code: string
  modules: string
  module: number
  isEan: boolean
}

/**
 * The nominal width of a bar: in the middle of 40 mm an EAN-13 keeps the eleven modules of quiet that scanners want at
 * its sides.
 */
const EAN_MODULE = 0.33
/**
 * Of a Code 128, the best first: 0.25 mm are two dots of most label printers, and much finer bars than the last are not
 * read by every scanner.
 */
const CODE_128_MODULES = [0.33, 0.25, 0.19] as const
/** Modules at each side of a Code 128 that stay light. */
const QUIET = 10

/**
 * How goods are told on a label: an EAN-13 or EAN-8 where the barcode is one, or a UPC-A; else a Code 128 of the
 * barcode, or of the SKU, which the shop's scanners find as well. Null where either is too long for the label, or has
 * letters that bars cannot tell.
 */
export function symbolOf(
  { barcode, sku }: { barcode: string | null; sku: string },
  layout: LabelLayout,
): LabelSymbol | null {
  const ean = barcode ? eanModules(barcode) : null
  if (ean) return { ...ean, module: EAN_MODULE, isEan: true }
  return (barcode ? asCode128(barcode, layout) : null) ?? asCode128(sku, layout)
}

function asCode128(code: string, layout: LabelLayout): LabelSymbol | null {
  const modules = code128Modules(code)
  const module =
    modules && CODE_128_MODULES.find(width => (modules.length + 2 * QUIET) * width <= LABEL_SIZES[layout][0])
  return modules && module ? { code, modules, module, isEan: false } : null
}
