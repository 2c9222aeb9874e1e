import { shortHash } from '#api/import-formats/choice.ts'
import { keyOf } from '#api/import-formats/slug.ts'
import { articleOf } from '#sync/protocol/ean.ts'

/** A SKU for a variation without one: always the same for the same product, size and colour. */
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

/** A SKU with a suffix that distinguishes it from equal ones; `of` is what the suffix is derived from. */
export const markedSku = (sku: string, of: string) => `${sku.slice(0, 57)}-${shortHash(of)}`

/** A barcode the shop assigned, which no two variations share. */
export const isOwnBarcode = (barcode: string) => /^2\d{12}$/.test(articleOf(barcode))
