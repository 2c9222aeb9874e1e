-- expand
-- person_id: the cashier whom it is about. device_id: the device that made what it is about. No foreign keys: a sale may name anyone.
ALTER TABLE exceptions
  ADD COLUMN person_id INT UNSIGNED,
  ADD COLUMN device_id CHAR(36) CHARACTER SET ascii COLLATE ascii_bin;
