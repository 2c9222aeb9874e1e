import { shortHash } from '#api/import-formats/choice.ts'
import { keyOf } from '#api/import-formats/slug.ts'

/** A SKU for a variation that has none: always the same for the same product, size and colour. */
export function madeSku(slug: string, size_code: string, colour: string): string {
  const sku = [slug, size_code, colour]
    .map(part =>
      keyOf(part)
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, ''),
    )
    .filter(Boolean)
    .join('-')
    .toUpperCase()
  return sku.length <= 64 ? sku : markedSku(sku, `${slug}\n${size_code}\n${colour}`)
}

/** A SKU with a mark that tells it from others of its spelling: `of` says what it stands for. */
export const markedSku = (sku: string, of: string) => `${sku.slice(0, 57)}-${shortHash(of)}`

/** A barcode that the shop gave, which no two variations share. */
export const isOwnBarcode = (barcode: string) => /^2\d{12}$/.test(barcode)
