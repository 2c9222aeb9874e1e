-- An order of which all goods came back before it was handed over is cancelled by that: cancelled_by is RETURN, and it stays paid.
UPDATE orders o SET o.status_code = 'CANCELLED', o.cancelled_by = 'RETURN', o.cancel_reason = 'All of it came back before it was handed over.'
  WHERE o.status_code IN ('PROCESSING', 'READY_TO_SHIP') AND (SELECT SUM(i.quantity) FROM order_items i WHERE i.order_id = o.id)
    + (SELECT COALESCE(SUM(g.quantity), 0) FROM refund_items g JOIN refunds r ON r.id = g.refund_id WHERE r.order_id = o.id AND g.handed_over_at IS NOT NULL)
    = (SELECT COALESCE(SUM(g.quantity), 0) FROM refund_items g JOIN refunds r ON r.id = g.refund_id WHERE r.order_id = o.id AND r.status_code = 'COMPLETED' AND g.disposition IS NOT NULL);
UPDATE coupons c JOIN (SELECT u.coupon_id, COUNT(*) AS uses FROM coupon_redemptions u JOIN orders o ON o.id = u.order_id AND o.cancelled_by = 'RETURN' GROUP BY u.coupon_id) b ON b.coupon_id = c.id
  SET c.current_usage = c.current_usage - b.uses;
DELETE u FROM coupon_redemptions u JOIN orders o ON o.id = u.order_id AND o.cancelled_by = 'RETURN';
INSERT INTO order_events (order_id, code, detail) SELECT id, 'CANCELLED', cancel_reason FROM orders WHERE cancelled_by = 'RETURN';
