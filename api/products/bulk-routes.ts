import Joi from 'joi'
import { userOf } from '#api/http/access.ts'
import { route } from '#api/http/route.ts'
import { id, money, readAt, signedMoney } from '#api/http/rules.ts'
import { changeInBulk, previewBulk, undoBulk } from '#api/products/bulk-change.ts'
import {
  MOST_IN_BULK,
  type BulkChange,
  type BulkColumns,
  type BulkOutcome,
  type BulkRow,
  type BulkTarget,
} from '#sync/protocol/staff/bulk-change.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import { STAFF } from '#sync/protocol/roles.ts'

const status = () => Joi.string().valid('LIVE', 'INACTIVE').required()
const percent = (least: number, most: number) => Joi.number().min(least).max(most).precision(2)
const by = Joi.string().valid('amount', 'percent').required()

const change = Joi.alternatives<BulkChange>().conditional('.kind', {
  switch: [
    {
      is: 'price',
      then: Joi.object({
        kind: Joi.string().required(),
        by,
        value: Joi.when('by', { is: 'percent', then: percent(-100, 1000), otherwise: signedMoney() })
          .required()
          .label('What it goes up or down by'),
      }),
    },
    {
      is: 'discount',
      then: Joi.object({
        kind: Joi.string().required(),
        by,
        value: Joi.when('by', { is: 'percent', then: percent(0, 100), otherwise: money() })
          .required()
          .label('Discount'),
      }),
    },
    { is: 'status', then: Joi.object({ kind: Joi.string().required(), status_code: status() }) },
    {
      is: 'category',
      then: Joi.object({ kind: Joi.string().required(), category_id: id().required().label('Category') }),
      otherwise: Joi.object({ kind: Joi.string().valid('price', 'discount', 'status', 'category').required() }),
    },
  ],
})

const columns = Joi.object<BulkColumns, true>({
  category_id: id().required(),
  retail_price: Joi.number().required(),
  discount: Joi.number().required(),
  status_code: status(),
}).required()
const row = Joi.object<BulkRow, true>({
  id: id().required(),
  name: Joi.string().required(),
  updated_at: Joi.string().required(),
  was: columns,
  became: columns,
  variants: Joi.number().required(),
  problem: Joi.string().allow(null).required(),
})
const bulk = Joi.object<BulkOutcome, true>({
  id: id().allow(null).required(),
  undo_until: Joi.string().allow(null).required(),
  rows: Joi.array().items(row).required(),
})

export const bulkRoutes = [
  route(
    'POST /api/staff/products/bulk',
    {
      summary:
        "Changes the price, discount, status or category of many products, all or none; with preview it only returns the result. Send each product's updated_at as read.",
      access: STAFF,
      body: Joi.object<BodyOf<'POST /api/staff/products/bulk'>, true>({
        products: Joi.array()
          .items(Joi.object<BulkTarget, true>({ id: id().required(), updated_at: readAt() }))
          .min(1)
          .max(MOST_IN_BULK)
          .unique('id')
          .required()
          .messages({ 'array.max': `Please change at most ${MOST_IN_BULK} products at once.` }),
        change: change.required(),
        preview: Joi.boolean(),
      }),
      reply: Joi.object({ message: Joi.string().required(), bulk: bulk.required() }),
    },
    async ({ body, session }) => {
      if (body.preview)
        return { message: 'Nothing has been changed yet.', bulk: await previewBulk(body.products, body.change) }
      const outcome = await changeInBulk(body.products, body.change, userOf(session).id)
      const changed = outcome.rows.filter(({ was, became }) => JSON.stringify(was) !== JSON.stringify(became)).length
      return { message: changed === 1 ? '1 product changed.' : `${changed} products changed.`, bulk: outcome }
    },
  ),

  route(
    'POST /api/staff/products/bulk/:id/undo',
    {
      summary: 'Undoes a bulk change within a minute, unless one of the products has changed since.',
      access: STAFF,
      reply: Joi.object({ message: Joi.string().required() }),
    },
    async ({ params }) => {
      const count = await undoBulk(params.id)
      return { message: count === 1 ? '1 product restored.' : `${count} products restored.` }
    },
  ),
]
