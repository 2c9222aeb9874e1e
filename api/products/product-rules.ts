import { select, selectOne } from '#api/db/database.ts'
import { invalid } from '#api/errors.ts'
import { toPesewas } from '#sync/protocol/money.ts'

/** @throws 422 for an unknown category, or a discount above the price */
export async function refuseWrong({
  category_id,
  retail_price,
  discount,
}: {
  category_id: number
  retail_price: number
  discount: number
}): Promise<void> {
  if (!(await selectOne('SELECT id FROM categories WHERE id = ?', [category_id])))
    throw invalid({ category_id: ['This category does not exist.'] })
  if (toPesewas(discount) > toPesewas(retail_price))
    throw invalid({ discount: ['The discount must not be more than the price.'] })
}

export interface Named {
  code: string
  name: string
}

/**
 * The sizes or colours with these codes, each once, in the given order; null stands for no colour. @throws 422 for an
 * unknown code
 */
export async function findNamed(
  table: 'sizes' | 'colours',
  codes: readonly (string | null)[],
): Promise<(Named | null)[]> {
  const asked = [...new Set(codes.map(code => (table === 'colours' && code ? code.toUpperCase() : code)))]
  const known = new Map(
    (
      await select<Named>(`SELECT code, name FROM ${table} WHERE code IN (:codes)`, {
        codes: ['', ...asked.filter(code => code !== null)],
      })
    ).map(row => [row.code, row]),
  )
  const missing = asked.filter(code => code !== null && !known.has(code))
  if (missing.length > 0)
    throw invalid({ [table]: missing.map(code => `Unknown ${table === 'sizes' ? 'size' : 'colour'}: ${code}.`) })
  return asked.map(code => (code === null ? null : known.get(code)!))
}
