import { afterEach } from 'vitest'
import { aShopEach } from '#tests/support/runs/a-shop-each.ts'
import type { Api } from '#tests/support/server/api.ts'
import { aVariation, checkBooks } from '#tests/support/server/shop.ts'

interface Here {
  api: Api
  /** A manager's. */ token: string
  /** A variation. */ jeans: number
}

/**
 * Starts an api for a file's tests, and before each a shop with `pieces` jeans in stock, which it passes to `use`.
 * Checks the books after each.
 */
export function jeansOnTheShelf(pieces: number, use: (here: Here) => void): void {
  aShopEach('MANAGER', async here => use({ ...here, jeans: await aVariation(pieces) }))
  afterEach(checkBooks)
}
