-- Kept in step at every start: what the program itself relies on. A value that staff have changed is left as it is.
INSERT IGNORE INTO roles (id, code, name) VALUES
  (1, 'CUSTOMER', 'Customer'), (3, 'MANAGER', 'Manager'), (4, 'ADMINISTRATOR', 'Administrator'), (5, 'SUPER_ADMINISTRATOR', 'Super administrator');

INSERT IGNORE INTO accounts (code, name, at_till) VALUES
  ('CASH', 'Cash', TRUE), ('MTN_MOBILE_MONEY', 'MTN Mobile Money', TRUE), ('BANK', 'POS / Bank', TRUE), ('PAYSTACK', 'Paystack', FALSE);

-- The first shop is called what the setting says, at the latest from the next start on.
UPDATE shops s JOIN settings t ON t.name = 'shop_name' SET s.name = LEFT(t.value, 200) WHERE s.id = 1 AND t.value <> '';

INSERT IGNORE INTO countries (code, name) VALUES
  ('GH', 'Ghana');

-- ISO 3166-2:GH.
INSERT IGNORE INTO regions (country_code, code, name) VALUES
  ('GH', 'GH-AF', 'Ahafo'),
  ('GH', 'GH-AH', 'Ashanti'),
  ('GH', 'GH-BO', 'Bono'),
  ('GH', 'GH-BE', 'Bono East'),
  ('GH', 'GH-CP', 'Central'),
  ('GH', 'GH-EP', 'Eastern'),
  ('GH', 'GH-AA', 'Greater Accra'),
  ('GH', 'GH-NE', 'North East'),
  ('GH', 'GH-NP', 'Northern'),
  ('GH', 'GH-OT', 'Oti'),
  ('GH', 'GH-SV', 'Savannah'),
  ('GH', 'GH-TV', 'Volta'),
  ('GH', 'GH-UE', 'Upper East'),
  ('GH', 'GH-UW', 'Upper West'),
  ('GH', 'GH-WP', 'Western'),
  ('GH', 'GH-WN', 'Western North');
