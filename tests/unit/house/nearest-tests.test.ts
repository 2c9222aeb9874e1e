import { expect, test } from 'vitest'
import { nearestTests } from '#tests/support/house/nearest-tests.ts'

const importing = (...names: string[]) => names.map(name => `import { it } from '#${name}'\n`).join('')
const SCREENS = Array.from({ length: 20 }, (_, i) => `tests/pwa/till/screen-${i}.test.tsx`)
const SOURCES = new Map([
  ['api/money.ts', ''],
  ['api/totals.ts', importing('api/money.ts')],
  ['pwa/price.tsx', importing('api/totals.ts')],
  ['tests/unit/goods/totals.test.ts', importing('api/totals.ts')],
  ['tests/unit/goods/labels.test.ts', ''],
  ['tests/unit/house/architecture.test.ts', ''],
  ['tests/unit/house/suite.test.ts', importing('tests/support/suite/progress.ts', 'tests/support/late.ts')],
  ['tests/api/orders.test.ts', importing('api/money.ts')],
  ...SCREENS.map(path => [path, importing('pwa/price.tsx')] as const),
])
const RULES = 'tests/unit/house/architecture.test.ts'

test('a change has the rules of the house run, what imports it, and the nearest screens', () => {
  const { units, screens } = nearestTests(['api/money.ts'], SOURCES)
  expect(units).toEqual(['tests/unit/goods/totals.test.ts', RULES])
  expect(screens).toEqual(SCREENS.slice(0, 4))
})

test('what imports nothing of it is left out, and the tests of the runner but for the runner', () => {
  expect(nearestTests([], SOURCES)).toEqual({ units: [RULES], screens: [] })
  for (const path of ['tests/support/suite/run-suite.ts', 'tests/support/late.ts'])
    expect(nearestTests([path], SOURCES).units).toEqual([RULES, 'tests/unit/house/suite.test.ts'])
})

test('a changed test runs, a deleted one does not', () => {
  const changed = ['tests/unit/goods/labels.test.ts', 'tests/pwa/gone.test.tsx', SCREENS[3]!]
  expect(nearestTests(changed, SOURCES)).toEqual({
    units: ['tests/unit/goods/labels.test.ts', RULES],
    screens: [SCREENS[3]],
  })
})

test.each(['sql/001-start.sql', 'package.json', 'tests/support/queries.csv'])(
  'after a change of %s all of tests/unit run but for the runner',
  path => {
    expect(nearestTests([path], SOURCES).units).toEqual([
      'tests/unit/goods/totals.test.ts',
      'tests/unit/goods/labels.test.ts',
      RULES,
    ])
  },
)
