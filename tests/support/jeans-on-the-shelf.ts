import { afterEach } from 'vitest'
import { aShopEach } from '#tests/support/a-shop-each.ts'
import type { Api } from '#tests/support/api.ts'
import { aVariation, checkBooks } from '#tests/support/shop.ts'

interface Here {
  api: Api
  /** A manager's. */ token: string
  /** A variation. */ jeans: number
}

/**
 * For the tests of a file: an api, and for each of them a shop with so many jeans on the shelf, of which `use` is told
 * before it begins. After each the books are right.
 */
export function jeansOnTheShelf(pieces: number, use: (here: Here) => void): void {
  aShopEach('MANAGER', async here => use({ ...here, jeans: await aVariation(pieces) }))
  afterEach(checkBooks)
}
