import Joi from 'joi'
import { userOf, type Session } from '#api/http/access.ts'
import { csvRoute } from '#api/lists/csv.ts'
import { route } from '#api/http/route.ts'
import { id, page, pageOf, sorted, sought } from '#api/http/rules.ts'
import { brokenRunsTable, listBrokenRuns } from '#api/stock/broken-runs.ts'
import { deadStockTable, listDeadStock } from '#api/stock/dead-stock.ts'
import type { QueryOf } from '#sync/protocol/endpoints.ts'
import { BROKEN_RUN_ORDERS, DEAD_STOCK_ORDERS } from '#sync/protocol/endpoints/stock.ts'
import { MANAGEMENT, STAFF } from '#sync/protocol/roles.ts'
import type { BrokenRun, DeadStock } from '#sync/protocol/staff/stock-report.ts'

const number = Joi.number().required()
const words = Joi.string().required()
const wordsOrNone = Joi.string().allow(null).required()
const days = () => Joi.number().integer().min(1).max(3650)
const filters = { search: sought(), category_id: id() }
const mayKnowCosts = (session: Session | null) => userOf(session).role.id >= MANAGEMENT

const brokenRunReply = Joi.object<BrokenRun, true>({
  id: number,
  product_id: number,
  name: words,
  colour_code: wordsOrNone,
  colour: wordsOrNone,
  missing: Joi.array().items(Joi.string().required()).required(),
  pieces: number,
})
const deadStockReply = Joi.object<DeadStock, true>({
  id: number,
  name: words,
  category: words,
  pieces: number,
  value: number,
  cost_value: Joi.number().allow(null).required(),
  last_sold_at: wordsOrNone,
  last_received_at: wordsOrNone,
})

export const stockReportRoutes = [
  route(
    'GET /api/staff/stock/broken-runs',
    {
      isReport: true,
      summary: 'Sizes sold out between available sizes of the same product and colour.',
      access: STAFF,
      query: Joi.object<QueryOf<'GET /api/staff/stock/broken-runs'>, true>({
        ...page(),
        ...filters,
        ...sorted(BROKEN_RUN_ORDERS),
      }),
      reply: Joi.object({ broken_runs: pageOf(brokenRunReply) }),
    },
    async ({ query }) => ({ broken_runs: await listBrokenRuns(query) }),
  ),

  csvRoute(
    'GET /api/staff/stock/broken-runs/csv',
    {
      summary: 'The same as CSV.',
      access: STAFF,
      file: 'broken-size-runs',
      query: Joi.object<QueryOf<'GET /api/staff/stock/broken-runs/csv'>, true>(filters),
    },
    ({ query }) => brokenRunsTable(query),
  ),

  route(
    'GET /api/staff/stock/dead',
    {
      isReport: true,
      summary:
        'Dead stock: goods neither sold nor received for a number of days (90), with their value; at cost for management.',
      access: STAFF,
      query: Joi.object<QueryOf<'GET /api/staff/stock/dead'>, true>({
        ...page(),
        days: days(),
        ...filters,
        ...sorted(DEAD_STOCK_ORDERS),
      }),
      reply: Joi.object({ dead_stock: pageOf(deadStockReply), worth: number }),
    },
    ({ query, session }) => listDeadStock({ ...query, costs: mayKnowCosts(session) }),
  ),

  csvRoute(
    'GET /api/staff/stock/dead/csv',
    {
      summary: 'The same as CSV.',
      access: STAFF,
      file: 'dead-stock',
      query: Joi.object<QueryOf<'GET /api/staff/stock/dead/csv'>, true>({ days: days(), ...filters }),
    },
    ({ query, session }) => deadStockTable({ ...query, costs: mayKnowCosts(session) }),
  ),
]
