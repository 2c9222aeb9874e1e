import { insertRows } from '#api/db/database.ts'
import { askedBy } from '#api/http/asked-by.ts'

export interface Change {
  /** An entity's name in the singular, such as `product`. */
  subject: string
  subject_id: number | null
  /** A verb in the infinitive, such as `change` or `approve`. */
  action: string
  /** Rows as replies show them. Equal members are left out; null if there was or is no row. */
  was?: object | null
  became?: object | null
}

/**
 * Records what a member of staff did. Call inside the transaction that does it, so that neither exists without the
 * other. The caller leaves secrets out. Writes nothing if nothing differs.
 */
export const recordChange = (change: Change): Promise<void> => recordChanges([change])

/** The same for many changes, in one statement. */
export async function recordChanges(changes: readonly Change[]): Promise<void> {
  const who = askedBy()
  await insertRows(
    'staff_changes',
    changes.flatMap(({ subject, subject_id, action, was = null, became = null }) => {
      const differ = differences(was, became)
      if (was && became && differ.length === 0) return []
      return {
        user_id: who?.user_id ?? null,
        ip: who?.ip ?? null,
        request_id: who?.request_id ?? null,
        subject,
        subject_id,
        action,
        was: only(was, differ),
        became: only(became, differ),
      }
    }),
  )
}

/** The change already carries its time. */
const NO_NEWS: readonly string[] = ['updated_at']

function differences(was: object | null, became: object | null): string[] {
  const [old, now] = [was ?? {}, became ?? {}].map(
    row => JSON.parse(JSON.stringify(row)) as Record<string, unknown>,
  ) as [Record<string, unknown>, Record<string, unknown>]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    name => !NO_NEWS.includes(name) && JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  )
}

const only = (row: object | null, names: string[]): string | null =>
  row && JSON.stringify(Object.fromEntries(names.filter(name => name in row).map(name => [name, row[name as never]])))
