/** The size that the writer of a review `r` bought, as SQL. */
export const SIZE_OF = `(SELECT COALESCE(s.name, v.size_code) FROM order_items i
  JOIN product_variations v ON v.id = i.product_variation_id LEFT JOIN sizes s ON s.code = v.size_code
  WHERE i.id = r.order_item_id)`

/** Whether the writer of a review `r` has sent the goods back, as SQL. */
export const RETURNED = `EXISTS (SELECT 1 FROM refund_items g JOIN refunds b ON b.id = g.refund_id
  WHERE g.order_item_id = r.order_item_id AND b.status_code = 'COMPLETED')`
