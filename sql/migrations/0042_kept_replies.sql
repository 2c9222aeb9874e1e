-- A guest's order or return is told in a reply that nobody's name stands at; by its order it is found when its customer is erased.
ALTER TABLE idempotency_keys
  ADD COLUMN order_id INT UNSIGNED AFTER user_id,
  ADD KEY (order_id);

UPDATE idempotency_keys
  SET order_id = COALESCE(JSON_UNQUOTE(JSON_EXTRACT(body, '$.order.id')), JSON_UNQUOTE(JSON_EXTRACT(body, '$.refund.order_id')))
  WHERE CASE WHEN JSON_VALID(body) THEN JSON_TYPE(JSON_EXTRACT(body, '$.order.id')) = 'INTEGER' OR JSON_TYPE(JSON_EXTRACT(body, '$.refund.order_id')) = 'INTEGER' ELSE FALSE END;
