import { execute, select } from '#api/db/database.ts'
import { withCheckDigit } from '#sync/protocol/ean.ts'

/** GS1 reserves 20 to 29 for a shop's own use: manufacturers' goods never have them. */
const PREFIXES = [20, 21, 22, 23, 24, 25, 26, 27, 28, 29] as const

/**
 * Gives variations a barcode of the shop's own, an EAN-13 from their ids, so that no two are equal. If an import
 * already used that number, takes the next prefix.
 */
export async function giveBarcodes(ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const choices = new Map(
    ids.map(id => [id, PREFIXES.map(prefix => withCheckDigit(`${prefix}${String(id).padStart(10, '0')}`))]),
  )
  const taken = new Set(
    (
      await select<{ barcode: string }>('SELECT barcode FROM product_variations WHERE barcode IN (:all)', {
        all: [...choices.values()].flat(),
      })
    ).map(({ barcode }) => barcode),
  )
  const given = [...choices]
    .map(([id, codes]): [number, string | null] => [id, codes.find(code => !taken.has(code)) ?? null])
    .sort(([a], [b]) => a - b)
  await execute(
    `UPDATE product_variations FORCE INDEX (PRIMARY)
      SET barcode = CASE id ${given.map(() => 'WHEN ? THEN ?').join(' ')} END WHERE id IN (?)`,
    [...given.flat(), ids],
  )
}
