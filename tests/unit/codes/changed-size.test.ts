import { expect, test } from 'vitest'
import { changedSize } from '#api/import-formats/changed-size.ts'

test('says of what size a spreadsheet made a date, also inside a longer name', () => {
  expect(changedSize('12-Oct')).toBe('The size "12-Oct" looks like a date. A spreadsheet may have made it of 10-12.')
  expect(changedSize('Age: 4-Feb')).toContain('"4-Feb" looks like a date. A spreadsheet may have made it of 2-4.')
  expect(changedSize('Slim / Jun-30')).toContain('made it of 6-30.')
  for (const size of ['10-12', 'UK 10', '32/34', 'XL', 'Age: 10-12', 'May', '12-Okt', 'W30 L32', ''])
    expect([size, changedSize(size)]).toEqual([size, null])
})
