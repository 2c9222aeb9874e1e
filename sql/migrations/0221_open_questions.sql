-- expand
-- What a product file leaves open, as its rehearsal found it, and what staff said about that: both JSON.
ALTER TABLE product_imports
  ADD COLUMN questions MEDIUMTEXT,
  ADD COLUMN answers TEXT;
