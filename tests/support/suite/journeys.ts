/**
 * What `npm test` does in Chromium: one journey for each person who uses the shop, and what no sale survives without.
 * `npm run test:all` runs every file.
 */
export const JOURNEYS = [
  'shop/shopper-journey',
  'till/counter',
  'till/exactly-once',
  'till/till-update',
  'staff/staff-journey',
  'house/set-up',
  'house/two-processes',
].map(name => `tests/e2e/${name}.test.ts`)
