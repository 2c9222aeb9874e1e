-- People read out the last digits of a receipt's number: backwards they are its beginning, which an index finds.
ALTER TABLE orders
  ADD COLUMN number_reversed VARCHAR(40) AS (REVERSE(number)) STORED,
  ADD KEY (number_reversed);
