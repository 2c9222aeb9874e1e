-- What a rehearsal found of a product before and after, as a digest: what then is otherwise was changed by somebody else.
ALTER TABLE product_import_lines ADD COLUMN basis CHAR(40) CHARACTER SET ascii COLLATE ascii_bin;
