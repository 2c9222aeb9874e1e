import { afterAll, expect } from 'vitest'

/** These set stock by hand, or break the books on purpose. */
const BREAK_THE_BOOKS = /\/(audit|properties-prices|pull|pull-concurrent|catalogue-product)\.test\.ts$/

// After every test file the books must be in order.
afterAll(async () => {
  if (BREAK_THE_BOOKS.test(expect.getState().testPath ?? '')) return
  const { brokenRules } = await import('#tests/support/server/shop.ts')
  const broken = await brokenRules()
  if (broken.length > 0) throw new Error(`The books show ${broken.join('; ')}.`)
})
