import Joi from 'joi'
import { day, id, money, page, readAt, sorted, sought, text } from '#api/http/rules.ts'
import { soldVariation } from '#api/orders/order-rules.ts'
import type { BodyOf, QueryOf } from '#sync/protocol/endpoints.ts'
import { REFUND_ORDERS } from '#sync/protocol/endpoints/refunds.ts'
import { ORDER_TYPES, type OrderType } from '#sync/protocol/shop/order.ts'
import {
  DISPOSITIONS,
  GOODS_STATUSES,
  LONGEST_NOTE,
  MONEY_STATUSES,
  REFUND_ACTIONS,
  REFUND_EVENTS,
  REFUND_REASONS,
  REFUND_STATUSES,
  type Disposition,
  type GoodsStatus,
  type MoneyStatus,
  type Refund,
  type RefundAction,
  type RefundEvent,
  type RefundEventCode,
  type RefundLine,
  type RefundReason,
  type RefundRequest,
  type RefundStatus,
  type StaffRefund,
} from '#sync/protocol/shop/refund.ts'

const keysOf = <Key extends string>(words: Record<Key, string>) => Object.keys(words) as Key[]
const action = () =>
  Joi.string<RefundAction>()
    .valid(...keysOf(REFUND_ACTIONS))
    .required()
const reason = () =>
  Joi.string<RefundReason>()
    .valid(...keysOf(REFUND_REASONS))
    .required()

const wishKeys = {
  action: action(),
  reason: reason(),
  note: text(LONGEST_NOTE).allow(null, ''),
  items: Joi.array()
    .min(1)
    .max(100)
    .required()
    .items(
      Joi.object<RefundRequest['items'][number], true>({
        order_item_id: id().required(),
        given_by: id().allow(null),
        quantity: Joi.number().integer().min(1).max(1_000_000).required(),
        exchange_variation_id: id().allow(null),
      }),
    ),
}
export const wishRules = Joi.object<BodyOf<'POST /api/account/refunds/:id'>, true>(wishKeys)
export const requestRules = Joi.object<RefundRequest, true>({ order_id: id().required(), ...wishKeys })

const oneOf = <Key extends string>(words: Record<Key, string>) => Joi.string<Key>().valid(...keysOf(words))
const disposition = () => oneOf<Disposition>(DISPOSITIONS)

const asked = () => Joi.boolean().valid(true).truthy('1')

const filterKeys = {
  status_code: oneOf<RefundStatus>(REFUND_STATUSES),
  action: oneOf<RefundAction>(REFUND_ACTIONS),
  reason: oneOf<RefundReason>(REFUND_REASONS),
  money_status: oneOf<MoneyStatus>(MONEY_STATUSES),
  goods_status: oneOf<GoodsStatus>(GOODS_STATUSES),
  paid_from: day(),
  paid_to: day(),
  paid_account_code: text(40),
  type_code: Joi.string<OrderType>().valid(...ORDER_TYPES),
  teller_id: id(),
  not_refused: asked(),
  to_do: asked(),
  order_id: id(),
  search: sought(),
  start_date: day(),
  end_date: day(),
  ...sorted(REFUND_ORDERS),
}
export const listQuery = Joi.object<QueryOf<'GET /api/staff/refunds'>, true>({ ...page(), ...filterKeys })
export const tableQuery = Joi.object<QueryOf<'GET /api/staff/refunds/csv'>, true>(filterKeys)

const received = () =>
  Joi.array()
    .max(100)
    .items(
      Joi.object<{ refund_item_id: number; disposition: Disposition }, true>({
        refund_item_id: id().required(),
        disposition: disposition().required(),
      }),
    )
export const decisionRules = Joi.object<BodyOf<'PATCH /api/staff/refunds/:id'>, true>({
  status_code: oneOf<RefundStatus>(REFUND_STATUSES).required(),
  amount: money(),
  note: text(500).allow(null, ''),
  account_code: text(40).allow(null, ''),
  till_id: id().allow(null),
  restock: received(),
  updated_at: readAt(),
})
export const moneyRules = Joi.object<BodyOf<'POST /api/staff/refunds/:id/money'>, true>({
  account_code: text(40).allow(null, ''),
  till_id: id().allow(null),
})
export const goodsRules = Joi.object<BodyOf<'POST /api/staff/refunds/:id/goods'>, true>({
  items: received().min(1).required(),
})
export const callOffRules = Joi.object<BodyOf<'POST /api/staff/refunds/:id/call-off'>, true>({
  note: text(500).required(),
})

const nullable = <T extends Joi.Schema>(rule: T) => rule.allow(null).required() as T
const refundKeys = {
  id: Joi.number().required(),
  action: action(),
  reason: reason(),
  note: nullable(Joi.string()),
  order_id: Joi.number().required(),
  number: Joi.string().required(),
  status_code: oneOf<RefundStatus>(REFUND_STATUSES).required(),
  money_status: oneOf<MoneyStatus>(MONEY_STATUSES).required(),
  goods_status: oneOf<GoodsStatus>(GOODS_STATUSES).required(),
  provider_status: nullable(Joi.string()),
  amount: Joi.number().required(),
  decision_note: nullable(Joi.string()),
  items: Joi.array()
    .required()
    .items(
      Joi.object({
        id: Joi.number().required(),
        order_item_id: Joi.number().required(),
        given_by: nullable(Joi.number()),
        quantity: Joi.number().required(),
        product_variation: soldVariation().required(),
        exchange_variation_id: nullable(Joi.number()),
        exchange_variation: nullable(soldVariation()),
        handed_over_at: nullable(Joi.string()),
        disposition: nullable(disposition()),
      }),
    ),
  photos: Joi.array()
    .required()
    .items(Joi.object({ id: Joi.number().required(), storage_link: Joi.string().required() })),
  created_at: Joi.string().required(),
}
export const refundReply = Joi.object<Refund, true>(refundKeys).required()

export const staffRefundReply = Joi.object<StaffRefund, true>({
  ...refundKeys,
  account_code: nullable(Joi.string()),
  shipping_fee: Joi.number().required(),
  reckoned: Joi.number().required(),
  updated_at: Joi.string().required(),
  lines: Joi.array()
    .required()
    .items(
      Joi.object<RefundLine, true>({
        refund_item_id: Joi.number().required(),
        name: Joi.string().required(),
        price: Joi.number().required(),
        quantity: Joi.number().required(),
        amount: Joi.number().required(),
        exchange: nullable(Joi.string()),
        exchange_price: nullable(Joi.number()),
      }),
    ),
  order: Joi.object<StaffRefund['order'], true>({
    id: Joi.number().required(),
    number: Joi.string().required(),
    type_code: Joi.string<OrderType>()
      .valid(...ORDER_TYPES)
      .required(),
    account_code: nullable(Joi.string()),
    gift: Joi.number().required(),
    customer: nullable(Joi.string()),
    total: Joi.number().required(),
    refunded: Joi.number().required(),
    collected: Joi.number().required(),
    completed_at: nullable(Joi.string()),
    tenders: Joi.array().items(Joi.object({ account_code: Joi.string().required(), amount: Joi.number().required() })),
  }).required(),
  events: Joi.array()
    .required()
    .items(
      Joi.object<RefundEvent, true>({
        code: oneOf<RefundEventCode>(REFUND_EVENTS).required(),
        detail: Joi.string().allow('').required(),
        by: nullable(Joi.string()),
        created_at: Joi.string().required(),
      }),
    ),
}).required()
