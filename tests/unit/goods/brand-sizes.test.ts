import { expect, test } from 'vitest'
import { rowsIn } from '#sync/protocol/setting-values.ts'
import { SETTINGS } from '#sync/protocol/settings.ts'
import { brandSizes } from '#sync/protocol/sizes/brand-sizes.ts'
import { adviseByGarment } from '#sync/protocol/sizes/size-advice.ts'

const read = (value: string) => brandSizes(rowsIn(SETTINGS.brand_sizes, value))

test('reads a size with what its chart says, and leaves out what cannot be read', () => {
  expect(read('Levi’s 501 | 32 | 81 | 99 | 81\nZara | M | 70 | 98.5\nLee | 30 | | 94')).toEqual([
    { brand: 'Levi’s 501', size: '32', waist: 81, hip: 99, inseam: 81 },
    { brand: 'Zara', size: 'M', waist: 70, hip: 98.5, inseam: null },
    { brand: 'Lee', size: '30', waist: null, hip: 94, inseam: null },
  ])
  expect(read('Lee | 30\nLee | 30 | 32 in | 94\nLee | | 81 | 94\nLee | 30 | 19 | 94\nLee | 30 | 81 | 221')).toEqual([])
})

test('begins with sizes that can all be read, each once, and larger ones for larger bodies', () => {
  const first = read(SETTINGS.brand_sizes.initial)
  expect(first.length).toBe(SETTINGS.brand_sizes.initial.split('\n').length)
  expect(new Set(first.map(({ brand, size }) => `${brand} ${size}`)).size).toBe(first.length)
  const larger = first.filter(({ brand }, i) => first[i - 1]?.brand === brand)
  expect(larger.length).toBeGreaterThan(5)
  for (const each of larger) expect(each.waist).toBeGreaterThan(first[first.indexOf(each) - 1]!.waist!)
})

test('finds our size for a Levi’s 501 in 32', () => {
  const [jeans] = read('Levi’s 501 | 32 | 81 | 99 | 81')
  const { waist, hip, inseam, size } = jeans!
  const table = [76, 81, 86].map(own => ({ size_code: `W${own}`, waist: own, hip: own + 18, inseam: 81, rise: null }))
  const owned = {
    row: { size_code: size, waist, hip, inseam, rise: null },
    name: 'Levi’s 501, 32',
    fit: 'TRUE',
  } as const
  expect(adviseByGarment(owned, { table, history: [] })).toMatchObject({ size_code: 'W81', fits: 'YES' })
})
