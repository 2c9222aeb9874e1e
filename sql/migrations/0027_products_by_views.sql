-- The back office's list of products by how often they are looked at.
ALTER TABLE products ADD KEY (deleted_at, views);
