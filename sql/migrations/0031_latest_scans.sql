-- Whether anything was scanned for a count since a time, asked with every push of a till.
ALTER TABLE stock_count_lines ADD KEY (count_id, latest_at);
