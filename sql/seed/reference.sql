-- Kept in step at every start: what the program itself relies on. A value that staff have changed is left as it is.
INSERT IGNORE INTO roles (id, code, name) VALUES
  (1, 'CUSTOMER', 'Customer'), (3, 'MANAGER', 'Manager'), (4, 'ADMINISTRATOR', 'Administrator'), (5, 'SUPER_ADMINISTRATOR', 'Super administrator');

INSERT IGNORE INTO accounts (code, name, at_till, kind, asks_reference, opens_drawer, place) VALUES
  ('CASH', 'Cash', TRUE, 'CASH', 'NO', 1, 1), ('MTN_MOBILE_MONEY', 'MTN MoMo', TRUE, 'MOBILE_MONEY', 'MAY', 0, 2),
  ('BANK', 'POS / Bank', TRUE, 'CARD', 'MAY', 0, 5), ('TELECEL_CASH', 'Telecel Cash', TRUE, 'MOBILE_MONEY', 'MAY', 0, 3),
  ('AT_MONEY', 'AT Money', TRUE, 'MOBILE_MONEY', 'MAY', 0, 4);
INSERT IGNORE INTO accounts (code, name, at_till) VALUES
  ('PAYSTACK', 'Paystack', FALSE), ('DEPOSITS', 'Customer deposits', FALSE), ('GIFT_CARDS', 'Gift cards', FALSE),
  ('GIFT_CARDS_SHORT', 'Gift cards not covered', FALSE), ('SAFE', 'Safe', FALSE), ('EXPENSES', 'Shop expenses', FALSE);

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
