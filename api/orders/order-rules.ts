import Joi from 'joi'
import { imageReply } from '#api/catalogue/catalogue-replies.ts'
import { phone, roleCode } from '#api/auth/person-rules.ts'
import { day, id, money, page, readAt, sorted, sought, text } from '#api/http/rules.ts'
import { ORDER_EVENTS, type OrderEvent, type OrderEventCode } from '#sync/protocol/shop/checkout.ts'
import type { BodyOf, Endpoints } from '#sync/protocol/endpoints.ts'
import { ORDER_ORDERS, type OrderExport, type OrderFilters } from '#sync/protocol/endpoints/orders.ts'
import type {
  Order,
  OrderItem,
  OrderSummary,
  OwnOrder,
  PickList,
  StaffOrder,
  StoreOrder,
  TimelineEntry,
} from '#sync/protocol/shop/order-view.ts'
import {
  DELIVERY_METHODS,
  ORDER_STATUSES,
  ORDER_TYPES,
  type DeliveryMethod,
  type OrderStatus,
  type OrderType,
} from '#sync/protocol/shop/order.ts'
import { MOST_PIECES } from '#sync/protocol/sale.ts'

const type = () => Joi.string<OrderType>().valid(...ORDER_TYPES)
const delivery = () => Joi.string<DeliveryMethod>().valid(...DELIVERY_METHODS)
const status = () => Joi.string<OrderStatus>().valid(...(Object.keys(ORDER_STATUSES) as OrderStatus[]))
const nullable = <T extends Joi.Schema>(rule: T) => rule.allow(null).required() as T
const moment = () => Joi.string().required()

const filters = {
  search: sought(),
  type_code: type(),
  delivery_method_code: delivery(),
  user_id: id(),
  status_code: status(),
  start_date: day(),
  end_date: day(),
  sold_from: day(),
  sold_to: day(),
  sold_hour: Joi.number().integer().min(0).max(23),
  account_code: text(40),
  teller_id: id(),
  till_code: text(8),
  late: Joi.boolean().valid(true).truthy('1'),
  taken_from: day(),
  taken_to: day(),
  product_id: id(),
  category_id: id(),
  size_code: text(40),
}
export const filterQuery = Joi.object<OrderFilters, true>(filters)
export const listQuery = Joi.object<Endpoints['GET /api/staff/orders']['query'], true>({
  ...page(),
  ...filters,
  ...sorted(ORDER_ORDERS),
  prepareExport: Joi.boolean().truthy('1').falsy('0'),
})

export const noteRules = Joi.object<BodyOf<'PATCH /api/staff/orders/:id/note'>, true>({
  staff_note: text(1000).allow(null, '').required(),
  updated_at: readAt(),
})

export const deliveryRules = Joi.object<BodyOf<'PATCH /api/staff/orders/:id/delivery'>, true>({
  rider: Joi.object({ name: text(60).required(), phone: phone().required(), fee: money().allow(null) })
    .allow(null)
    .required(),
  updated_at: readAt(),
})

export const storeOrderRules = Joi.object<StoreOrder, true>({
  account_code: text(40).required(),
  type_code: Joi.string<'STORE'>().valid('STORE'),
  delivery_method_code: Joi.string<'self_pick_up'>().valid('self_pick_up'),
  subtotal: money(),
  discount: money(),
  total: money(),
  customer_name: text(120).allow(null, ''),
  customer_phone: text(30).allow(null, ''),
  items: Joi.array()
    .min(1)
    .max(500)
    .required()
    .items(
      Joi.object<StoreOrder['items'][number], true>({
        product_id: id().required(),
        size_code: text(20).required(),
        colour_code: text(6).allow(null, ''),
        quantity: Joi.number().integer().min(1).max(MOST_PIECES).required(),
      }),
    ),
})

const person = () =>
  nullable(Joi.object({ id: Joi.number().required(), name: Joi.string().required(), email: Joi.string().required() }))

const summaryKeys = {
  id: Joi.number().required(),
  number: Joi.string().required(),
  type_code: type().required(),
  delivery_method_code: delivery().required(),
  account_code: nullable(Joi.string()),
  status_code: status().required(),
  status: Joi.object({ name: Joi.string().required() }).required(),
  customer: person(),
  teller: person(),
  user_id: nullable(Joi.number()),
  teller_id: nullable(Joi.number()),
  customer_name: nullable(Joi.string()),
  subtotal: Joi.number().required(),
  shipping_fee: Joi.number().required(),
  discount: Joi.number().required(),
  total: Joi.number().required(),
  voided_at: nullable(Joi.string()),
  ordered_at: moment(),
  arrived_at: nullable(Joi.string()),
  created_at: moment(),
  updated_at: moment(),
}

export const summaryReply = Joi.object<OrderSummary>(summaryKeys)

/** A sold variation, in words. */
export const soldVariation = () =>
  Joi.object<OrderItem['product_variation'], true>({
    id: Joi.number().required(),
    sku: Joi.string().required(),
    size_code: Joi.string().required(),
    colour_code: nullable(Joi.string()),
    product: Joi.object({
      id: Joi.number().required(),
      name: Joi.string().required(),
      slug: Joi.string().required(),
      images: Joi.array().items(imageReply).required(),
    }).required(),
    size: Joi.object({
      id: Joi.number().required(),
      code: Joi.string().required(),
      name: Joi.string().required(),
    }).required(),
    colour: nullable(Joi.object({ code: Joi.string().required(), name: Joi.string().required() })),
  })

const itemReply = Joi.object<OrderItem, true>({
  id: Joi.number().required(),
  quantity: Joi.number().required(),
  price: Joi.number().required(),
  product_variation_id: Joi.number().required(),
  product_variation: soldVariation().required(),
})

export const orderReply = Joi.object<Order>({
  ...summaryKeys,
  till_code: nullable(Joi.string()),
  tendered: nullable(Joi.number()),
  reference: nullable(Joi.string()),
  tenders: Joi.array().items(
    Joi.object({
      account_code: Joi.string().required(),
      amount: Joi.number().required(),
      tendered: nullable(Joi.number()),
      reference: nullable(Joi.string()),
    }),
  ),
  customer_phone: nullable(Joi.string()),
  occurred_at: nullable(Joi.string()),
  business_date: Joi.string().required(),
  shipping_country_code: nullable(Joi.string()),
  shipping_region_code: nullable(Joi.string()),
  shipping_delivery_zone_code: nullable(Joi.string()),
  shipping_address: nullable(Joi.object()),
  shipping_additional_details: nullable(Joi.string()),
  coupon_code: nullable(Joi.string()),
  due: Joi.number().required(),
  deposit: Joi.number().required(),
  gift: Joi.number().required(),
  reserved_until: nullable(Joi.string()),
  paid_at: nullable(Joi.string()),
  completed_at: nullable(Joi.string()),
  cancel_reason: nullable(Joi.string()),
  events: Joi.array()
    .items(
      Joi.object<OrderEvent, true>({
        code: Joi.string<OrderEventCode>()
          .valid(...(Object.keys(ORDER_EVENTS) as OrderEventCode[]))
          .required(),
        detail: Joi.string().allow('').required(),
        by: nullable(Joi.string()),
        created_at: moment(),
      }),
    )
    .required(),
  items: Joi.array().items(itemReply).required(),
})

/** An order as staff see it. */
export const staffOrderReply = (orderReply as Joi.ObjectSchema<StaffOrder>).keys({
  staff_note: nullable(Joi.string()),
  rider: nullable(
    Joi.object({ name: Joi.string().required(), phone: Joi.string().required(), fee: nullable(Joi.number()) }),
  ),
})

export const exportReply = Joi.object<OrderExport, true>({
  id: Joi.number().required(),
  status: Joi.string<OrderExport['status']>().valid('PENDING', 'READY', 'FAILED').required(),
  done: Joi.number().required(),
  total: Joi.number().required(),
})

export const timelineReply = Joi.array().items(
  Joi.object<TimelineEntry, true>({
    at: moment(),
    kind: Joi.string<TimelineEntry['kind']>()
      .valid('ORDER', 'PAYMENT', 'MONEY', 'MAIL', 'STOCK', 'STAFF', 'EXCEPTION')
      .required(),
    what: Joi.string().required(),
    detail: Joi.string().allow('').required(),
    by: nullable(Joi.string()),
  }),
)

const named = () => Joi.object({ code: Joi.string().required(), name: Joi.string().required() })
export const pickListReply = Joi.object<PickList>({
  orders: Joi.number().required(),
  pieces: Joi.number().required(),
  lines: Joi.array()
    .required()
    .items(
      Joi.object({
        product_variation_id: Joi.number().required(),
        sku: Joi.string().required(),
        barcode: nullable(Joi.string()),
        category: Joi.string().required(),
        product: Joi.object({ id: Joi.number().required(), name: Joi.string().required() }).required(),
        size: named().required(),
        colour: nullable(named()),
        quantity: Joi.number().required(),
        on_hand: Joi.number().required(),
        orders: Joi.array()
          .required()
          .items(
            Joi.object({
              id: Joi.number().required(),
              number: Joi.string().required(),
              quantity: Joi.number().required(),
            }),
          ),
      }),
    ),
})

/** An order as its owner sees it. */
export const ownOrderReply = (orderReply as Joi.ObjectSchema<OwnOrder>).keys({ tracking_url: Joi.string() })

export const orderUserReply = Joi.object({
  id: Joi.number().required(),
  name: Joi.string().required(),
  email: Joi.string().required(),
  role_code: roleCode().required(),
})
