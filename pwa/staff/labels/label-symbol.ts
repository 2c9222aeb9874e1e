import { code128Modules, eanModules } from './label-bars.ts'

/** `roll`: 40 × 30 mm each. `a4`: standard sheets of 21 labels, 63.5 × 38.1 mm each. */
export type LabelLayout = 'roll' | 'a4'

/** The size of one label, in millimetres. */
export const LABEL_SIZES: Record<LabelLayout, [width: number, height: number]> = { roll: [40, 30], a4: [63.5, 38.1] }

/** A label's code: its modules, dark ones as 1, and the width of each, in mm. */
export interface LabelSymbol {
  code: string
  modules: string
  module: number
  isEan: boolean
}

/** The nominal module width: on 40 mm it leaves an EAN-13 the eleven quiet modules that scanners need at its sides. */
const EAN_MODULE = 0.33
/**
 * Module widths of a Code 128, the best first: 0.25 mm is two dots of most label printers, and some scanners cannot
 * read much finer bars than the last.
 */
const CODE_128_MODULES = [0.33, 0.25, 0.19] as const
/** The quiet zone at each side of a Code 128, in modules. */
const QUIET = 10

/**
 * The symbol of a label: an EAN-13 or EAN-8 if the barcode is one, or a UPC-A; otherwise a Code 128 of the barcode, or
 * of the SKU, which the shop's scanners also find. Null if neither fits the label, or they have characters that bars
 * cannot hold.
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
