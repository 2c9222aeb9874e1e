-- expand
-- The import whose picture is fetched, so that it can say how many of its pictures are here.
ALTER TABLE product_images
  ADD COLUMN import_id INT UNSIGNED,
  ADD KEY (import_id);
