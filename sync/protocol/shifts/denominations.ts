/** Ghana's notes and coins in circulation, the largest first; values in pesewas. */
export const DENOMINATIONS = [
  { code: 'note_200', pesewas: 20_000 },
  { code: 'note_100', pesewas: 10_000 },
  { code: 'note_50', pesewas: 5_000 },
  { code: 'note_20', pesewas: 2_000 },
  { code: 'note_10', pesewas: 1_000 },
  { code: 'note_5', pesewas: 500 },
  { code: 'note_2', pesewas: 200 },
  { code: 'note_1', pesewas: 100 },
  { code: 'coin_200p', pesewas: 200 },
  { code: 'coin_100p', pesewas: 100 },
  { code: 'coin_50p', pesewas: 50 },
  { code: 'coin_20p', pesewas: 20 },
  { code: 'coin_10p', pesewas: 10 },
  { code: 'coin_5p', pesewas: 5 },
  { code: 'coin_1p', pesewas: 1 },
] as const

export type Denomination = (typeof DENOMINATIONS)[number]['code']

/** How many of each note and coin; none of those left out. */
export type CountedCash = Partial<Record<Denomination, number>>

/** The most of one note or coin in one drawer, so that no count overflows a column. */
export const MOST_OF_ONE = 10_000

/** In pesewas. */
export const worthOf = (counted: CountedCash): number =>
  DENOMINATIONS.reduce((sum, { code, pesewas }) => sum + (counted[code] ?? 0) * pesewas, 0)
