import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { lastKnown } from '#api/http/last-known.ts'
import type { SizeHistory } from '#sync/protocol/sizes/size-advice.ts'
import { bySizeCode } from '#sync/protocol/size-order.ts'

/** Pieces from which a share says something. */
const ENOUGH_SOLD = 5
const DAYS = 730

/**
 * What became of each size of a product on sale within two years. Shares instead of numbers, because sales are the
 * shop's own business. @throws 404
 */
export const sizeHistory = (product_id: number): Promise<SizeHistory[]> =>
  lastKnown(`sizes ${product_id}`, async () => {
    const live = await selectOne(
      "SELECT id FROM products WHERE id = ? AND status_code = 'LIVE' AND deleted_at IS NULL",
      [product_id],
    )
    if (!live) throw notFound('Product')
    const rows = await select<{
      size_code: string
      sold: number
      misfits: number
      small: number
      fits: number
      large: number
    }>(
      `SELECT v.size_code, COALESCE(SUM(i.quantity), 0) AS sold,
        COALESCE(SUM((SELECT SUM(g.quantity) FROM refund_items g JOIN refunds b ON b.id = g.refund_id
          WHERE g.order_item_id = i.id AND b.reason = 'MISFIT' AND b.status_code = 'COMPLETED')), 0) AS misfits,
        COALESCE(SUM(r.fit = 'SMALL'), 0) AS small, COALESCE(SUM(r.fit = 'TRUE'), 0) AS fits,
        COALESCE(SUM(r.fit = 'LARGE'), 0) AS large
      FROM product_variations v JOIN order_items i ON i.product_variation_id = v.id
      JOIN orders o ON o.id = i.order_id AND o.status_code = 'COMPLETED'
        AND o.completed_at >= NOW(3) - INTERVAL ${DAYS} DAY
      LEFT JOIN reviews r ON r.order_item_id = i.id AND r.status_code = 'PUBLISHED'
      WHERE v.product_id = ? GROUP BY v.size_code`,
      [product_id],
    )
    return rows
      .map(({ size_code, sold, misfits, small, fits, large }) => ({
        size_code,
        kept_of_ten:
          Number(sold) >= ENOUGH_SOLD ? Math.floor((10 * (Number(sold) - Number(misfits))) / Number(sold)) : null,
        fit: { SMALL: Number(small), TRUE: Number(fits), LARGE: Number(large) },
      }))
      .sort((a, b) => bySizeCode(a.size_code, b.size_code))
  })
