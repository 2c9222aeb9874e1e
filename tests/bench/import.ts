/**
 * Rows a second of a product file of 50,000 rows, the first time and again without a change, beside bare mysql2 writing
 * as many products, variations and movements in one transaction per 500 rows, without reading, checking or comparing
 * anything. Run: npm run bench -- import
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection, type ResultSetHeader } from 'mysql2/promise'
import { freshDatabase, startTestDatabase } from '#tests/support/database/database.ts'
import { OWN_COLUMNS } from '#tests/support/import-files/own-files.ts'

const PRODUCTS = 5000
const PIECES = 10
const ROWS = PRODUCTS * PIECES
const AT_ONCE = 50
const ROUNDS = 3
const SIZES = Array.from({ length: PIECES }, (_, i) => `W${26 + i}`)

const server = await startTestDatabase()
Object.assign(process.env, {
  DATABASE_URL: await freshDatabase(server.url),
  JWT_SECRET: 'a secret that only the benchmark knows',
  LOG_LEVEL: 'silent',
  DEMO: '0',
})
const { db, insertRows } = await import('#api/db/database.ts')
const { importProducts } = await import('#api/import/import-products.ts')
const { seedReference } = await import('#api/demo/seed.ts')
const { openShop } = await import('#tests/support/server/shop.ts')
await seedReference()
const address = new URL(process.env.DATABASE_URL!)
const bare = await createConnection({
  user: decodeURIComponent(address.username),
  socketPath: address.searchParams.get('socketPath')!,
  database: address.pathname.slice(1),
})
const folder = mkdtempSync(join(tmpdir(), 'selvedge-bench-'))
const file = join(folder, 'products.csv')
writeFileSync(
  file,
  `${OWN_COLUMNS.join(',')}\n${Array.from({ length: PRODUCTS }, (_, n) => SIZES.map((size, i) => rowOf(n, size, i)).join('\n')).join('\n')}\n`,
)

const rounds: Record<'first' | 'again' | 'bare', number>[] = []
for (let i = 0; i < ROUNDS; i++) {
  await openShop()
  const first = await rate(() => importProducts(file))
  const again = await rate(() => importProducts(file))
  await openShop()
  await insertRows(
    'sizes',
    SIZES.map(code => ({ code, name: code })),
  )
  rounds.push({ first, again, bare: await rate(writeBare) })
}
const middle = (key: keyof (typeof rounds)[0]) =>
  rounds.map(round => round[key]).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!
console.log(
  `import: ${middle('first')} rows/s, again ${middle('again')} rows/s, bare ${middle('bare')} rows/s, ratio ${(middle('first') / middle('bare')).toFixed(2)} (medians of ${ROUNDS}; load ${loadavg()[0]!.toFixed(1)})`,
)
rmSync(folder, { recursive: true })
await Promise.all([bare.end(), db.close()])
await server.stop()

function rowOf(n: number, size: string, i: number): string {
  const fields =
    i === 0
      ? `Product ${n},"A description, of some length",Category 1,${100 + (n % 50)}.50,0,LIVE,Soft | Warm,`
      : ',,,,,,,'
  return `product-${n},${fields},SKU-${n}-${i},603${n * PIECES + i},${size},${size},1B1D23,Black,${1 + (i % 7)},`
}

async function rate(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return Math.round((ROWS / (performance.now() - start)) * 1000)
}

async function writeBare(): Promise<void> {
  for (let from = 0; from < PRODUCTS; from += AT_ONCE) {
    const numbers = Array.from({ length: AT_ONCE }, (_, i) => from + i)
    await bare.beginTransaction()
    const [{ insertId }] = await bare.query<ResultSetHeader>(
      'INSERT INTO products (slug, name, description, features, category_id, retail_price) VALUES ?',
      [
        numbers.map(n => [
          `product-${n}`,
          `Product ${n}`,
          'A description, of some length',
          '["Soft","Warm"]',
          1,
          100 + (n % 50),
        ]),
      ],
    )
    const pieces = numbers.flatMap((n, at) =>
      SIZES.map((size, i) => [insertId + at, `SKU-${n}-${i}`, `603${n * PIECES + i}`, size, 1 + (i % 7)]),
    )
    const [{ insertId: piece }] = await bare.query<ResultSetHeader>(
      'INSERT INTO product_variations (product_id, sku, barcode, size_code, on_hand) VALUES ?',
      [pieces],
    )
    await bare.query('INSERT INTO stock_movements (product_variation_id, reason, quantity) VALUES ?', [
      pieces.map((row, i) => [piece + i, 'RECEIPT', row[4]]),
    ])
    await bare.commit()
  }
}
