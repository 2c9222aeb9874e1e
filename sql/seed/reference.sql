-- Kept in step at every start: what the program itself relies on. A value that staff have changed is left as it is.
INSERT IGNORE INTO roles (id, code, name) VALUES
  (1, 'CUSTOMER', 'Customer'), (3, 'MANAGER', 'Manager'), (4, 'ADMINISTRATOR', 'Administrator'), (5, 'SUPER_ADMINISTRATOR', 'Super administrator');

INSERT IGNORE INTO accounts (code, name, at_till) VALUES
  ('CASH', 'Cash', TRUE), ('MTN_MOBILE_MONEY', 'MTN Mobile Money', TRUE), ('BANK', 'POS / Bank', TRUE), ('PAYSTACK', 'Paystack', FALSE);

INSERT IGNORE INTO settings (name, value) VALUES
  ('shop_name', 'Selvedge'),
  ('shop_tagline', 'Denim and everyday clothes, cut for Ghana.'),
  ('shop_address', '14 Oxford Street, Osu, Accra'),
  ('shop_phones', '+233244123456, +233204123456'),
  ('shop_whatsapp', '+233244123456'),
  ('shop_email', 'hello@shop.test'),
  ('shop_hours', 'Sunday: Closed\nMonday to Saturday: 8:00 am to 7:00 pm'),
  ('announcements', 'WELCOME!\nUP TO 50% DISCOUNTS ON PRODUCTS\nFREE DELIVERY FOR ORDERS ABOVE GHS 2000'),
  ('receipt_note', 'Exchanges within 3 days with this receipt.');
