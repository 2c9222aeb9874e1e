import Joi from 'joi'
import {
  ADJUSTMENT_CAUSES,
  MOVEMENT_REASONS,
  type AdjustmentCause,
  type MovementReason,
  type ProductStock,
  type ShelfRow,
  type StockMovement,
  type StockRow,
} from '#sync/protocol/staff/stock.ts'

const number = () => Joi.number().required()
const words = () => Joi.string().required()
const numberOrNone = () => Joi.number().allow(null).required()
const wordsOrNone = () => Joi.string().allow(null).required()

const stockRow = {
  id: number(),
  product_id: number(),
  name: words(),
  sku: words(),
  barcode: wordsOrNone(),
  size_code: words(),
  size: words(),
  colour_code: wordsOrNone(),
  colour: wordsOrNone(),
  on_hand: number(),
  reserved: number(),
  available: number(),
  reorder_level: number(),
  own_reorder_level: numberOrNone(),
}
export const stockRowReply = Joi.object<StockRow, true>(stockRow)

export const productStockReply = Joi.object<ProductStock, true>({
  product_id: number(),
  name: words(),
  reorder_level: numberOrNone(),
  shop_reorder_level: number(),
  variations: Joi.array()
    .items(Joi.object<ShelfRow, true>({ ...stockRow, movement_id: number() }).optional())
    .required(),
}).required()

export const movementReply = Joi.object<StockMovement, true>({
  id: number(),
  reason: Joi.string<MovementReason>()
    .valid(...MOVEMENT_REASONS)
    .required(),
  cause: Joi.string<AdjustmentCause>()
    .valid(...ADJUSTMENT_CAUSES)
    .allow(null)
    .required(),
  quantity: number(),
  on_hand_after: number(),
  reserved_after: number(),
  order_id: numberOrNone(),
  number: wordsOrNone(),
  receipt_id: numberOrNone(),
  supplier: wordsOrNone(),
  count_id: numberOrNone(),
  count_name: wordsOrNone(),
  user: wordsOrNone(),
  note: wordsOrNone(),
  created_at: words(),
})
