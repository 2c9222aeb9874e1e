import { RULES } from '#api/audit/rules.ts'
import { mutationKinds } from '#api/mutation-kinds.ts'

/** Every rule for the books: those of the shop, and for each kind of mutation that what it booked is there. */
export const allRules: Readonly<Record<string, string>> = {
  ...RULES,
  ...Object.fromEntries(
    mutationKinds.map(({ kind, row: { table, column = 'mutation_id', missing } }) => [
      missing,
      `SELECT v.mutation_id FROM sync_verdicts v LEFT JOIN ${table} r ON r.${column} = v.mutation_id
    WHERE v.kind = '${kind}' AND v.verdict LIKE '%"status":"accepted"%' AND r.id IS NULL`,
    ]),
  ),
}
