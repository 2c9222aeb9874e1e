-- The promo that speaks of discounts and the entrances lead to the sale page, where nobody has changed their lines.
UPDATE settings SET value = REPLACE(value, '| Shop the discounts | /shop?discounted=1', '| Shop the discounts | /sale')
  WHERE name = 'promos';
UPDATE settings SET value = REPLACE(REPLACE(value, 'New in | /shop\n', 'New in | /new\n'), 'Sale | /shop?discounted=1', 'Sale | /sale')
  WHERE name = 'entrances';
