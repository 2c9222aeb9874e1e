import { expect, test } from 'vitest'
import { inInches } from '#sync/protocol/fit.ts'

test('shows centimetres in inches to the nearest half', () => {
  expect([71, 72, 96.5, 81.3].map(inInches)).toEqual([28, 28.5, 38, 32])
})
