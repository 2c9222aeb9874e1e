/**
 * Variations whose stock, by `left`, fell below zero with no exception raised since. `left`: movements `m`, each with
 * the stock it left.
 */
const untold = (of: string, left: string) => `SELECT v.id FROM product_variations v JOIN (
      SELECT l.product_variation_id, MAX(l.created_at) AS since FROM (${left}) l
      WHERE l.left_over < 0 AND l.left_over - l.quantity >= 0
      GROUP BY l.product_variation_id) x ON x.product_variation_id = v.id
    WHERE ${of} AND NOT EXISTS (SELECT 1 FROM exceptions e
      WHERE e.product_variation_id = v.id AND e.code = 'OVERSOLD' AND e.created_at >= x.since)`

const IS_BELOW = 'm.product_variation_id IN (SELECT id FROM product_variations WHERE on_hand < reserved)'

/**
 * Stock left after each movement. Movements that one order makes at once, such as its RELEASE and its SALE, count as
 * one; so do goods that come back damaged.
 */
const leftBy = (which: string) => `SELECT m.product_variation_id, m.created_at, m.quantity,
  SUM(m.quantity) OVER (PARTITION BY m.product_variation_id ORDER BY m.id) AS left_over FROM (
      SELECT m.product_variation_id, MAX(m.id) AS id, m.created_at, SUM(m.quantity) AS quantity FROM stock_movements m
      WHERE ${which} AND ${IS_BELOW}
      GROUP BY m.product_variation_id, m.created_at, COALESCE(m.order_id, -CAST(m.id AS SIGNED))) m`

/** Rules for products and stock. Each is a query that must return no row. */
export const GOODS_RULES = {
  'negative stock without an exception': untold('v.on_hand < 0', leftBy("m.reason NOT IN ('RESERVATION', 'RELEASE')")),
  'more promised than there is without an exception': untold(
    'v.on_hand >= 0 AND v.on_hand < v.reserved',
    leftBy('TRUE'),
  ),
  "a former address that leads to one product and is another's, or its own again":
    'SELECT s.slug FROM product_slugs s JOIN products p ON p.slug = s.slug',
  'a variant that costs less than nothing': `SELECT v.id FROM product_variations v JOIN products p ON p.id = v.product_id
    WHERE (v.retail_price IS NOT NULL OR v.discount IS NOT NULL)
    AND COALESCE(v.retail_price, p.retail_price) < COALESCE(v.discount, p.discount)`,
  "a barcode of the shop's own on two variations":
    "SELECT barcode FROM product_variations WHERE barcode REGEXP '^2[0-9]{12}$' GROUP BY barcode HAVING COUNT(*) > 1",
} as const
