-- The words by which products are found, cut into pieces of three letters (^^j, ^je, jea … s$), so that a word with a slip in
-- it finds those it may have been. Only words that forgive slips: of letters alone, from four on. A word that no product has
-- any more may stay: it leads to nothing.
CREATE TABLE search_trigrams (
  trigram VARCHAR(3) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  word VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  PRIMARY KEY (trigram, word),
  KEY (word)
);

INSERT IGNORE INTO search_trigrams (trigram, word)
WITH RECURSIVE texts (word, rest) AS (
  SELECT CAST('' AS CHAR(60)), CONCAT(words, ' ') FROM product_words
  UNION ALL
  SELECT SUBSTRING_INDEX(rest, ' ', 1), SUBSTRING(rest, LOCATE(' ', rest) + 1) FROM texts WHERE rest <> ''
), terms (word) AS (
  SELECT DISTINCT SUBSTRING(word, 3) FROM texts WHERE CHAR_LENGTH(word) >= 6 AND word NOT REGEXP '[0-9]'
), places (word, place) AS (
  SELECT word, 1 FROM terms
  UNION ALL
  SELECT word, place + 1 FROM places WHERE place <= CHAR_LENGTH(word)
)
SELECT SUBSTRING(CONCAT('^^', word, '$'), place, 3), word FROM places;

-- Texts of the home page. A promo is a line: title | words | where it leads.
INSERT IGNORE INTO settings (name, value) VALUES
  ('hero', 'Denim that keeps its word. | Jeans and clothes cut for Ghana, priced in cedis. Pick them up from the shop, or have a rider bring them.'),
  ('promos', 'Cargo pants | Room in every pocket. Shop cargo | /shop?category=4\nCrop tops and jackets | Short over long. Shop the pair | /shop?category=6,7\nUp to 50 % off for the festive days | Shop the discounts | /shop?sort=price-low-to-high'),
  ('delivery_start', '2025-08-25');
