-- expand
-- What references of mobile money sales are compared by: letters and digits, in capitals. Null for every other order.
ALTER TABLE orders
  ADD COLUMN reference_key VARCHAR(120) CHARACTER SET ascii COLLATE ascii_bin AFTER reference,
  ADD KEY (reference_key);

UPDATE orders SET reference_key = NULLIF(UPPER(REGEXP_REPLACE(reference, '[^0-9A-Za-z]', '')), '')
  WHERE type_code = 'STORE' AND account_code = 'MTN_MOBILE_MONEY' AND reference IS NOT NULL;
