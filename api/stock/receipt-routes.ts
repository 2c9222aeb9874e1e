import Joi from 'joi'
import { userOf, type Session } from '#api/http/access.ts'
import { csvRoute } from '#api/lists/csv.ts'
import { route } from '#api/http/route.ts'
import { id, money, page, pageOf, readAt, sorted, sought, text } from '#api/http/rules.ts'
import { findReceipt, listReceipts, receiptTable } from '#api/stock/list-receipts.ts'
import { scanned } from '#api/stock/name-goods.ts'
import { MOST_PIECES, readGoods } from '#api/stock/read-goods.ts'
import { bookReceipt, changeReceipt, discardReceipt, draftReceipt, type Receiver } from '#api/stock/receive-goods.ts'
import { stockRowReply } from '#api/stock/stock-replies.ts'
import type { BodyOf, QueryOf, ReplyOf } from '#sync/protocol/endpoints.ts'
import { RECEIPT_ORDERS } from '#sync/protocol/endpoints/stock.ts'
import type {
  GoodsReceipt,
  GoodsReceiptLine,
  GoodsReceiptLineInput,
  GoodsReceiptStatus,
  GoodsReceiptSummary,
} from '#sync/protocol/staff/goods-receipt.ts'
import { MANAGEMENT, STAFF } from '#sync/protocol/roles.ts'

const number = Joi.number().required()
const words = Joi.string().required()
const orNone = Joi.string().allow(null).required()
const message = words
const status = () => Joi.string<GoodsReceiptStatus>().valid('DRAFT', 'BOOKED')

const filters = { status_code: status(), search: sought() }

const summary = {
  id: number,
  status_code: status().required(),
  supplier: orNone,
  note: orNone,
  pieces: number,
  user: orNone,
  booked_by: orNone,
  booked_at: orNone,
  created_at: words,
  updated_at: words,
}
const goods = {
  product_variation_id: number,
  item: words,
  sku: words,
  barcode: orNone,
  quantity: number,
  unit_cost: Joi.number().allow(null).required(),
}
const receiptReply = Joi.object<GoodsReceipt, true>({
  ...summary,
  lines: Joi.array()
    .items(Joi.object<GoodsReceiptLine, true>({ id: number, product_id: number, ...goods }).optional())
    .required(),
}).required()

const line = Joi.object<GoodsReceiptLineInput, true>({
  variation_id: id(),
  barcode: sought(64),
  sku: sought(64),
  quantity: Joi.number().integer().min(1).max(MOST_PIECES).required(),
  unit_cost: money().allow(null),
}).xor('variation_id', 'barcode', 'sku')
const lines = () => Joi.array().items(line.optional()).max(2_000)
const head = { supplier: text(120).allow(null, ''), note: text(500).allow(null, '') }

/** Managers enter costs; only those who manage the shop see them. */
const receiver = (session: Session | null): Receiver => ({
  user_id: userOf(session).id,
  costs: userOf(session).role.id >= MANAGEMENT,
})

export const receiptRoutes = [
  route(
    'GET /api/staff/stock/scan',
    {
      summary: 'Variations with a barcode or SKU.',
      access: STAFF,
      query: Joi.object<QueryOf<'GET /api/staff/stock/scan'>, true>({ code: sought(64).min(1).required() }),
      reply: Joi.object({ variations: Joi.array().items(stockRowReply.optional()).required() }),
    },
    async ({ query }) => ({ variations: await scanned(query.code) }),
  ),

  route(
    'GET /api/staff/stock/receipts',
    {
      summary: 'Goods receipts, the newest first.',
      access: STAFF,
      query: Joi.object<QueryOf<'GET /api/staff/stock/receipts'>, true>({
        ...page(),
        ...filters,
        ...sorted(RECEIPT_ORDERS),
      }),
      reply: Joi.object({ receipts: pageOf(Joi.object<GoodsReceiptSummary, true>(summary)) }),
    },
    async ({ query }) => ({ receipts: await listReceipts(query) }),
  ),

  csvRoute(
    'GET /api/staff/stock/receipts/csv',
    {
      summary: 'The same as CSV.',
      access: STAFF,
      file: 'receipts-of-goods',
      query: Joi.object<QueryOf<'GET /api/staff/stock/receipts/csv'>, true>(filters),
    },
    ({ query }) => receiptTable(query),
  ),

  route(
    'POST /api/staff/stock/receipts',
    {
      summary: 'Adds a goods receipt as a draft.',
      access: STAFF,
      status: 201,
      body: Joi.object<BodyOf<'POST /api/staff/stock/receipts'>, true>({ ...head, lines: lines().required() }),
      reply: Joi.object({ message, receipt: receiptReply }),
    },
    async ({ body, session }) => ({
      message: 'Draft saved. Stock has not changed yet.',
      receipt: await draftReceipt(body, receiver(session)),
    }),
  ),

  route(
    'POST /api/staff/stock/receipts/lines',
    {
      summary: 'Reads goods from CSV text; stores nothing.',
      access: STAFF,
      body: Joi.object<BodyOf<'POST /api/staff/stock/receipts/lines'>, true>({
        csv: Joi.string().max(500_000).required(),
      }),
      reply: Joi.object<ReplyOf<'POST /api/staff/stock/receipts/lines'>, true>({
        lines: Joi.array().items(Joi.object(goods).optional()).required(),
        errors: Joi.array()
          .items(Joi.object({ line: number, message: words }).optional())
          .required(),
      }),
    },
    ({ body }) => readGoods(body.csv),
  ),

  route(
    'GET /api/staff/stock/receipts/:id',
    {
      summary: 'One goods receipt with its lines; costs for management.',
      access: STAFF,
      reply: Joi.object({ receipt: receiptReply }),
    },
    async ({ params, session }) => ({ receipt: await findReceipt(params.id, receiver(session)) }),
  ),

  route(
    'PATCH /api/staff/stock/receipts/:id',
    {
      summary: 'Changes a draft; lines replace its lines.',
      access: STAFF,
      body: Joi.object<BodyOf<'PATCH /api/staff/stock/receipts/:id'>, true>({
        ...head,
        lines: lines(),
        updated_at: readAt(),
      }),
      reply: Joi.object({ message, receipt: receiptReply }),
    },
    async ({ params, body, session }) => ({
      message: 'Draft saved. Stock has not changed yet.',
      receipt: await changeReceipt(params.id, body, receiver(session)),
    }),
  ),

  route(
    'DELETE /api/staff/stock/receipts/:id',
    { summary: 'Deletes a draft.', access: STAFF, reply: Joi.object({ message }) },
    async ({ params }) => {
      await discardReceipt(params.id)
      return { message: 'Draft deleted.' }
    },
  ),

  route(
    'POST /api/staff/stock/receipts/:id/book',
    {
      summary: "Books a draft's goods into stock, once.",
      access: STAFF,
      reply: Joi.object({ message, receipt: receiptReply }),
    },
    async ({ params, session }) => ({
      message: 'Received. Stock is updated.',
      receipt: await bookReceipt(params.id, receiver(session)),
    }),
  ),
]
