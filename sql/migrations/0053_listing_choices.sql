-- Whether a listing's choices are left to sell stands with each of them, as the third of its parts, and follows the sales in
-- memory. `choices` of rows from before have two parts until the next start looks at the stock.
ALTER TABLE product_listings DROP COLUMN in_stock;
