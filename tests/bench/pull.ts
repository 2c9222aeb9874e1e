/**
 * How long a chunk of a till's copy takes to make, rows to JSON, at 50,000 variations: the whole copy, then what one
 * sale changed. Run: npm run bench -- pull
 */
import { freshDatabase, startTestDatabase } from '#tests/support/database/database.ts'

const server = await startTestDatabase()
Object.assign(process.env, {
  DATABASE_URL: await freshDatabase(server.url),
  JWT_SECRET: 'a secret that only the benchmark knows',
  LOG_LEVEL: 'silent',
  DEMO: '0',
})
const { db, execute, sqlTime } = await import('#api/db/database.ts')
const { pull } = await import('#api/sync/pull.ts')
const { manyProducts } = await import('#tests/support/goods/many-products.ts')
await manyProducts(10_000, 5)
for (const table of ['products', 'product_variations', 'sizes', 'colours', 'categories'])
  await execute(`UPDATE ${table} SET updated_at = ?`, [sqlTime(Date.now() - 3_600_000)])

let watermark = ''
for (const limit of [2000, 2000, 5000]) {
  const times: number[] = []
  let [bytes, rows] = [0, 0]
  watermark = ''
  for (let more = true; more;) {
    const start = performance.now()
    const reply = await pull(watermark, limit)
    const text = JSON.stringify(reply)
    times.push(performance.now() - start)
    bytes += text.length
    rows += reply.changes.products.length + reply.changes.variations.length
    ;({ watermark, more } = reply)
  }
  times.sort((a, b) => a - b)
  console.log(
    `whole copy by ${limit}: ${rows} rows in ${times.length} chunks, p50 ${times[times.length >> 1]!.toFixed(0)} ms, worst ${times.at(-1)!.toFixed(0)} ms, ${(bytes / 1e6).toFixed(1)} MB`,
  )
}
await execute('UPDATE product_variations SET on_hand = on_hand - 1 WHERE id IN (7, 20000, 49999)')
const start = performance.now()
const { total } = await pull(watermark, 2000)
console.log(`after one sale: ${total} rows in ${(performance.now() - start).toFixed(1)} ms`)
await execute('UPDATE product_variations SET on_hand = on_hand + 1')
for (let more = true, chunks = 0; more; chunks++) {
  const begun = performance.now()
  const reply = await pull(watermark, 2000)
  if (chunks % 8 === 0)
    console.log(`after a stock count, chunk ${chunks + 1}: ${(performance.now() - begun).toFixed(0)} ms`)
  ;({ watermark, more } = reply)
}
await db.close()
await server.stop()
