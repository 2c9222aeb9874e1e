-- Only where the shop kept the words it came with.
UPDATE settings SET value = REPLACE(REPLACE(value,
    'Short over long. Shop the pair', 'Shop crop tops and jackets'),
    'Up to 50 % off for the festive days', 'Up to 50% off for the festive season')
  WHERE name = 'promos';
