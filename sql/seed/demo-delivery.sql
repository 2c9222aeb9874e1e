-- Where the demo shop delivers and for how much, and a coupon of every kind.

INSERT INTO delivery_zones (region_code, name, code, locations, cost) VALUES
  ('GH-AA', 'Accra Central', 'ACCRA-CENTRAL', 'Osu, Ridge, Labone, Cantonments, Airport, Adabraka', 0),
  ('GH-AA', 'Accra East', 'ACCRA-EAST', 'East Legon, Madina, Adenta, Spintex, Teshie', 0),
  ('GH-AA', 'Tema', 'TEMA', 'Tema Communities 1 to 25, Ashaiman, Sakumono', 0),
  ('GH-AH', 'Kumasi Central', 'KUMASI-CENTRAL', 'Adum, Asokwa, Bantama, Nhyiaeso, KNUST', 45),
  ('GH-AH', 'Greater Kumasi', 'KUMASI-OUTER', 'Ejisu, Tafo, Suame, Kwadaso, Santasi', 60),
  ('GH-AH', 'Obuasi', 'OBUASI', 'Obuasi and Tutuka, at the station', 75.5),
  ('GH-CP', 'Cape Coast', 'CAPE-COAST', 'Cape Coast, UCC, Elmina', 50),
  ('GH-CP', 'Kasoa and Winneba', 'KASOA', 'Kasoa, Budumburam, Winneba', 40),
  ('GH-EP', 'Koforidua', 'KOFORIDUA', 'Koforidua, Effiduase, Nsawam', 45),
  ('GH-WP', 'Sekondi-Takoradi', 'TAKORADI', 'Takoradi, Sekondi, Effia', 65),
  ('GH-TV', 'Ho', 'HO', 'Ho, Sokode, Kpando by bus', 60),
  ('GH-BO', 'Sunyani', 'SUNYANI', 'Sunyani, Fiapre, Berekum', 70),
  ('GH-NP', 'Tamale', 'TAMALE', 'Tamale, Sagnarigu, Vittin', 90),
  ('GH-UE', 'Bolgatanga', 'BOLGATANGA', 'Bolgatanga and Navrongo, at the station', 110);

INSERT INTO coupons (code, name, description, type, value, max_usage, current_usage, free_delivery, expires_on, status_code) VALUES
  ('WELCOME10', 'Welcome', '10% off what you order.', 'percentage', 10, NULL, 0, 0, NULL, 'ACTIVE'),
  ('DENIM50', 'Denim days', 'GH₵ 50 off your order.', 'amount', 50, 200, 0, 0, NULL, 'ACTIVE'),
  ('FREERIDE', 'Free ride', 'Delivery is on us, wherever you are.', 'amount', 0, 0, 0, 1, NULL, 'ACTIVE'),
  ('FIRST20', 'The first twenty', '20% off and free delivery for the first 20 orders.', 'percentage', 20, 20, 20, 1, NULL, 'ACTIVE'),
  ('FESTIVE', 'Festive season', '25% off for the holidays.', 'percentage', 25, 500, 0, 0, NULL, 'INACTIVE');
