import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashPassword } from '#api/auth/passwords.ts'
import { execute, inTransaction, insertRow, insertRows, select, selectOne } from '#api/db/database.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '#api/demo/demo-logins.ts'
import { pictureKey, type Draw, type StoredPicture, type Wanted } from '#api/demo/drawing.ts'
import { dressWindows, ICONS } from '#api/demo/dress-windows.ts'
import { runScript } from '#api/demo/run-script.ts'
import { seedLedger } from '#api/demo/seed-ledger.ts'
import { seedOrders } from '#api/demo/seed-orders.ts'
import { seedRefunds } from '#api/demo/seed-refunds.ts'
import { seedReviews } from '#api/demo/seed-reviews.ts'
import { seedSales } from '#api/demo/seed-sales.ts'
import { seedStock } from '#api/demo/seed-stock.ts'
import { refreshListings } from '#api/catalogue/refresh-listings.ts'
import { countSold } from '#api/reports/count-sold.ts'
import { importProducts } from '#api/import/import-products.ts'
import { openProducts } from '#api/import/open-products.ts'

const GOODS = fileURLToPath(new URL('../../sql/seed/demo-products.csv', import.meta.url))
/** Encoding runs in threads, on as many cores as a small shop's machine has. */
const AT_ONCE = 4
/** How old the newest goods are at most. */
const NEWEST_DAYS = 7

/** What a shop has before the demo fills it. */
export interface Present {
  products: number
  orders: number
  owners: number
  words: number
  offers: number
}

/** The demo shop: its people, goods with pictures, a week of sales, a month of orders. */
export async function fillShop(shop: Present, { dataDir, draw }: { dataDir: string; draw: Draw }): Promise<void> {
  if (shop.owners === 0) {
    const people = await makePeople()
    await inTransaction(async () => {
      await insertRows('users', people)
      if (shop.words === 0) await runScript('demo.sql')
      if (shop.offers === 0) await runScript('demo-delivery.sql')
    })
  }
  await seedGoods(join(dataDir, 'uploads'), draw)
  await inTransaction(makeGoodsNew)
  await dressWindows()
  await inTransaction(async () => {
    await seedSales()
    await seedOrders()
    await seedRefunds()
    await seedReviews()
    await seedLedger()
    await seedStock()
  })
  await countSold()
}

/** A demo that opens long after its file was written still has something new. */
async function makeGoodsNew(): Promise<void> {
  const { days } = (await selectOne<{ days: number | null }>(
    'SELECT DATEDIFF(UTC_DATE(), MAX(created_at)) AS days FROM products',
  ))!
  if (days === null || days <= NEWEST_DAYS) return
  await execute('UPDATE products SET created_at = created_at + INTERVAL ? DAY', [days - NEWEST_DAYS])
  await refreshListings((await select<{ id: number }>('SELECT id FROM products')).map(({ id }) => id))
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

/** As many as the first page of the list shows: the newest products, which are the file's last. */
const SHOWN_FIRST = 12

/**
 * Draws the pictures a shopper sees first. The rest would keep the shop closed for half a minute, and follow in
 * `finishPictures`.
 */
async function seedGoods(uploadsDir: string, draw: Draw): Promise<void> {
  const wanted = await picturesIn(GOODS)
  const first = wanted
    .filter(({ slug }, i) => wanted.findIndex(other => other.slug === slug) === i)
    .filter(({ slug }, i, { length }) => i >= length - SHOWN_FIRST || ICONS.has(slug))
  const pictures = new Map<string, StoredPicture>()
  await draw({ wanted: process.env.PICTURES_CACHE ? wanted : first, uploadsDir, atOnce: AT_ONCE }, (key, picture) =>
    pictures.set(key, picture),
  )
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

/** The demo's goods come from an imported file, as in any shop. After an interruption the same import continues. */
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
