import Joi from 'joi'
import { asksAgain } from '#api/factors/money-out.ts'
import { bookDifference, cashCountTable, countCash, findCashCount, listCashCounts } from '#api/ledger/cash-counts.ts'
import { countedTable, explainCount, listCounted } from '#api/ledger/explain-count.ts'
import { userOf } from '#api/http/access.ts'
import { csvRoute } from '#api/lists/csv.ts'
import { route } from '#api/http/route.ts'
import { day, id, money, page, pageOf, sorted, sought, text } from '#api/http/rules.ts'
import type { CashCount, CountedEntry, EntryGroup, Suspect } from '#sync/protocol/staff/cash-count.ts'
import type { BodyOf, QueryOf } from '#sync/protocol/endpoints.ts'
import { CASH_COUNT_ORDERS, type CashCountFilters } from '#sync/protocol/endpoints/ledger.ts'
import type { TransactionType } from '#sync/protocol/staff/ledger.ts'
import type { PageQuery } from '#sync/protocol/page.ts'
import { MANAGEMENT, STAFF } from '#sync/protocol/roles.ts'
import { formatCedis } from '#sync/protocol/money.ts'

const sum = () => Joi.number().required()
const person = () => Joi.object({ id: Joi.number().required(), name: Joi.string().required() })

const countReply = Joi.object<CashCount, true>({
  id: Joi.number().required(),
  account_code: Joi.string().required(),
  account: Joi.object({ name: Joi.string().required() }).required(),
  till: Joi.object({ id: Joi.number().required(), code: Joi.string().required(), name: Joi.string().required() })
    .allow(null)
    .required(),
  shift_id: Joi.number().allow(null).required(),
  counted: sum(),
  expected: sum(),
  difference: sum(),
  since_last: sum(),
  remains: sum(),
  note: Joi.string().allow('').required(),
  user: person().required(),
  transaction_id: Joi.number().allow(null).required(),
  bookable: Joi.boolean().required(),
  previous_at: Joi.string().allow(null).required(),
  created_at: Joi.string().required(),
})

const entryReply = Joi.object<CountedEntry, true>({
  id: Joi.number().required(),
  account_code: Joi.string().required(),
  type_code: Joi.string<TransactionType>().required(),
  order_id: Joi.number().allow(null).required(),
  number: Joi.string().allow(null).required(),
  amount: sum(),
  description: Joi.string().allow('').required(),
  user: person().allow(null).required(),
  tendered: Joi.number().allow(null).required(),
  at: Joi.string().required(),
})

const groups = () =>
  Joi.array()
    .items(Joi.object<EntryGroup, true>({ name: Joi.string().required(), entries: sum(), sum: sum() }))
    .required()

const filters = {
  search: sought(),
  account_code: text(40),
  till_id: id(),
  user_id: id(),
  start_date: day(),
  end_date: day(),
}

export const cashCountRoutes = [
  route(
    'GET /api/staff/cash-counts',
    {
      summary: 'Cash counts against the expected amounts, the newest first.',
      access: STAFF,
      query: Joi.object<QueryOf<'GET /api/staff/cash-counts'>, true>({
        ...page(),
        ...filters,
        ...sorted(CASH_COUNT_ORDERS),
      }),
      reply: Joi.object({ cash_counts: pageOf(countReply) }),
    },
    async ({ query }) => ({ cash_counts: await listCashCounts(query) }),
  ),

  csvRoute(
    'GET /api/staff/cash-counts/csv',
    {
      summary: 'Cash counts that match the filters, as CSV.',
      access: STAFF,
      query: Joi.object<CashCountFilters, true>(filters),
      file: 'cash-counts',
    },
    ({ query }) => cashCountTable(query),
  ),

  route(
    'POST /api/staff/cash-counts',
    {
      summary: "Records a cash count of an account or of one till's drawer, and returns the difference.",
      access: STAFF,
      status: 201,
      body: Joi.object<BodyOf<'POST /api/staff/cash-counts'>, true>({
        account_code: text(40).required(),
        till_id: id().allow(null),
        counted: money().required(),
        remains: money(),
        note: text(255).allow(''),
      }),
      reply: Joi.object({ message: Joi.string().required(), cash_count: countReply.required() }),
    },
    async ({ body, session }) => {
      const cash_count = await countCash(body, userOf(session).id)
      return { message: wordsOf(cash_count), cash_count }
    },
  ),

  route(
    'GET /api/staff/cash-counts/:id',
    {
      summary:
        'A cash count with the totals since the one before, by cashier and by hour, or by day for a long time, and entries that could explain its difference.',
      access: STAFF,
      reply: Joi.object({
        cash_count: countReply.required(),
        by_teller: groups(),
        by_hour: groups(),
        suspects: Joi.array()
          .items(
            Joi.object<Suspect, true>({
              kind: Joi.string<Suspect['kind']>().valid('SAME', 'PAIR', 'SWAPPED', 'TENFOLD', 'ELSEWHERE').required(),
              entries: Joi.array().items(entryReply).required(),
            }),
          )
          .required(),
      }),
    },
    async ({ params }) => explainCount(params.id),
  ),

  route(
    'GET /api/staff/cash-counts/:id/entries',
    {
      summary: 'The entries between a count and the one before it, the newest first.',
      access: STAFF,
      query: Joi.object<PageQuery, true>(page()),
      reply: Joi.object({ entries: pageOf(entryReply) }),
    },
    async ({ params, query }) => ({ entries: await listCounted(params.id, query) }),
  ),

  csvRoute(
    'GET /api/staff/cash-counts/:id/csv',
    { summary: 'The entries between a count and the one before it, as CSV.', access: STAFF, file: 'counted-entries' },
    ({ params }) => countedTable(params.id),
  ),

  route(
    'POST /api/staff/cash-counts/:id/book',
    {
      summary: "Books a cash count's difference with a reason, once.",
      access: MANAGEMENT,
      status: 201,
      stepUp: async ({ params, session }) => asksAgain(session, -(await findCashCount(params.id)).difference),
      body: Joi.object<BodyOf<'POST /api/staff/cash-counts/:id/book'>, true>({ reason: text(200).required() }),
      reply: Joi.object({ message: Joi.string().required(), cash_count: countReply.required() }),
    },
    async ({ params, body, session }) => ({
      message: 'Difference booked.',
      cash_count: await bookDifference(params.id, body.reason, userOf(session).id),
    }),
  ),
]

function wordsOf({ since_last, difference, previous_at }: CashCount): string {
  const since = previous_at ? ' since the last count' : ''
  if (since_last !== 0) return `${formatCedis(Math.abs(since_last))} ${since_last < 0 ? 'short' : 'over'}${since}.`
  return difference === 0
    ? 'No difference.'
    : `No new difference${since}: still ${formatCedis(Math.abs(difference))} ${difference < 0 ? 'short' : 'over'}.`
}
