import MiniSearch from 'minisearch'
import { createPool, type RowDataPacket } from 'mysql2/promise'
import { searchExpression } from '#api/words/search-words.ts'
import { texts } from '#tests/support/goods/growth-questions.ts'

const CONNECTIONS = 16
const COLUMNS = ['created_at', 'views', 'price', 'name']

export interface Rival {
  name: string
  perSecond: number
}

/** How often others answer the same questions in a second: MariaDB by mysql2 over 16 connections, and MiniSearch. */
export async function rivals(size: number, seconds: number): Promise<Rival[]> {
  const address = new URL(process.env.DATABASE_URL!)
  const pool = createPool({
    user: decodeURIComponent(address.username),
    socketPath: address.searchParams.get('socketPath')!,
    database: address.pathname.slice(1),
    connectionLimit: CONNECTIONS,
    decimalNumbers: true,
  })
  const rows = async (sql: string, values: unknown[] = []) => (await pool.query<RowDataPacket[]>(sql, values))[0]
  const rate = async (ask: (turn: number) => Promise<unknown>) => {
    const [began, until] = [performance.now(), performance.now() + seconds * 1000]
    let asked = 0
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (performance.now() < until) await ask(asked++)
      }),
    )
    return asked / ((performance.now() - began) / 1000)
  }
  const listing = await rate(i =>
    rows(
      `SELECT product_id, views, choices, summary FROM product_listings ORDER BY ${COLUMNS[i % 4]!} DESC, product_id DESC
        LIMIT 12 OFFSET ?`,
      [((i * 7919) % Math.floor(size / 12)) * 12],
    ),
  )
  const fulltext = await rate(i =>
    rows('SELECT product_id FROM product_words WHERE MATCH (words) AGAINST (? IN BOOLEAN MODE) LIMIT 12', [
      searchExpression(texts[i % texts.length]!),
    ]),
  )
  const words = await rows('SELECT product_id AS id, name, words FROM product_listings')
  await pool.end()
  return [
    { name: 'bare mysql2, listing', perSecond: listing },
    { name: 'MariaDB FULLTEXT, search', perSecond: fulltext },
    { name: 'MiniSearch, search', perSecond: bySearching(words, seconds) },
  ]
}

/** In this process, without HTTP. */
function bySearching(goods: readonly RowDataPacket[], seconds: number): number {
  const index = new MiniSearch({
    fields: ['name', 'words'],
    searchOptions: { prefix: true, fuzzy: 0.2, combineWith: 'AND', boost: { name: 2 } },
  })
  index.addAll(goods.map(({ id, name, words }) => ({ id, name, words: words.replaceAll('qq', '') })))
  const began = performance.now()
  let asked = 0
  while (performance.now() - began < seconds * 1000) index.search(texts[asked++ % texts.length]!).slice(0, 12)
  return asked / ((performance.now() - began) / 1000)
}
