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
