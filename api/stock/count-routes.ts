import Joi from 'joi'
import { userOf } from '#api/http/access.ts'
import { csvRoute } from '#api/lists/csv.ts'
import { route } from '#api/http/route.ts'
import { id, page, pageOf, sorted, sought, text } from '#api/http/rules.ts'
import { stepCount } from '#api/stock/close-count.ts'
import { openCount, scanShelf } from '#api/stock/count-shelf.ts'
import { countLineTable, listCountLines } from '#api/stock/list-count-lines.ts'
import { countTable, findCount, listCounts } from '#api/stock/list-counts.ts'
import type { BodyOf, QueryOf } from '#sync/protocol/endpoints.ts'
import { COUNT_LINE_ORDERS, COUNT_ORDERS } from '#sync/protocol/endpoints/stock.ts'
import {
  COUNT_LINES,
  type CountLines,
  type StockCount,
  type StockCountLine,
  type StockCountStatus,
} from '#sync/protocol/staff/stock-count.ts'
import { STAFF } from '#sync/protocol/roles.ts'

const number = Joi.number().required()
const numberOrNone = Joi.number().allow(null).required()
const words = Joi.string().required()
const orNone = Joi.string().allow(null).required()
const status = () => Joi.string<StockCountStatus>().valid('OPEN', 'CHECKED', 'CLOSED', 'CANCELLED')

const filters = { status_code: status(), search: sought() }

const lineFilters = { search: sought(), show: Joi.string<CountLines>().valid(...COUNT_LINES) }

const countReply = Joi.object<StockCount, true>({
  id: number,
  name: words,
  category: orNone,
  status_code: status().required(),
  lines: number,
  counted_lines: number,
  again: number,
  pieces: number,
  put_right: number,
  user: orNone,
  closed_by: orNone,
  closed_at: orNone,
  created_at: words,
  updated_at: words,
}).required()
const lineReply = Joi.object<StockCountLine, true>({
  id: number,
  product_variation_id: number,
  item: words,
  sku: words,
  barcode: orNone,
  counted: numberOrNone,
  counted_by: orNone,
  counted_at: orNone,
  again: Joi.boolean().required(),
  book: numberOrNone,
  difference: numberOrNone,
  put_right: number,
}).required()

const sayStep = ({ status_code, again }: StockCount) => {
  if (again > 0)
    return `Please count again: ${again} ${again === 1 ? 'product differs' : 'products differ'} from stock on record.`
  return {
    OPEN: 'The count is open again.',
    CHECKED: 'All differences were counted twice. You can close the count.',
    CLOSED: 'Count closed. The differences are booked.',
    CANCELLED: 'Count cancelled. Nothing changed.',
  }[status_code]
}

export const countRoutes = [
  route(
    'GET /api/staff/stock/counts',
    {
      summary: 'Stock counts, the newest first.',
      access: STAFF,
      query: Joi.object<QueryOf<'GET /api/staff/stock/counts'>, true>({
        ...page(),
        ...filters,
        ...sorted(COUNT_ORDERS),
      }),
      reply: Joi.object({ counts: pageOf(countReply) }),
    },
    async ({ query }) => ({ counts: await listCounts(query) }),
  ),

  csvRoute(
    'GET /api/staff/stock/counts/csv',
    {
      summary: 'Stock counts as CSV, by number.',
      access: STAFF,
      file: 'stock-counts',
      query: Joi.object<QueryOf<'GET /api/staff/stock/counts/csv'>, true>(filters),
    },
    ({ query }) => countTable(query),
  ),

  route(
    'POST /api/staff/stock/counts',
    {
      summary: 'Opens a stock count of a category, of products, or of everything.',
      access: STAFF,
      status: 201,
      body: Joi.object<BodyOf<'POST /api/staff/stock/counts'>, true>({
        name: text(120).required(),
        category_id: id().allow(null),
        product_ids: Joi.array().items(id().optional()).min(1).max(500),
      }),
      reply: Joi.object({ message: words, count: countReply }),
    },
    async ({ body, session }) => ({ message: 'The count is open.', count: await openCount(body, userOf(session).id) }),
  ),

  route(
    'GET /api/staff/stock/counts/:id',
    {
      summary: 'One stock count with its lines; the booked stock only once nothing is left to count again.',
      access: STAFF,
      query: Joi.object<QueryOf<'GET /api/staff/stock/counts/:id'>, true>({
        ...page(),
        ...lineFilters,
        ...sorted(COUNT_LINE_ORDERS),
      }),
      reply: Joi.object({ count: countReply, lines: pageOf(lineReply) }),
    },
    async ({ params, query }) => {
      const count = await findCount(params.id)
      return { count, lines: await listCountLines(count, query) }
    },
  ),

  csvRoute(
    'GET /api/staff/stock/counts/:id/lines/csv',
    {
      summary: "A stock count's lines as CSV, by number; the booked stock under the same condition.",
      access: STAFF,
      file: 'count',
      query: Joi.object<QueryOf<'GET /api/staff/stock/counts/:id/lines/csv'>, true>(lineFilters),
    },
    async ({ params, query }) => countLineTable(await findCount(params.id), query),
  ),

  route(
    'POST /api/staff/stock/counts/:id/scans',
    {
      summary: 'Adds pieces to a stock count, by barcode, SKU or variation; a negative number removes some.',
      access: STAFF,
      body: Joi.object<BodyOf<'POST /api/staff/stock/counts/:id/scans'>, true>({
        code: sought(64).min(1),
        variation_id: id(),
        quantity: Joi.number().integer().min(-100_000).max(100_000).invalid(0),
      }).xor('code', 'variation_id'),
      reply: Joi.object({ message: words, line: lineReply }),
    },
    async ({ params, body, session }) => {
      const line = await scanShelf(params.id, body, userOf(session).id)
      return { message: `${line.item}: ${line.counted}`, line }
    },
  ),

  route(
    'PATCH /api/staff/stock/counts/:id',
    {
      summary:
        'Takes a stock count a step further: CHECKED asks for a second count of every difference, CLOSED books the differences.',
      access: STAFF,
      body: Joi.object<BodyOf<'PATCH /api/staff/stock/counts/:id'>, true>({
        status_code: status().required(),
        uncounted_are_gone: Joi.boolean(),
      }),
      reply: Joi.object({ message: words, count: countReply }),
    },
    async ({ params, body, session }) => {
      const count = await stepCount(params.id, body, userOf(session).id)
      return { message: sayStep(count), count }
    },
  ),
]
