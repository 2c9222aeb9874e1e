-- expand
-- What was changed of a product within a day before its sale.
ALTER TABLE staff_changes ADD KEY (subject, subject_id, created_at);
