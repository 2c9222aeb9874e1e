import { select, selectOne } from '#api/db/database.ts'
import { notFound } from '#api/errors.ts'
import { conditionsOf } from '#api/lists/conditions.ts'
import { tableOf, type CsvColumn, type Table } from '#api/lists/csv.ts'
import { holding } from '#api/lists/like.ts'
import { newestFirst } from '#api/lists/newest-first.ts'
import { orderBy } from '#api/lists/order-by.ts'
import { paged, windowOf } from '#api/lists/paginate.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import type { GiftCardFilters } from '#sync/protocol/endpoints/gift-cards.ts'
import type { Page } from '#sync/protocol/page.ts'
import type { GiftCard, GiftCardEntry } from '#sync/protocol/staff/gift-card.ts'

type Row = Omit<GiftCard, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date }

const SELECT_CARDS = `SELECT v.id, v.kind, v.code_end, v.status_code, v.balance, v.held,
  (SELECT COALESCE(SUM(e.amount), 0) FROM stored_value_entries e
    WHERE e.stored_value_id = v.id AND e.reason = 'ISSUE') AS issued,
  DATE_FORMAT(v.expires_on, '%Y-%m-%d') AS expires_on, v.note, v.created_at, v.updated_at FROM stored_values v`

const CONDITIONS = {
  search: '(v.code_end = :code_end OR v.note LIKE :search)',
  status_code: 'v.status_code = :status_code',
}
const ORDERS = { id: 'v.id', balance: 'v.balance', expires_on: 'v.expires_on' }

/** The last letters of a code. The column holds ASCII and cannot be compared with other text. */
const endOf = (search: string) => /[\da-z]{4}$/i.exec(search)?.[0].toUpperCase() ?? null

function cardsThat({ search, status_code }: GiftCardFilters) {
  const { where, values } = conditionsOf(CONDITIONS, { search: search || undefined, status_code })
  return { where, values: search ? { ...values, search: holding(search), code_end: endOf(search) } : values }
}

/** Gift cards that match all filters, the newest first. */
export async function listCards(query: QueryOf<'GET /api/staff/gift-cards'>): Promise<Page<GiftCard>> {
  const { where, values } = cardsThat(query)
  const [rows, counted] = await Promise.all([
    select<Row>(
      `${SELECT_CARDS} ${where} ORDER BY ${orderBy(ORDERS, query, { id: 'v.id' })} LIMIT :limit OFFSET :offset`,
      { ...values, ...windowOf(query) },
    ),
    selectOne<{ total: number }>(`SELECT COUNT(*) AS total FROM stored_values v ${where}`, values),
  ])
  return paged(rows.map(cardFrom), counted!.total, query)
}

const COLUMNS: readonly CsvColumn<Row>[] = [
  ['id', ({ id }) => id],
  ['kind', ({ kind }) => kind],
  ['code_end', ({ code_end }) => code_end],
  ['status_code', ({ status_code }) => status_code],
  ...(['issued', 'balance', 'held'] as const).map((name): CsvColumn<Row> => [name, row => row[name].toFixed(2)]),
  ['expires_on', ({ expires_on }) => expires_on],
  ['note', ({ note }) => note],
  ['created_at', ({ created_at }) => created_at],
]

/** All gift cards that match the filters, the newest first; in cedis. */
export const cardTable = (filters: GiftCardFilters): Table =>
  tableOf(COLUMNS, newestFirst<Row>(SELECT_CARDS, 'v.id', cardsThat(filters)))

/** @throws 404 */
export async function findCard(id: number): Promise<GiftCard> {
  const row = await selectOne<Row>(`${SELECT_CARDS} WHERE v.id = ?`, [id])
  if (!row) throw notFound('Gift card')
  return cardFrom(row)
}

/** What changed a card's balance, the newest first. */
export async function entriesOf(id: number): Promise<GiftCardEntry[]> {
  const rows = await select<
    Omit<GiftCardEntry, 'user' | 'created_at'> & { user_id: number | null; user_name: string | null; created_at: Date }
  >(
    `SELECT e.id, e.reason, e.amount, e.order_id, e.user_id, u.name AS user_name, e.created_at
    FROM stored_value_entries e LEFT JOIN users u ON u.id = e.user_id
    WHERE e.stored_value_id = ? ORDER BY e.id DESC LIMIT 500`,
    [id],
  )
  return rows.map(({ user_id, user_name, created_at, ...row }) => ({
    ...row,
    user: user_id === null ? null : { id: user_id, name: user_name ?? '' },
    created_at: created_at.toJSON(),
  }))
}

const cardFrom = ({ created_at, updated_at, ...row }: Row): GiftCard => ({
  ...row,
  created_at: created_at.toJSON(),
  updated_at: updated_at.toJSON(),
})
