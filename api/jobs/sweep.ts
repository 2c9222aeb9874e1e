import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execute } from '#api/db/database.ts'
import { EXPORTS } from '#api/jobs/job-files.ts'

/** Rows one statement deletes, so that none holds locks for long. */
export const AT_ONCE = 500
/** Between two statements other work gets the database. */
const BREATH_MS = 5

/**
 * How long rows are kept, by table; each condition uses an index. Not listed, because they are kept for ever: verdicts
 * (sync_verdicts) and the ids of sales, because a till may resend a sale after years.
 */
const PAST: readonly [table: string, where: string][] = [
  // Before the sessions: who signs out on a device is not told there.
  [
    'alert_contacts',
    'EXISTS (SELECT 1 FROM sessions s WHERE s.id = alert_contacts.session_id AND s.revoked_at IS NOT NULL)',
  ],
  ['alerts', 'created_at < NOW(3) - INTERVAL 180 DAY'],
  ['alerts', 'told_at < NOW(3) - INTERVAL 30 DAY'],
  ['alerts', 'confirmed_at IS NULL AND created_at < NOW(3) - INTERVAL 7 DAY'],
  // An address that was turned off stays, so that nobody else turns it on again.
  [
    'alert_contacts',
    `created_at < NOW(3) - INTERVAL 1 DAY AND off_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM alerts a WHERE a.contact_id = alert_contacts.id)`,
  ],
  ['alert_contacts', 'off_at < NOW(3) - INTERVAL 2 YEAR'],
  ['newsletter_addresses', 'confirmed_at IS NULL AND created_at < NOW(3) - INTERVAL 7 DAY'],
  ['pushes', 'created_at < NOW(3) - INTERVAL 3 DAY'],
  ['idempotency_keys', 'created_at < NOW(3) - INTERVAL 90 DAY'],
  ['sessions', 'expires_at < NOW(3) - INTERVAL 1 DAY'],
  ['sessions', 'revoked_at < NOW(3) - INTERVAL 30 DAY'],
  // A guest with an empty bag for a day loses nothing.
  [
    'sessions',
    `user_id IS NULL AND rotated_at < NOW(3) - INTERVAL 1 DAY
      AND ${['cart_items', 'wishlist_items', 'orders', 'alerts']
        .map(
          table => `NOT EXISTS (SELECT 1 FROM ${table} t
        WHERE t.session_id = sessions.id)`,
        )
        .join(' AND ')}`,
  ],
  ['product_views', 'day < UTC_DATE() - INTERVAL 2 DAY'],
  // The report of what shoppers did not find reaches as far back.
  ['vain_searches', 'day <= UTC_DATE() - INTERVAL 90 DAY'],
  ['mails', 'created_at < NOW(3) - INTERVAL 90 DAY'],
  ['password_resets', 'expires_at < NOW(3) - INTERVAL 1 DAY'],
  ['email_confirmations', 'created_at < NOW(3) - INTERVAL 90 DAY'],
  ['factor_challenges', 'expires_at < NOW(3) - INTERVAL 1 DAY'],
  ['payment_events', 'received_at < NOW(3) - INTERVAL 90 DAY'],
  // A sale that arrives later counts as UNPROVED: nothing shows who was signed in.
  ['till_grants', 'expires_at < NOW(3) - INTERVAL 1 YEAR'],
  ['gift_purchases', "status_code = 'UNPAID' AND created_at < NOW(3) - INTERVAL 30 DAY"],
  // A spent one is what a sale's card payment is checked against.
  ['till_holds', "status_code IN ('RELEASED', 'ENDED') AND ends_at < NOW(3) - INTERVAL 90 DAY"],
  ['jobs', 'finished_at < NOW(3) - INTERVAL 30 DAY'],
  ['tries', 'expire < UNIX_TIMESTAMP() * 1000'],
  ['product_bulks', 'created_at < NOW(3) - INTERVAL 1 DAY'],
  [
    'order_addresses',
    "EXISTS (SELECT 1 FROM orders o WHERE o.id = order_addresses.order_id AND o.status_code <> 'UNPAID' AND o.due = 0)",
  ],
]

/** Deletes expired rows. Returns how many, by table. */
export async function sweep(): Promise<Record<string, number>> {
  const gone: Record<string, number> = {}
  for (const [table, where] of PAST) {
    gone[table] ??= 0
    for (let n = AT_ONCE; n === AT_ONCE; gone[table] += n) {
      n = await execute(`DELETE FROM ${table} WHERE ${where} LIMIT ${AT_ONCE}`)
      if (n === AT_ONCE) await sleep(BREATH_MS)
    }
  }
  return gone
}

const EXPORTS_KEPT_MS = 7 * 24 * 60 * 60_000

/** Deletes files of jobs that are a week old. Returns how many. */
export async function sweepExports(): Promise<number> {
  let gone = 0
  for (const name of await readdir(EXPORTS).catch(() => [])) {
    const path = join(EXPORTS, name)
    if (Date.now() - (await stat(path)).mtimeMs < EXPORTS_KEPT_MS) continue
    await rm(path)
    gone += 1
  }
  return gone
}
