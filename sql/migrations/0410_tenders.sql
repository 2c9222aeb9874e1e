-- expand
-- An account with a kind is a way of paying: CASH, MOBILE_MONEY, CARD or OTHER. `at_till` stays true while it is ACTIVE.
ALTER TABLE accounts
  ADD COLUMN kind VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin AFTER at_till,
  -- Whether cashiers are asked for the reference of a payment: NO, MAY or MUST.
  ADD COLUMN asks_reference VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'MAY' AFTER kind,
  ADD COLUMN opens_drawer TINYINT UNSIGNED NOT NULL DEFAULT 0 AFTER asks_reference,
  -- The order in which tills offer them.
  ADD COLUMN place INT UNSIGNED NOT NULL DEFAULT 0 AFTER opens_drawer,
  ADD COLUMN status_code VARCHAR(20) NOT NULL DEFAULT 'ACTIVE' AFTER place;

-- Tills learn what is new about them with their next pull.
UPDATE accounts SET kind = 'CASH', asks_reference = 'NO', opens_drawer = 1, place = 1, updated_at = NOW(3) WHERE code = 'CASH';
UPDATE accounts SET kind = 'MOBILE_MONEY', place = 2, updated_at = NOW(3) WHERE code = 'MTN_MOBILE_MONEY';
UPDATE accounts SET name = 'MTN MoMo' WHERE code = 'MTN_MOBILE_MONEY' AND name = 'MTN Mobile Money';
UPDATE accounts SET kind = 'CARD', place = 5, updated_at = NOW(3) WHERE code = 'BANK';
