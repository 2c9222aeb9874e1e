import Joi from 'joi'
import { staffProductReply } from '#api/catalogue/catalogue-replies.ts'
import { userOf } from '#api/http/access.ts'
import { csvRoute } from '#api/lists/csv.ts'
import { route } from '#api/http/route.ts'
import { day, id, page, pageOf, sorted, sought, text } from '#api/http/rules.ts'
import { adjustStock } from '#api/stock/adjust-stock.ts'
import { countStock } from '#api/stock/count-stock.ts'
import { findCost } from '#api/stock/goods-cost.ts'
import { listMovements, movementTable } from '#api/stock/list-movements.ts'
import { findProductStock, findStock, listStock, stockTable } from '#api/stock/list-stock.ts'
import { changeReorderLevels } from '#api/stock/reorder-levels.ts'
import { movementReply, productStockReply, stockRowReply } from '#api/stock/stock-replies.ts'
import type { BodyOf, QueryOf } from '#sync/protocol/endpoints.ts'
import { MOVEMENT_ORDERS, STOCK_ORDERS, type MovementFilters } from '#sync/protocol/endpoints/stock.ts'
import { MANAGEMENT, STAFF } from '#sync/protocol/roles.ts'
import {
  ADJUSTMENT_CAUSES,
  MOVEMENT_REASONS,
  STOCK_LEVELS,
  type AdjustmentCause,
  type MovementReason,
  type ReorderLevels,
  type StockLevel,
} from '#sync/protocol/staff/stock.ts'

const MOST = 1_000_000
const message = Joi.string().required()
const filters = {
  search: sought(),
  category_id: id(),
  own_category_id: id(),
  size_code: text(40),
  level: Joi.string<StockLevel>().valid(...STOCK_LEVELS),
}
const movementFilters = {
  search: sought(),
  reason: Joi.string<MovementReason>().valid(...MOVEMENT_REASONS),
  user_id: id(),
  start_date: day(),
  end_date: day(),
}
const reorderLevel = () => Joi.number().integer().min(0).max(65_535).allow(null).label('Reorder level')
const reorderLevels = {
  reorder_level: reorderLevel(),
  variations: Joi.array()
    .items(Joi.object({ id: id().required(), reorder_level: reorderLevel().required() }).optional())
    .max(500),
}
const MOST_ROWS = 4_294_967_295
const bySku = (most: number) => Joi.object().pattern(/^sku_[1-9]\d{0,9}$/, Joi.number().integer().min(0).max(most))

export const stockRoutes = [
  route(
    'GET /api/staff/stock',
    {
      summary: 'Variations with stock on hand, reserved and available; LOW means at or below the reorder level.',
      access: STAFF,
      query: Joi.object<QueryOf<'GET /api/staff/stock'>, true>({ ...page(), ...filters, ...sorted(STOCK_ORDERS) }),
      reply: Joi.object({ stock: pageOf(stockRowReply) }),
    },
    async ({ query }) => ({ stock: await listStock(query) }),
  ),

  csvRoute(
    'GET /api/staff/stock/csv',
    {
      summary: 'The same as CSV.',
      access: STAFF,
      file: 'stock',
      query: Joi.object<QueryOf<'GET /api/staff/stock/csv'>, true>(filters),
    },
    ({ query }) => stockTable(query),
  ),

  route(
    'GET /api/staff/products/:id/stock',
    {
      summary: 'The stock of all variations of a product.',
      access: STAFF,
      reply: Joi.object({ stock: productStockReply }),
    },
    async ({ params }) => ({ stock: await findProductStock(params.id) }),
  ),

  route(
    'PATCH /api/staff/products/:id/stock',
    {
      summary:
        "Sets the reorder levels of a product's variations. With as_read, the levels that were read, 409 if one has changed.",
      access: STAFF,
      body: Joi.object<BodyOf<'PATCH /api/staff/products/:id/stock'>, true>({
        ...reorderLevels,
        as_read: Joi.object<ReorderLevels, true>(reorderLevels),
      }),
      reply: Joi.object({ message, stock: productStockReply }),
    },
    async ({ params, body }) => ({
      message: 'Reorder levels saved.',
      stock: await changeReorderLevels(params.id, body),
    }),
  ),

  route(
    'PATCH /api/staff/products/:id/variations',
    {
      summary:
        'Books a count of a product’s shelf, {"sku_41": 7}. With `as_read`, the latest movement shown for each, sales since then stay sold, and no other count, receipt or adjustment is overwritten unseen.',
      access: STAFF,
      body: bySku(MOST).keys({ as_read: bySku(MOST_ROWS) }) as Joi.ObjectSchema<
        BodyOf<'PATCH /api/staff/products/:id/variations'>
      >,
      reply: Joi.object({ message, product: staffProductReply.required() }),
    },
    async ({ params, body, session }) => ({
      message: 'Stock updated.',
      product: await countStock(params.id, body, userOf(session).id),
    }),
  ),

  route(
    'GET /api/staff/variations/:id/movements',
    {
      summary: "A variation's movements, the latest first, each with the stock it left; unit cost for management.",
      access: STAFF,
      query: Joi.object<QueryOf<'GET /api/staff/variations/:id/movements'>, true>({
        ...page(),
        ...movementFilters,
        ...sorted(MOVEMENT_ORDERS),
      }),
      reply: Joi.object({
        variation: stockRowReply.required(),
        movements: pageOf(movementReply),
        cost: Joi.object({ last: Joi.number().allow(null).required(), average: Joi.number().allow(null).required() })
          .allow(null)
          .required(),
      }),
    },
    async ({ params, query, session }) => ({
      variation: await findStock(params.id),
      movements: await listMovements(params.id, query),
      cost: userOf(session).role.id >= MANAGEMENT ? await findCost(params.id) : null,
    }),
  ),

  csvRoute(
    'GET /api/staff/variations/:id/movements/csv',
    {
      summary: 'The same as CSV.',
      access: STAFF,
      file: 'movements',
      query: Joi.object<MovementFilters, true>(movementFilters),
    },
    ({ params, query }) => movementTable(params.id, query),
  ),

  route(
    'POST /api/staff/stock/adjustments',
    {
      summary: 'Adjusts stock up or down, with a reason.',
      access: STAFF,
      status: 201,
      body: Joi.object<BodyOf<'POST /api/staff/stock/adjustments'>, true>({
        variation_id: id().required(),
        quantity: Joi.number().integer().min(-MOST).max(MOST).invalid(0).required(),
        cause: Joi.string<AdjustmentCause>()
          .valid(...ADJUSTMENT_CAUSES)
          .required(),
        note: text(255).allow(null, ''),
      }),
      reply: Joi.object({ message, variation: stockRowReply.required() }),
    },
    async ({ body, session }) => ({
      message: 'Stock adjusted.',
      variation: await adjustStock(body, userOf(session).id),
    }),
  ),
]
