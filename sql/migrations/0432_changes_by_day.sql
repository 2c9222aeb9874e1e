-- expand
-- Whether a cashier changed anything within a day before a sale.
ALTER TABLE staff_changes ADD KEY (user_id, created_at);
