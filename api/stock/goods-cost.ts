import { selectOne } from '#api/db/database.ts'
import type { GoodsCost } from '#sync/protocol/staff/stock-report.ts'

/** The average cost of each variation's pieces, over all received at a known cost. For FROM. */
export const AVERAGE_COSTS = `(SELECT l.product_variation_id,
  ROUND(SUM(l.quantity * l.unit_cost) / SUM(l.quantity), 2) AS average
  FROM stock_receipt_lines l JOIN stock_receipts r ON r.id = l.receipt_id AND r.status_code = 'BOOKED'
  WHERE l.unit_cost IS NOT NULL GROUP BY l.product_variation_id)`

/** What one piece of a variation cost. */
export async function findCost(id: number): Promise<GoodsCost> {
  const cost = await selectOne<GoodsCost>(
    `SELECT ROUND(SUM(l.quantity * l.unit_cost) / SUM(l.quantity), 2) AS average,
      CAST(SUBSTRING_INDEX(GROUP_CONCAT(l.unit_cost ORDER BY r.booked_at DESC, l.id DESC), ',',
      1) AS DECIMAL(12,2)) AS last
    FROM stock_receipt_lines l JOIN stock_receipts r ON r.id = l.receipt_id AND r.status_code = 'BOOKED'
    WHERE l.product_variation_id = ? AND l.unit_cost IS NOT NULL`,
    [id],
  )
  return { last: cost?.last ?? null, average: cost?.average ?? null }
}
