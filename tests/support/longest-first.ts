import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The longest files of each project go first, so that no processor idles at the end; unnamed files keep vitest's order.
 * Projects stay apart, because the API's files share a process only in a row.
 */
const PROJECTS = ['unit', 'api', 'e2e']
const LONGEST = [
  'api/histories',
  'api/properties',
  'api/refund-histories',
  'api/paystack-client',
  'api/matrix',
  'api/import-volume',
  'api/guessing',
  'api/hostile-input',
  'e2e/staff-screens',
  'e2e/staff-roles',
  'e2e/every-screen',
  'e2e/shopper-journey',
  'e2e/exactly-once',
  'e2e/hostile-words',
  'e2e/shop-offline',
  'e2e/web-hydration',
  'e2e/shop-browse',
  'e2e/set-up',
  'e2e/checkout',
  'e2e/till-full',
  'e2e/till-without-sync',
  'e2e/till-crash',
  'e2e/till-update',
  'e2e/shop-keyboard',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort(
      (a, b) => PROJECTS.indexOf(a.project.name) - PROJECTS.indexOf(b.project.name) || placeOf(a) - placeOf(b),
    )
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex(name => moduleId.endsWith(`/${name}.test.ts`))
  return place === -1 ? LONGEST.length : place
}
