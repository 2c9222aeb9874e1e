-- What staff look for: changes by day, customers by phone and by any word of their name.
ALTER TABLE staff_changes ADD KEY (created_at);
ALTER TABLE users ADD KEY (phone), ADD FULLTEXT KEY (name);
