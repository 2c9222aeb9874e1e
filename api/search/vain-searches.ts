import { execute, select } from '#api/db/database.ts'
import { log } from '#api/http/log.ts'
import { orderBy } from '#api/lists/order-by.ts'
import { pageCounted } from '#api/lists/paginate.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { VainSearch } from '#sync/protocol/endpoints/searches.ts'
import type { Page } from '#sync/protocol/page.ts'
import type { Question } from '#sync/protocol/search/understand.ts'

export type Vain = 'nothing' | 'partly'

const FLUSH_MS = 3_000
const LONGEST = 60
const MOST_WORDS = 8
const MOST_DIGITS = 5
const MOST_WAITING = 200
/** More different texts on one day are a machine's. */
const MOST_A_DAY = 2_000
const DAYS = 30

const waiting = new Map<string, { nothing: number; partly: number }>()
let timer: NodeJS.Timeout | null = null
let writing: Promise<void> = Promise.resolve()

/**
 * A search as the report shows it, or null where it may name a person: an email address, a phone number, a card, or a
 * text too long for goods.
 */
export function reportable(text: string, { typed }: Question): string | null {
  const words = typed.join(' ')
  if (typed.length === 0 || typed.length > MOST_WORDS || words.length > LONGEST) return null
  // In any script: a wide ＠ is an @, and Arabic digits make a phone number too.
  if (/[@/\\]/.test(text.normalize('NFKC'))) return null
  return words.replace(/\P{Nd}/gu, '').length > MOST_DIGITS ? null : words
}

/** Counts a search that found nothing, or only goods with some of its words, in a batch a few seconds later. */
export function noteVain(words: string, how: Vain): void {
  const counts = waiting.get(words) ?? { nothing: 0, partly: 0 }
  if (!waiting.has(words) && waiting.size >= MOST_WAITING) return
  counts[how] += 1
  waiting.set(words, counts)
  timer ??= setTimeout(() => void flushVain(), FLUSH_MS).unref()
}

/** Writes what waits. A count is not worth an error. */
export function flushVain(): Promise<void> {
  if (timer) clearTimeout(timer)
  timer = null
  const counted = [...waiting]
  waiting.clear()
  if (counted.length > 0)
    writing = writing
      .then(() => store(counted))
      .catch(error => log.warn({ error: (error as Error).name }, 'searches without success are not counted'))
  return writing
}

async function store(counted: readonly (readonly [string, Record<Vain, number>])[]): Promise<void> {
  const day = new Date().toISOString().slice(0, 10)
  const known = new Set(
    (
      await select<{ words: string }>('SELECT words FROM vain_searches WHERE day = :day AND words IN (:words)', {
        day,
        words: counted.map(([words]) => words),
      })
    ).map(({ words }) => words),
  )
  const [{ held = 0 } = {}] = await select<{ held: number }>(
    'SELECT COUNT(*) AS held FROM vain_searches WHERE day = :day',
    { day },
  )
  const room = Math.max(0, MOST_A_DAY - held)
  const fresh = new Set(
    counted
      .map(([words]) => words)
      .filter(words => !known.has(words))
      .slice(0, room),
  )
  const rows = counted
    .filter(([words]) => known.has(words) || fresh.has(words))
    .map(([words, { nothing, partly }]) => [day, words, nothing, partly])
  if (rows.length === 0) return
  await execute(
    `INSERT INTO vain_searches (day, words, nothing, partly) VALUES :rows
    ON DUPLICATE KEY UPDATE nothing = nothing + VALUES(nothing), partly = partly + VALUES(partly)`,
    { rows },
  )
}

type Asked = QueryOf<'GET /api/staff/searches/vain'>
type Row = VainSearch & { all_rows: number }

const COLUMNS = { words: 'words', nothing: 'nothing', partly: 'partly', last_day: 'last_day' } as const

/** What was searched for without success over some days, the most frequent first. */
export async function listVain({ days = DAYS, ...query }: Asked): Promise<{ vain_searches: Page<VainSearch> }> {
  await flushVain()
  const read = (window: { limit: number; offset: number }) =>
    select<Row>(
      `SELECT v.*, COUNT(*) OVER () AS all_rows FROM (
        SELECT MIN(id) AS id, words, CAST(SUM(nothing) AS SIGNED) AS nothing, CAST(SUM(partly) AS SIGNED) AS partly,
          CAST(MAX(day) AS CHAR) AS last_day
        FROM vain_searches WHERE day > UTC_DATE() - INTERVAL :days DAY GROUP BY words) v
      ORDER BY ${orderBy(COLUMNS, query, { id: 'id', usual: 'nothing + partly DESC, id DESC' })}
      LIMIT :limit OFFSET :offset`,
      { days, ...window },
    )
  const { rows } = await pageCounted(query, read, ({ all_rows: _all, ...row }): VainSearch => row)
  return { vain_searches: rows }
}
