import { select } from '#api/db/database.ts'
import { findOrder } from '#api/orders/list-orders.ts'
import { ORDER_EVENTS } from '#sync/protocol/shop/checkout.ts'
import type { TimelineEntry } from '#sync/protocol/shop/order-view.ts'
import type { MovementReason } from '#sync/protocol/staff/stock.ts'

const MOVED: Record<MovementReason, string> = {
  RESERVATION: 'Reserved',
  RELEASE: 'Released',
  SALE: 'Stock deducted',
  EXCHANGE: 'Exchanged',
  RETURN: 'Returned to stock',
  DAMAGED: 'Returned damaged',
  ADJUSTMENT: 'Stock adjusted',
  COUNT: 'Stock counted',
  RECEIPT: 'Received',
}

interface Row {
  at: Date
  what: string
  detail: string | null
  by: string | null
}
type Source = { kind: TimelineEntry['kind']; sql: string; words?: Record<string, string> }

/** Each source of an order's timeline: time, words, detail and person. */
const SOURCES: readonly Source[] = [
  {
    kind: 'ORDER',
    words: ORDER_EVENTS,
    sql: 'SELECT e.created_at AS at, e.code AS what, e.detail, u.name AS `by` FROM order_events e LEFT JOIN users u ON u.id = e.user_id WHERE e.order_id = :id ORDER BY e.id',
  },
  {
    kind: 'PAYMENT',
    words: {
      CREATED: 'Payment started',
      OPENED: 'Payment started',
      PENDING: 'Payment in progress',
      SUCCESS: 'Payment attempt succeeded',
      FAILED: 'Payment attempt failed',
      MISMATCH: 'Payment does not match the order',
    },
    sql: `SELECT created_at AS at, status_code AS what,
      CONCAT_WS(' · ', CONVERT(reference USING utf8mb4), CONCAT('GH₵ ', FORMAT(amount / 100, 2)),
        ELT(FIELD(network, 'mtn', 'vod', 'atl'), 'MTN MoMo', 'Telecel Cash', 'AT Money'), reason) AS detail,
        NULL AS \`by\`
      FROM payment_attempts WHERE order_id = :id ORDER BY id`,
  },
  {
    kind: 'PAYMENT',
    words: { APPLIED: 'Paid at the provider', RETURNED: 'Paid at the provider, to be refunded' },
    sql: `SELECT paid_at AS at, status_code AS what,
      CONCAT_WS(' · ', CONCAT('GH₵ ', FORMAT(amount / 100, 2)), REPLACE(channel, '_', ' '),
      CONVERT(provider_transaction_id USING utf8mb4)) AS detail, NULL AS \`by\` FROM payments WHERE order_id = :id
      ORDER BY id`,
  },
  {
    kind: 'PAYMENT',
    words: {
      QUEUED: 'Refund waiting for the provider',
      SENT: 'Refund requested from the provider',
      PROCESSED: 'Refunded by the provider',
      FAILED: 'Refund failed at the provider',
      NEEDS_ATTENTION: 'Provider needs the customer’s bank details',
    },
    sql: `SELECT r.updated_at AS at, r.status_code AS what,
      CONCAT_WS(' · ', CONCAT('GH₵ ', FORMAT(r.amount / 100, 2)), r.reason) AS detail, NULL AS \`by\`
      FROM payment_refunds r JOIN payments p ON p.id = r.payment_id WHERE p.order_id = :id ORDER BY r.id`,
  },
  {
    kind: 'MONEY',
    sql: `SELECT t.created_at AS at, IF(t.amount < 0, 'Refund recorded', 'Payment recorded') AS what,
      CONCAT('GH₵ ', FORMAT(ABS(t.amount), 2), ' · ', a.name, ' · ', t.description) AS detail, u.name AS \`by\`
      FROM transactions t JOIN accounts a ON a.code = t.account_code LEFT JOIN users u ON u.id = t.user_id
      WHERE t.order_id = :id ORDER BY t.id`,
  },
  {
    kind: 'MAIL',
    sql: `SELECT COALESCE(sent_at, created_at) AS at,
      IF(sent_at IS NOT NULL, 'Email sent', IF(due_at IS NOT NULL, 'Email waiting to be sent', 'Email not sent')) AS what,
      CONCAT_WS(' · ', CONVERT(SUBSTRING(once_key, CHAR_LENGTH(:letters) + 1) USING utf8mb4),
        IF(sent_at IS NULL AND tries > 0, CONCAT(tries, IF(tries = 1, ' try', ' tries')), NULL)) AS detail, NULL AS \`by\`
      FROM mails WHERE once_key LIKE CONCAT(:letters, '%') ORDER BY id`,
  },
  {
    kind: 'STOCK',
    words: MOVED,
    sql: `SELECT m.created_at AS at, m.reason AS what,
      GROUP_CONCAT(CONCAT(ABS(m.quantity), ' × ', v.sku) ORDER BY m.id SEPARATOR ', ') AS detail, MAX(u.name) AS \`by\`
      FROM stock_movements m JOIN product_variations v ON v.id = m.product_variation_id
      LEFT JOIN users u ON u.id = m.user_id
      WHERE m.order_id = :id GROUP BY m.created_at, m.reason ORDER BY MIN(m.id)`,
  },
  {
    kind: 'STAFF',
    sql: `SELECT c.created_at AS at, IF(JSON_VALUE(c.became, '$.staff_note') IS NULL, 'Note removed',
      'Note written') AS what, JSON_VALUE(c.became, '$.staff_note') AS detail, u.name AS \`by\`
      FROM staff_changes c LEFT JOIN users u ON u.id = c.user_id
      WHERE c.subject = 'order' AND c.subject_id = :id AND c.action = 'note' ORDER BY c.id`,
  },
  {
    kind: 'EXCEPTION',
    sql: "SELECT created_at AS at, REPLACE(CONCAT('Exception: ', LOWER(code)), '_', ' ') AS what, detail, NULL AS `by` FROM exceptions WHERE order_id = :id ORDER BY id",
  },
]

/** An order's timeline from all sources, the oldest first. @throws 404 */
export async function orderTimeline(id: number): Promise<TimelineEntry[]> {
  await findOrder(id)
  const found = await Promise.all(SOURCES.map(source => entriesOf(source, id)))
  // Events at the same moment keep the order of the sources: cause before effect.
  return found.flat().sort((a, b) => a.at.localeCompare(b.at))
}

async function entriesOf({ kind, sql, words = {} }: Source, id: number): Promise<TimelineEntry[]> {
  const rows = await select<Row>(sql, { id, letters: `order-${id}-` })
  return rows.map(({ at, what, detail, by }) => ({
    at: at.toJSON(),
    kind,
    what: words[what] ?? what,
    detail: detail ?? '',
    by,
  }))
}
