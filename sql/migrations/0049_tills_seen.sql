-- When a till last spoke to the shop, and its sales without reading those of all.
ALTER TABLE tills ADD COLUMN seen_at DATETIME(3) AFTER status_code;
UPDATE tills t JOIN (SELECT device_id, MAX(created_at) AS seen_at FROM sync_verdicts GROUP BY device_id) v ON v.device_id = t.device_id
  SET t.seen_at = v.seen_at, t.updated_at = t.updated_at;
ALTER TABLE orders ADD KEY (till_code, id);
