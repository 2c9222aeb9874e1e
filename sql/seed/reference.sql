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
  ('receipt_note', 'Exchanges within 3 days with this receipt.'),
  ('whatsapp_numbers', '+233244123456, +233204123456'),
  ('seller_legal_name', 'Selvedge Clothing Limited'),
  ('seller_legal_status', 'Private company limited by shares, registered in Ghana'),
  ('seller_registration_number', 'CS-000000000'),
  ('terms_prices', 'Prices are in Ghana cedis and include all taxes.'),
  ('terms_payment', 'You pay by card or mobile money through Paystack before we prepare your order.'),
  ('terms_security', 'Card and mobile money details are entered at Paystack and never reach this shop. We use your name, phone and address for this order only.'),
  ('terms_delivery_time', 'Delivery usually takes up to 36 working hours.'),
  ('terms_delivery_fee', 'In Greater Accra no delivery fee is charged here: the dispatch rider calls you, agrees the fee and is paid by you.'),
  ('terms_pick_up', 'Your order can be picked up 3 days after you place it. Send its number by WhatsApp to one of our two numbers before you come.'),
  ('terms_pick_up_directions', 'On Oxford Street in Osu, opposite the bank, up the blue stairs.'),
  ('terms_returns', 'Returns and exchanges within 3 days for a misfit, a wrong item or a defective item.'),
  ('terms_service', 'We may withhold service if these terms are not followed.'),
  ('delivery_start', '2025-08-25'),
  ('free_delivery_over', '2000'),
  ('reservation_minutes', '30'),
  ('second_factor_manager', 'OFF'),
  ('second_factor_administrator', 'OFF'),
  ('second_factor_super_administrator', 'OFF'),
  ('step_up_limit', NULL),
  ('two_person_limit', NULL),
  ('discount_limit_manager', '10'),
  ('unpaid_pieces_limit', '60'),
  ('unpaid_value_limit', '20000'),
  ('unpaid_address_times', '5'),
  ('guests_per_minute', '60');

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
