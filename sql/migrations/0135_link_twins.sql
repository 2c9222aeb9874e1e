-- expand
-- A signature (r, s) has a second valid spelling, (r, n - s), which anybody can work out: the hash of the link in that spelling.
ALTER TABLE till_links
  ADD COLUMN twin CHAR(43) CHARACTER SET ascii COLLATE ascii_bin AFTER hash,
  ADD KEY (till_key_id, twin);
