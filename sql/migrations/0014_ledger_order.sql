-- The ledger is read by day and by kind.
ALTER TABLE transactions ADD KEY (created_at), ADD KEY (type_code, id);
