import { selectOne } from '#api/db/database.ts'
import { DEMO_PEOPLE } from '#api/demo/demo-logins.ts'
import type { Draw } from '#api/demo/drawing.ts'
import type { Present } from '#api/demo/fill-shop.ts'
import { runScript, runStatements } from '#api/demo/run-script.ts'
import { referenceStatements } from '#api/demo/seed-statements.ts'

/** Adds the rows the program itself needs; running it again changes nothing. */
export const seedReference = async () => runStatements(await referenceStatements())

/** Where the demo shop delivers, and its coupons. */
export const seedOffers = () => runScript('demo-delivery.sql')

/**
 * Fills an empty shop with the demo shop. Leaves a shop with goods alone, unless they are the demo's own and the
 * seeding was interrupted: then it continues.
 */
export async function seedDemo(dataDir: string, draw: Draw): Promise<void> {
  const shop = (await selectOne<Present>(
    `SELECT (SELECT COUNT(*) FROM products) AS products,
    (SELECT COUNT(*) FROM orders) AS orders, (SELECT COUNT(*) FROM users WHERE email = :owner) AS owners,
    (SELECT COUNT(*) FROM categories) + (SELECT COUNT(*) FROM sizes) + (SELECT COUNT(*) FROM colours) AS words,
    (SELECT COUNT(*) FROM delivery_zones) + (SELECT COUNT(*) FROM coupons) AS offers`,
    { owner: DEMO_PEOPLE[0][1] },
  ))!
  if (shop.orders > 0 || (shop.products > 0 && shop.owners === 0)) return
  // Loaded only at a shop's first start.
  const { fillShop } = await import('#api/demo/fill-shop.ts')
  await fillShop(shop, { dataDir, draw })
}
