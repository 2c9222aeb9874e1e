import Joi from 'joi'
import { readBooks } from '#api/ledger/ledger.ts'
import { userOf } from '#api/http/access.ts'
import { route } from '#api/http/route.ts'
import { deskDays } from '#api/reports/desk-days.ts'
import { goodsSoldIn, returnsIn } from '#api/reports/goods-sold.ts'
import { salesIn } from '#api/reports/sales.ts'
import { waitingFor } from '#api/reports/waiting.ts'
import {
  DESK_PERIODS,
  type AccountPayments,
  type CategorySold,
  type ChannelSales,
  type DaySales,
  type DeskFigures,
  type DeskPeriod,
  type HourSales,
  type ReasonReturned,
  type Sales,
  type Seller,
  type SizeSold,
  type TellerSales,
  type Waiting,
} from '#sync/protocol/staff/desk-figures.ts'
import type { OrderType } from '#sync/protocol/shop/order.ts'
import type { RefundReason } from '#sync/protocol/shop/refund.ts'
import { MANAGEMENT, STAFF } from '#sync/protocol/roles.ts'

const number = () => Joi.number().required()
const word = () => Joi.string().required()
const many = <Row>(row: Joi.Schema<Row>) => Joi.array().items(row.optional()).required()
const sales = {
  orders: number(),
  gross: number(),
  discounts: number(),
  returns: number(),
  net: number(),
  delivery: number(),
  total: number(),
}
const payments = { orders: number(), received: number(), refunded: number(), total: number() }
const seller = () =>
  Joi.object<Seller, true>({
    product_id: number(),
    name: Joi.string().allow('').required(),
    pieces: number(),
    gross: number(),
    on_hand: Joi.number().allow(null).required(),
  })

const figures = Joi.object<DeskFigures, true>({
  period: Joi.string<DeskPeriod>().required(),
  from: word(),
  to: word(),
  sales: Joi.object<Sales, true>(sales).required(),
  days: many(Joi.object<DaySales, true>({ day: word(), ...sales, store: number(), website: number() })),
  hours: many(Joi.object<HourSales, true>({ hour: number(), orders: number(), store: number(), website: number() })),
  channels: many(Joi.object<ChannelSales, true>({ type_code: Joi.string<OrderType>().required(), ...sales })),
  accounts: many(
    Joi.object<AccountPayments, true>({ account_code: Joi.string().allow(null).required(), name: word(), ...payments }),
  ),
  tellers: many(
    Joi.object<TellerSales, true>({ teller_id: Joi.number().allow(null).required(), name: word(), ...sales }),
  ),
  best: many(seller()),
  worst: many(seller()),
  categories: many(
    Joi.object<CategorySold, true>({
      category_id: number(),
      name: word(),
      pieces: number(),
      on_hand: number(),
      sell_through: number(),
      sizes: many(Joi.object<SizeSold, true>({ size_code: word(), pieces: number(), on_hand: number() })),
    }),
  ),
  returns: many(
    Joi.object<ReasonReturned, true>({
      reason: Joi.string<RefundReason>().required(),
      refunds: number(),
      amount: number(),
    }),
  ),
  waiting: Joi.object<Waiting, true>({
    exceptions: number(),
    refunds: number(),
    refunds_to_do: number(),
    payments: number(),
    old_orders: number(),
    low_stock: number(),
    reviews: number(),
    failed_jobs: Joi.number().allow(null).required(),
  }).required(),
})

export const deskFigureRoutes = [
  route(
    'GET /api/staff/dashboard',
    {
      isReport: true,
      summary:
        'Gross sales, discounts, returns, net sales and delivery of today, or of the last 7 or 30 UTC days, by hour, day, channel and cashier; payments by account; which goods sold; and what waits. Leaves out balances.',
      access: STAFF,
      query: Joi.object({
        period: Joi.string<DeskPeriod>()
          .valid(...(Object.keys(DESK_PERIODS) as DeskPeriod[]))
          .default('today'),
      }),
      reply: Joi.object({ dashboard: figures.required() }),
    },
    async ({ query: { period = 'today' }, session }) => {
      const days = deskDays(period, (await readBooks()).today)
      const [sold, goods, returns, waiting] = await Promise.all([
        salesIn(days),
        goodsSoldIn(days),
        returnsIn(days),
        waitingFor(userOf(session).role.id >= MANAGEMENT),
      ])
      return { dashboard: { period, ...days, ...sold, ...goods, returns, waiting } }
    },
  ),
]
