import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashPassword } from '#api/auth/passwords.ts'
import { db, execute, inTransaction, insertRow, insertRows, selectOne } from '#api/db/database.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '#api/demo/demo-logins.ts'
import { drawAll, pictureKey, type Wanted } from '#api/demo/draw-all.ts'
import { dressWindows } from '#api/demo/dress-windows.ts'
import { seedLedger } from '#api/demo/seed-ledger.ts'
import { seedOrders } from '#api/demo/seed-orders.ts'
import { seedRefunds } from '#api/demo/seed-refunds.ts'
import { seedSales } from '#api/demo/seed-sales.ts'
import { referenceStatements, seedStatements } from '#api/demo/seed-statements.ts'
import { seedStock } from '#api/demo/seed-stock.ts'
import { importProducts } from '#api/import/import-products.ts'
import { openProducts } from '#api/import/open-products.ts'

const FOLDER = new URL('../../sql/seed/', import.meta.url)
const GOODS = fileURLToPath(new URL('demo-products.csv', FOLDER))

/** Puts in what the program itself relies on; running it again changes nothing. */
export const seedReference = async () => run(await referenceStatements())

/** Where the demo shop delivers, and its coupons. */
export const seedOffers = () => runScript('demo-delivery.sql')

/**
 * Fills an empty shop with the demo shop: its people, its goods with their pictures, a week of sales, a month of
 * orders. A shop that has goods is left as it is, unless they are the demo shop's own and the seeding was broken off:
 * then it goes on.
 */
export async function seedDemo(dataDir: string): Promise<void> {
  const shop = (await selectOne<{ products: number; orders: number; owners: number; words: number; offers: number }>(
    `SELECT (SELECT COUNT(*) FROM products) AS products,
    (SELECT COUNT(*) FROM orders) AS orders, (SELECT COUNT(*) FROM users WHERE email = :owner) AS owners,
    (SELECT COUNT(*) FROM categories) + (SELECT COUNT(*) FROM sizes) + (SELECT COUNT(*) FROM colours) AS words,
    (SELECT COUNT(*) FROM delivery_zones) + (SELECT COUNT(*) FROM coupons) AS offers`,
    { owner: DEMO_PEOPLE[0][1] },
  ))!
  if (shop.orders > 0 || (shop.products > 0 && shop.owners === 0)) return
  if (shop.owners === 0) {
    const people = await makePeople()
    await inTransaction(async () => {
      await insertRows('users', people)
      if (shop.words === 0) await runScript('demo.sql')
      if (shop.offers === 0) await seedOffers()
    })
  }
  await seedGoods(join(dataDir, 'uploads'))
  await dressWindows()
  await inTransaction(async () => {
    await seedSales()
    await seedOrders()
    await seedRefunds()
    await seedLedger()
    await seedStock()
  })
}

const makePeople = () =>
  Promise.all(
    DEMO_PEOPLE.map(async ([name, email, phone, role_code]) => ({
      name,
      email,
      phone,
      role_code,
      password_hash: await hashPassword(DEMO_PASSWORD),
    })),
  )

/**
 * Each product's first picture is drawn at once; the others would keep the shop closed for half a minute, and follow in
 * `finishPictures`.
 */
async function seedGoods(uploadsDir: string): Promise<void> {
  const wanted = await picturesIn(GOODS)
  const first = wanted.filter(({ slug }, i) => wanted.findIndex(other => other.slug === slug) === i)
  const pictures = await drawAll(process.env.PICTURES_CACHE ? wanted : first, uploadsDir)
  const known = new Set(wanted.map(pictureKey))
  const import_id = await openGoods()
  const { summary, errors } = await importProducts(GOODS, {
    noted: { import_id, is_rehearsal: false },
    pictureOf: (reference, slug) => {
      const key = pictureKey({ reference, slug })
      return pictures.get(key) ?? (known.has(key) ? { name: null, dominant: null } : null)
    },
  })
  if (errors.length > 0) throw new Error(`The demo shop's products, line ${errors[0]!.line}: ${errors[0]!.message}`)
  await execute("UPDATE product_imports SET status_code = 'DONE', report = ? WHERE id = ?", [
    JSON.stringify({ summary, errors }),
    import_id,
  ])
}

/**
 * The demo shop's goods came in a file, like those of every shop. Where the seeding was broken off it goes on with the
 * same.
 */
async function openGoods(): Promise<number> {
  const known = await selectOne<{ id: number }>('SELECT id FROM product_imports ORDER BY id LIMIT 1')
  const owner = (await selectOne<{ id: number }>('SELECT id FROM users WHERE email = ?', [DEMO_PEOPLE[0][1]]))!
  return (
    known?.id ?? insertRow('product_imports', { user_id: owner.id, file_name: basename(GOODS), format_code: 'own' })
  )
}

async function picturesIn(path: string): Promise<Wanted[]> {
  const wanted: Wanted[] = []
  for await (const row of await openProducts(path)) {
    if ('slug' in row && 'pictures' in row)
      wanted.push(
        ...row.pictures
          .filter(({ source }) => source.startsWith('drawn:'))
          .map(({ source }) => ({ reference: source, slug: row.slug })),
      )
  }
  return wanted
}

const runScript = async (name: string) => run(await seedStatements(name))

async function run(statements: readonly string[]): Promise<void> {
  for (const statement of statements) await db.query(statement)
}
