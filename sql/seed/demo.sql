-- What the demo shop's products stand on. Their ids are fixed: links and pictures of the shop name them.

INSERT INTO categories (id, name, description, parent_id) VALUES
  (1, 'Bottoms', 'Everything from the waist down.', NULL),
  (2, 'Tops', 'Everything from the waist up.', NULL),
  (5, 'Dresses', 'From market day to Sunday service.', NULL),
  (7, 'Jackets', 'For harmattan mornings and cold offices.', NULL);

INSERT INTO categories (id, name, description, parent_id) VALUES
  (3, 'Women''s Jeans', 'Slim, wide, mom and bootcut, in proper denim.', 1),
  (4, 'Cargo Pants', 'Big pockets, easy legs, hard-wearing twill.', 1),
  (6, 'Crop Tops', 'Short, light and made for high waists.', 2),
  (8, 'Men''s Jeans', 'Straight, slim and ripped, built to last.', 1),
  (9, 'Shirts', 'Oxford, linen, check and wax print.', 2),
  (10, 'T-Shirts', 'Soft cotton for every day.', 2),
  (11, 'Skirts', 'Denim minis, pleats and wax-print midis.', 1),
  (12, 'Shorts', 'Denim, chino and bermuda.', 1),
  (13, 'Hoodies', 'Brushed fleece, with and without a zip.', 2),
  (14, 'Overshirts', 'Heavier than a shirt, lighter than a jacket.', 2);

INSERT INTO sizes (id, code, name) VALUES
  (1, 'UK6', 'UK 6'),
  (2, 'UK8', 'UK 8'),
  (3, 'UK10', 'UK 10'),
  (4, 'UK12', 'UK 12'),
  (5, 'UK14', 'UK 14'),
  (6, 'UK16', 'UK 16'),
  (7, 'UK18', 'UK 18'),
  (8, 'ONE', 'One size');

INSERT INTO colours (id, code, name) VALUES
  (1, '23407F', 'Indigo'),
  (2, '4F7FB0', 'Mid Wash'),
  (3, '8FB0D4', 'Light Wash'),
  (4, '1B1D23', 'Black'),
  (5, 'F4F1EA', 'Off White'),
  (6, '5A6140', 'Olive'),
  (7, 'B9A177', 'Sand'),
  (8, '7A1F2B', 'Wine'),
  (9, 'C8502E', 'Burnt Orange'),
  (10, 'D99A2B', 'Mustard'),
  (11, '1F6B4A', 'Emerald'),
  (12, 'B9BCC2', 'Grey Marl'),
  (13, 'D9A0A6', 'Dusty Rose'),
  (14, '6E4A2F', 'Chocolate'),
  (15, '6B4C8A', 'Plum');

INSERT INTO search_words (word, means) VALUES
  ('match day', 'black star tee'),
  ('harmattan wear', 'puffer jacket, bomber, hoodie');

INSERT INTO fit_rows (category_id, size_code, waist, hip, inseam, rise) VALUES
  (1, 'UK6', 63, 88, 77, 25),
  (1, 'UK8', 67, 92, 77.5, 25.5),
  (1, 'UK10', 71, 96, 78, 26),
  (1, 'UK12', 76, 101, 78.5, 26.5),
  (1, 'UK14', 81, 106, 79, 27),
  (1, 'UK16', 86, 111, 79.5, 27.5),
  (1, 'UK18', 92, 117, 80, 28),
  (3, 'UK6', 63, 88, 78, 26.5),
  (3, 'UK8', 67, 92, 78.5, 27),
  (3, 'UK10', 71, 96, 79, 27.5),
  (3, 'UK12', 76, 101, 79.5, 28),
  (3, 'UK14', 81, 106, 80, 28.5),
  (3, 'UK16', 86, 111, 80.5, 29),
  (3, 'UK18', 92, 117, 81, 29.5),
  (4, 'UK6', 65, 92, 77, 27),
  (4, 'UK8', 69, 96, 77.5, 27.5),
  (4, 'UK10', 73, 100, 78, 28),
  (4, 'UK12', 78, 105, 78.5, 28.5),
  (4, 'UK14', 83, 110, 79, 29),
  (4, 'UK16', 88, 115, 79.5, 29.5),
  (4, 'UK18', 94, 121, 80, 30),
  (8, 'UK6', 67, 88, 80, 25),
  (8, 'UK8', 71, 92, 80.5, 25.5),
  (8, 'UK10', 75, 96, 81, 26),
  (8, 'UK12', 80, 101, 81.5, 26.5),
  (8, 'UK14', 85, 106, 82, 27),
  (8, 'UK16', 90, 111, 82.5, 27.5),
  (8, 'UK18', 96, 117, 83, 28),
  (12, 'UK6', 64, 90, 13, 25.5),
  (12, 'UK8', 68, 94, 13.5, 26),
  (12, 'UK10', 72, 98, 14, 26.5),
  (12, 'UK12', 77, 103, 14.5, 27),
  (12, 'UK14', 82, 108, 15, 27.5),
  (12, 'UK16', 87, 113, 15.5, 28),
  (12, 'UK18', 93, 119, 16, 28.5),
  (11, 'UK6', 63, 88, NULL, NULL),
  (11, 'UK8', 67, 92, NULL, NULL),
  (11, 'UK10', 71, 96, NULL, NULL),
  (11, 'UK12', 76, 101, NULL, NULL),
  (11, 'UK14', 81, 106, NULL, NULL),
  (11, 'UK16', 86, 111, NULL, NULL),
  (11, 'UK18', 92, 117, NULL, NULL);

UPDATE settings SET value = 'Instagram | https://www.instagram.com
Facebook | https://www.facebook.com
TikTok | https://www.tiktok.com' WHERE name = 'social_links';
UPDATE settings SET value = 'Women | /shop?category=3,5,6,11
Men | /shop?category=8,9,14
New in | /new
Sale | /sale
Gift cards | /gift-card' WHERE name = 'entrances';
