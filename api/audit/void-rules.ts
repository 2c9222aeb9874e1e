/** Rules between voids, the sales they name and the returns that gave them back, each once. */
export const VOID_RULES = {
  'a void otherwise than its return': `SELECT w.id FROM sale_voids w LEFT JOIN refunds r ON r.id = w.refund_id
    LEFT JOIN orders o ON o.sale_id = w.sale_mutation_id
    WHERE (w.outcome = 'BOOKED') <> (r.id IS NOT NULL) OR (w.outcome = 'WAITING') <> (o.id IS NULL)
      OR NOT (w.order_id <=> o.id) OR r.order_id <> o.id OR r.status_code <> 'COMPLETED'
      OR w.outcome IN ('BOOKED', 'TWICE') AND EXISTS (SELECT 1 FROM order_items i
        WHERE i.order_id = o.id AND i.refunded_quantity < i.quantity)
      OR w.refund_id IS NOT NULL AND EXISTS (SELECT 1 FROM sale_voids b
        WHERE b.order_id = w.order_id AND b.refund_id IS NOT NULL AND b.id <> w.id)`,
} as const
