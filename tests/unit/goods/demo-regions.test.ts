import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nearestReached } from '#api/delivery/near-regions.ts'

const codesIn = (path: string, pattern: RegExp) => [
  ...new Set(Array.from(readFileSync(path, 'utf8').matchAll(pattern), ([, code]) => code!)),
]
const regions = codesIn('sql/seed/reference.sql', /\('GH', '(GH-\w\w)'/g)

test('the demo shop delivers to each of the 16 regions', () => {
  expect(regions).toHaveLength(16)
  expect(codesIn('sql/seed/demo-delivery.sql', /\('(GH-\w\w)', /g).sort()).toEqual([...regions].sort())
})

test('a region that is not reached has a nearest one, wherever the shop delivers', () => {
  for (const region of regions)
    for (const reached of regions.filter(each => each !== region))
      expect([region, nearestReached(region, new Set([reached]))]).toEqual([region, reached])
})
