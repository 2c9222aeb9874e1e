import type { Context } from 'koa'
import { execute, inTransaction, insertRows, isDuplicate, select } from '#api/db/database.ts'
import type { Session } from '#api/http/access.ts'
import { log } from '#api/http/log.ts'
import { VISITOR_COOKIE } from '#sync/protocol/shop/catalogue.ts'

/** `session_id`: the viewer, either a session or a browser's name for the day. */
interface View {
  day: string
  product_id: number
  session_id: string
}

const FLUSH_MS = 3_000
const MOST_WAITING = 20_000
const ROBOT = /bot\b|crawl|spider|slurp|facebookexternalhit|whatsapp|lighthouse/i

const waiting = new Map<string, View>()
let timer: NodeJS.Timeout | null = null
let writing: Promise<void> = Promise.resolve()

const VISITOR = /^[\w-]{22}$/

/**
 * The viewer of a product: the browser's name for the day, else the session; null for HEAD, robots and unknown callers.
 */
export function visitorOf(ctx: Context, session: Session | null): string | null {
  if (ctx.method === 'HEAD' || ROBOT.test(ctx.get('User-Agent'))) return null
  const named = ctx.cookies.get(VISITOR_COOKIE) ?? ''
  return VISITOR.test(named) ? named : (session?.id ?? null)
}

/** Counts a view of a product, once per visitor and UTC day, in a batch a few seconds later. */
export const recordView = (product_id: number, session_id: string): void =>
  wait({ day: new Date().toISOString().slice(0, 10), product_id, session_id })

/** Writes the waiting views. After a failure they wait on: a view is not worth an error. */
export function flushViews(): Promise<void> {
  if (timer) clearTimeout(timer)
  timer = null
  const views = [...waiting.values()]
  waiting.clear()
  if (views.length > 0)
    writing = writing
      .then(() => store(views))
      .catch(error => {
        if (!isDuplicate(error)) log.warn({ error: (error as Error).name }, 'views wait for the database')
        for (const view of views) wait(view)
      })
  return writing
}

function wait(view: View): void {
  if (waiting.size < MOST_WAITING) waiting.set(keyOf(view), view)
  timer ??= setTimeout(() => void flushViews(), FLUSH_MS).unref()
}

const keyOf = ({ day, product_id, session_id }: View) => `${day} ${product_id} ${session_id}`

/** Another process may store the same view first: then the whole batch fails and is retried later. */
const store = (views: readonly View[]): Promise<void> =>
  inTransaction(async () => {
    const known = new Set(
      (
        await select<View>(
          `SELECT CAST(day AS CHAR) AS day, product_id, session_id FROM product_views
            WHERE (day, product_id, session_id) IN (:keys)`,
          { keys: views.map(({ day, product_id, session_id }) => [day, product_id, session_id]) },
        )
      ).map(keyOf),
    )
    const fresh = views.filter(view => !known.has(keyOf(view)))
    if (fresh.length === 0) return
    await insertRows('product_views', fresh)
    const counts = new Map<number, number>()
    for (const { product_id } of fresh) counts.set(product_id, (counts.get(product_id) ?? 0) + 1)
    const ids = [...counts.keys()].sort((a, b) => a - b)
    const more = `CASE id ${ids.map(id => `WHEN ${id} THEN ${counts.get(id)!}`).join(' ')} END`
    // Keeps `updated_at`: a view is not a change that tills or open forms need.
    await execute(
      `UPDATE products FORCE INDEX (PRIMARY) SET views = views + ${more}, updated_at = updated_at WHERE id IN (?)`,
      [ids],
    )
    await execute(
      `UPDATE product_listings FORCE INDEX (PRIMARY) SET views = views + ${more.replace('CASE id', 'CASE product_id')}
        WHERE product_id IN (?)`,
      [ids],
    )
  })
