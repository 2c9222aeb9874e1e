-- expand
-- The sweep finds by it the grants that ended more than a year ago.
ALTER TABLE till_grants ADD KEY (expires_at);
