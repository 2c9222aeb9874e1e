import { selectOne } from '#api/db/database.ts'
import { REFUND_TO_DO } from '#api/refunds/find-refunds.ts'
import { stockNow } from '#api/reports/stock-now.ts'
import { FAILED_DAYS, LATE_DAYS, type Waiting } from '#sync/protocol/staff/desk-figures.ts'
import { EXCEPTION_SUBJECTS } from '#sync/protocol/staff/exception.ts'

/** What waits for staff. Each is counted once, so a payment's exception is not among the other exceptions. */
export async function waitingFor(isManagement: boolean): Promise<Waiting> {
  const [counts, { low }] = await Promise.all([
    selectOne<Omit<Waiting, 'low_stock'>>(
      `SELECT
      (SELECT COUNT(*) FROM exceptions WHERE status_code = 'OPEN' AND code IN (:sales)) AS exceptions,
      (SELECT COUNT(*) FROM refunds WHERE status_code = 'REQUESTED') AS refunds,
      (SELECT COUNT(*) FROM refunds r WHERE ${REFUND_TO_DO}) AS refunds_to_do,
      (SELECT COUNT(*) FROM exceptions WHERE status_code = 'OPEN' AND code IN (:payments)) AS payments,
      (SELECT COUNT(*) FROM reviews WHERE status_code = 'PENDING') AS reviews,
      (SELECT COUNT(*) FROM orders WHERE status_code IN ('PROCESSING', 'READY_TO_SHIP')
        AND created_at < NOW(3) - INTERVAL :days DAY) AS old_orders,
      ${
        isManagement
          ? `(SELECT COUNT(*) FROM jobs
        WHERE status_code = 'FAILED'
          AND created_at >= UTC_DATE() - INTERVAL ${FAILED_DAYS - 1} DAY)`
          : 'NULL'
      } AS failed_jobs`,
      { sales: EXCEPTION_SUBJECTS.SALES, payments: EXCEPTION_SUBJECTS.PAYMENTS, days: LATE_DAYS },
    ),
    stockNow(),
  ])
  return { ...counts!, low_stock: low }
}
