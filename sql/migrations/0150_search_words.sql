-- expand
-- The shop's own lines beside the trade's words in sync/protocol/search/trade-words.ts: what shoppers type, and what it means.
CREATE TABLE IF NOT EXISTS search_words (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  word VARCHAR(60) NOT NULL UNIQUE,
  means VARCHAR(300) NOT NULL,
  active TINYINT UNSIGNED NOT NULL DEFAULT 1,
  created_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  updated_at DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
  KEY (updated_at, id)
);

-- What was searched for in vain, a row a day and text, without who searched. `nothing`: no goods at all; `partly`: goods with
-- some of the words.
CREATE TABLE IF NOT EXISTS vain_searches (
  id INT UNSIGNED AUTO_INCREMENT PRIMARY KEY,
  day DATE NOT NULL,
  words VARCHAR(60) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  nothing INT UNSIGNED NOT NULL DEFAULT 0,
  partly INT UNSIGNED NOT NULL DEFAULT 0,
  UNIQUE KEY (day, words)
);
