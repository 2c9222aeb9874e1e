import { allRules } from '#api/audit/kind-rules.ts'
import { select } from '#api/db/database.ts'

/** The audit rules that are broken, each with the rows that break it (at most 20). */
export async function audit(): Promise<{ rule: string; rows: object[] }[]> {
  const broken: { rule: string; rows: object[] }[] = []
  for (const [rule, sql] of Object.entries(allRules)) {
    const rows = await select(`${sql} LIMIT 20`)
    if (rows.length > 0) broken.push({ rule, rows })
  }
  return broken
}
