-- expand
-- Lists of products hold their pictures as JSON, in which a quotation mark of a text is escaped.
UPDATE product_listings
SET summary = REPLACE(summary, '"file":{"storage_link":', '"colour_code":null,"file":{"storage_link":')
WHERE summary NOT LIKE '%"colour\_code":%';
