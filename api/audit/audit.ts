import { RULES, type AuditRule } from '#api/audit/rules.ts'
import { select } from '#api/db/database.ts'

/** The audit rules that are broken, each with the rows that break it (at most 20). */
export async function audit(): Promise<{ rule: AuditRule; rows: object[] }[]> {
  const broken: { rule: AuditRule; rows: object[] }[] = []
  for (const [rule, sql] of Object.entries(RULES)) {
    const rows = await select(`${sql} LIMIT 20`)
    if (rows.length > 0) broken.push({ rule: rule as AuditRule, rows })
  }
  return broken
}
