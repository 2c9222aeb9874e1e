import Joi from 'joi'
import { readBooks } from '#api/ledger/ledger.ts'
import { userOf } from '#api/http/access.ts'
import { route } from '#api/http/route.ts'
import { deskDays } from '#api/reports/desk-days.ts'
import { goodsSoldIn, returnsIn } from '#api/reports/goods-sold.ts'
import { takenIn } from '#api/reports/taken.ts'
import { waitingFor } from '#api/reports/waiting.ts'
import {
  DESK_PERIODS,
  type AccountTaken,
  type CategorySold,
  type ChannelTaken,
  type DayTaken,
  type DeskFigures,
  type DeskPeriod,
  type HourTaken,
  type ReasonReturned,
  type Seller,
  type SizeSold,
  type Taken,
  type TellerTaken,
  type Waiting,
} from '#sync/protocol/staff/desk-figures.ts'
import type { OrderType } from '#sync/protocol/shop/order.ts'
import type { RefundReason } from '#sync/protocol/shop/refund.ts'
import { MANAGEMENT, STAFF } from '#sync/protocol/roles.ts'

const number = () => Joi.number().required()
const word = () => Joi.string().required()
const many = <Row>(row: Joi.Schema<Row>) => Joi.array().items(row.optional()).required()
const taken = { orders: number(), sold: number(), refunded: number(), net: number() }
const seller = () =>
  Joi.object<Seller, true>({
    product_id: number(),
    name: Joi.string().allow('').required(),
    pieces: number(),
    sold: number(),
    on_hand: Joi.number().allow(null).required(),
  })

const figures = Joi.object<DeskFigures, true>({
  period: Joi.string<DeskPeriod>().required(),
  from: word(),
  to: word(),
  taken: Joi.object<Taken, true>(taken).required(),
  days: many(Joi.object<DayTaken, true>({ day: word(), ...taken, store: number(), website: number() })),
  hours: many(Joi.object<HourTaken, true>({ hour: number(), orders: number(), store: number(), website: number() })),
  channels: many(Joi.object<ChannelTaken, true>({ type_code: Joi.string<OrderType>().required(), ...taken })),
  accounts: many(
    Joi.object<AccountTaken, true>({ account_code: Joi.string().allow(null).required(), name: word(), ...taken }),
  ),
  tellers: many(
    Joi.object<TellerTaken, true>({ teller_id: Joi.number().allow(null).required(), name: word(), ...taken }),
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
        'Sales of today, or of the last 7 or 30 UTC days, by hour, day, channel, account and cashier, less refunds; which goods sold; and what waits. Leaves out balances.',
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
        takenIn(days),
        goodsSoldIn(days),
        returnsIn(days),
        waitingFor(userOf(session).role.id >= MANAGEMENT),
      ])
      return { dashboard: { period, ...days, ...sold, ...goods, returns, waiting } }
    },
  ),
]
