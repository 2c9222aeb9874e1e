-- expand
-- A picture may show one colour of its product; without a colour it stands for all of them.
ALTER TABLE product_images ADD COLUMN colour_code VARCHAR(6);
