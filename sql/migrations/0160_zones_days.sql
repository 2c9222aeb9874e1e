-- expand
-- How a zone's parcels arrive, at the door or at a station's counter, and in how many working days; NULL: not said.
ALTER TABLE delivery_zones
  ADD COLUMN kind VARCHAR(40) NOT NULL DEFAULT 'DOOR',
  ADD COLUMN days_from INT UNSIGNED,
  ADD COLUMN days_to INT UNSIGNED;
