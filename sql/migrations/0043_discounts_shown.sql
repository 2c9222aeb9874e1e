-- The promo that speaks of discounts leads to what has one, where nobody has changed its line.
UPDATE settings SET value = REPLACE(value, '| Shop the discounts | /shop?sort=price-low-to-high', '| Shop the discounts | /shop?discounted=1')
  WHERE name = 'promos';
