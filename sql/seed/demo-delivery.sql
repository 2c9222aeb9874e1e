-- Where the demo shop delivers and for how much, and a coupon of every kind.

INSERT INTO delivery_zones (region_code, name, code, locations, cost, kind, days_from, days_to) VALUES
  ('GH-AA', 'Accra Central', 'ACCRA-CENTRAL', 'Osu, Ridge, Labone, Cantonments, Airport, Adabraka', 0, 'DOOR', 0, 1),
  ('GH-AA', 'Accra East', 'ACCRA-EAST', 'East Legon, Madina, Adenta, Spintex, Teshie', 0, 'DOOR', 1, 1),
  ('GH-AA', 'Tema', 'TEMA', 'Tema Communities 1 to 25, Ashaiman, Sakumono', 0, 'DOOR', 1, 2),
  ('GH-AH', 'Kumasi Central', 'KUMASI-CENTRAL', 'Adum, Asokwa, Bantama, Nhyiaeso, KNUST', 45, 'DOOR', 1, 2),
  ('GH-AH', 'Greater Kumasi', 'KUMASI-OUTER', 'Ejisu, Tafo, Suame, Kwadaso, Santasi', 60, 'DOOR', 2, 3),
  ('GH-AH', 'Obuasi', 'OBUASI', 'Obuasi and Tutuka, at the station', 75.5, 'DOOR', 2, 3),
  ('GH-AH', 'Kumasi, VIP station', 'KUMASI-VIP', 'VIP Jeoun counter, Asafo', 30, 'STATION', 1, 1),
  ('GH-CP', 'Cape Coast', 'CAPE-COAST', 'Cape Coast, UCC, Elmina', 50, 'DOOR', 1, 2),
  ('GH-CP', 'Kasoa and Winneba', 'KASOA', 'Kasoa, Budumburam, Winneba', 40, 'DOOR', 1, 2),
  ('GH-EP', 'Koforidua', 'KOFORIDUA', 'Koforidua, Effiduase, Nsawam', 45, 'DOOR', 1, 2),
  ('GH-WP', 'Sekondi-Takoradi', 'TAKORADI', 'Takoradi, Sekondi, Effia', 65, 'DOOR', 2, 3),
  ('GH-WP', 'Takoradi, STC station', 'TAKORADI-STC', 'Intercity STC counter, Takoradi', 40, 'STATION', 1, 2),
  ('GH-TV', 'Ho', 'HO', 'Ho, Sokode, Kpando by bus', 60, 'DOOR', 2, 3),
  ('GH-BO', 'Sunyani', 'SUNYANI', 'Sunyani, Fiapre, Berekum', 70, 'DOOR', 2, 3),
  ('GH-NP', 'Tamale', 'TAMALE', 'Tamale, Sagnarigu, Vittin', 90, 'DOOR', 2, 4),
  ('GH-NP', 'Tamale, VIP station', 'TAMALE-VIP', 'VIP Jeoun counter, Tamale', 60, 'STATION', 2, 3),
  ('GH-UE', 'Bolgatanga', 'BOLGATANGA', 'Bolgatanga and Navrongo, at the station', 110, 'DOOR', 3, 5),
  ('GH-AF', 'Goaso, VIP station', 'GOASO-VIP', 'VIP Jeoun counter, Goaso lorry park', 55, 'STATION', 2, 3),
  ('GH-BE', 'Techiman', 'TECHIMAN', 'Techiman, Tuobodom, Tanoso', 75, 'DOOR', 2, 4),
  ('GH-BE', 'Kintampo, VIP station', 'KINTAMPO-VIP', 'VIP Jeoun counter, Kintampo', 60, 'STATION', 2, 3),
  ('GH-NE', 'Walewale, STC station', 'WALEWALE-STC', 'Intercity STC counter, Walewale', 100, 'STATION', 3, 5),
  ('GH-OT', 'Dambai, bus station', 'DAMBAI-STATION', 'Parcel counter, Dambai lorry station', 85, 'STATION', 3, 5),
  ('GH-OT', 'Nkwanta, bus station', 'NKWANTA-STATION', 'Parcel counter, Nkwanta lorry station', 85, 'STATION', 3, 5),
  ('GH-SV', 'Damongo, VIP station', 'DAMONGO-VIP', 'VIP Jeoun counter, Damongo', 95, 'STATION', 3, 4),
  ('GH-UW', 'Wa', 'WA', 'Wa, Bamahu, Kpaguri', 120, 'DOOR', 3, 5),
  ('GH-UW', 'Wa, STC station', 'WA-STC', 'Intercity STC terminal, Wa', 90, 'STATION', 3, 4),
  ('GH-WN', 'Sefwi Wiawso, VIP station', 'WIAWSO-VIP', 'VIP Jeoun counter, Sefwi Wiawso', 65, 'STATION', 2, 4);

INSERT INTO coupons (code, name, description, type, value, max_usage, current_usage, free_delivery, expires_on, shown, status_code) VALUES
  ('WELCOME10', 'Welcome', '10% off what you order.', 'percentage', 10, NULL, 0, 0, NULL, 1, 'ACTIVE'),
  ('DENIM50', 'Denim days', 'GH₵ 50 off your order.', 'amount', 50, 200, 0, 0, NULL, 1, 'ACTIVE'),
  ('FREERIDE', 'Free ride', 'Delivery is on us, wherever you are.', 'amount', 0, 0, 0, 1, NULL, 1, 'ACTIVE'),
  ('FIRST20', 'The first twenty', '20% off and free delivery for the first 20 orders.', 'percentage', 20, 20, 0, 1, NULL, 1, 'ACTIVE'),
  ('KENTE15', 'Friends of the house', '15% off for those we have told.', 'percentage', 15, 100, 0, 0, NULL, 0, 'ACTIVE'),
  ('FESTIVE', 'Festive season', '25% off for the holidays.', 'percentage', 25, 500, 0, 0, NULL, 1, 'INACTIVE');

INSERT INTO coupons (code, name, description, type, value, minimum_subtotal, max_usage, max_per_customer, current_usage, free_delivery, starts_on, expires_on, shown, status_code) VALUES
  ('TOPS15', 'Tops of the season', '15% off all tops, once for everybody.', 'percentage', 15, 150, NULL, 1, 0, 0, '2026-01-01', NULL, 1, 'ACTIVE');
INSERT INTO coupon_categories (coupon_id, category_id)
  SELECT k.id, c.id FROM coupons k JOIN categories c ON c.name = 'Tops' WHERE k.code = 'TOPS15';
