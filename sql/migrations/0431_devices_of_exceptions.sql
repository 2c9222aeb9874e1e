-- expand
UPDATE exceptions SET device_id = SUBSTRING_INDEX(SUBSTRING_INDEX(once_key, ' ', 2), ' ', -1)
  WHERE code IN ('SEQUENCE_GAP', 'SALE_REJECTED') AND device_id IS NULL;
UPDATE exceptions e JOIN orders o ON o.id = e.order_id JOIN sync_verdicts v ON v.mutation_id = o.sale_id
  SET e.device_id = v.device_id, e.person_id = o.teller_id WHERE e.device_id IS NULL;
