import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The longest files of each project go first, so that no processor idles at the end; unnamed files keep vitest's order.
 * Projects stay apart, because the API's files share a process only in a row.
 */
const PROJECTS = ['unit', 'api', 'e2e']
const FIRST = [
  // They measure the processor's time, so their worker is to be a fresh one, without other files' garbage.
  'attacks/freezing/freeze-routes',
  'attacks/freezing/freeze-text',
  'attacks/freezing/freeze-search',
  'api/every-route/properties',
  'api/every-route/matrix',
  'api/every-route/histories',
  'api/imports/import-volume',
  'sync/campaign',
  'api/people/guessing',
  'api/imports/uploads',
  'api/people/password-reset',
  'api/every-route/foreign-ids',
  'api/imports/import-whole-shop',
  'api/orders/tampered-amounts',
  'attacks/freezing/freeze-wire',
  'sync/exactly-once',
  'attacks/restoring/restore',
  'api/payments/payments-once',
  'api/operations/restore-until',
  'api/every-route/hostile-input',
  'api/orders/website-orders-races',
  'api/returns/refund-histories',
  'api/returns/refund-races',
  'e2e/staff/staff-screens',
  'e2e/staff/staff-roles',
  'e2e/till/till-without-sync',
  'e2e/house/every-screen',
  'e2e/shop/checkout',
  'e2e/shop/web-hydration',
  'e2e/till/till-update',
  'e2e/till/till-update-busy',
  'e2e/house/set-up',
  'e2e/house/set-up-ways',
  'e2e/shop/shop-browse',
  'e2e/house/hostile-words',
  'e2e/shop/wallet',
  'e2e/shop/shopper-journey',
  'e2e/till/till-crash',
  'e2e/shop/shop-offline',
  'e2e/shop/shop-keyboard',
  'e2e/till/till-full',
  'e2e/till/till-answers',
  'e2e/shop/buying',
  'e2e/shop/own-orders',
  'e2e/till/till-rollback',
  'e2e/till/till-long-day',
  'e2e/till/till-one-drain',
  'e2e/till/counter',
  'e2e/till/till-by-hand',
  'e2e/house/backup-commands',
  'e2e/staff/staff-manager',
  'e2e/staff/staff-journey',
  'e2e/staff/staff-products',
  'e2e/till/till-scan',
  'e2e/staff/staff-stock',
  'e2e/till/till-receipts',
  'e2e/staff/staff-imports',
  'e2e/house/screens',
  'e2e/till/till-keys',
  'e2e/shop/payments',
  'e2e/house/built-server',
  'e2e/staff/staff-ledger',
  'e2e/staff/staff-setup',
  'e2e/staff/staff-orders',
  'e2e/till/exactly-once',
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
  const place = FIRST.findIndex(name => moduleId.endsWith(`/${name}.test.ts`))
  return place === -1 ? FIRST.length : place
}
