-- What a first count came to is asked by nobody once it is counted again.
ALTER TABLE stock_count_lines DROP COLUMN first_counted;
