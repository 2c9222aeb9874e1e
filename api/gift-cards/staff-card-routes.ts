import Joi from 'joi'
import { asksAgain } from '#api/factors/money-out.ts'
import { adjustCard, BY_PROVIDER, freeOnCard, replaceCode, voidCard } from '#api/gift-cards/change-card.ts'
import { issueCard } from '#api/gift-cards/issue-card.ts'
import { cardTable, entriesOf, findCard, listCards } from '#api/gift-cards/list-cards.ts'
import { userOf } from '#api/http/access.ts'
import { route } from '#api/http/route.ts'
import { id, money, page, pageOf, readAt, signedMoney, sorted, sought, text } from '#api/http/rules.ts'
import { csvRoute } from '#api/lists/csv.ts'
import { onlinePaymentOf } from '#api/payments/gifts/refund-purchase.ts'
import { claimGiftRefund, sendRefunds } from '#api/payments/send-refunds.ts'
import { holdsOn } from '#api/stored-value/till-holds.ts'
import type { BodyOf, QueryOf } from '#sync/protocol/endpoints.ts'
import { GIFT_CARD_ORDERS, type GiftCardFilters } from '#sync/protocol/endpoints/gift-cards.ts'
import { UUID } from '#sync/protocol/mutation.ts'
import { clearanceOf, MANAGEMENT, STAFF } from '#sync/protocol/roles.ts'
import type { GiftCardStatus } from '#sync/protocol/shop/gift-card.ts'
import {
  GIFT_REASONS,
  GIFT_REFUND_STATUSES,
  type GiftRefundStatus,
  type OnlinePayment,
  type CardHold,
  type GiftCard,
  type GiftCardEntry,
  type GiftReason,
} from '#sync/protocol/staff/gift-card.ts'

const status = () => Joi.string<GiftCardStatus>().valid('ACTIVE', 'VOID')
const sum = () => Joi.number().required()
const message = Joi.string().required()
const cardReply = Joi.object<GiftCard, true>({
  id: id().required(),
  kind: Joi.string<GiftCard['kind']>().valid('GIFT_CARD', 'STORE_CREDIT').required(),
  code_end: Joi.string().required(),
  status_code: status().required(),
  balance: sum(),
  held: sum(),
  issued: sum(),
  expires_on: Joi.string().allow(null).required(),
  note: Joi.string().allow(null).required(),
  created_at: Joi.string().required(),
  updated_at: Joi.string().required(),
})
const entryReply = Joi.object<GiftCardEntry, true>({
  id: id().required(),
  reason: Joi.string<GiftReason>()
    .valid(...(Object.keys(GIFT_REASONS) as GiftReason[]))
    .required(),
  amount: sum(),
  order_id: Joi.number().allow(null).required(),
  user: Joi.object({ id: Joi.number().required(), name: Joi.string().required() }).allow(null).required(),
  created_at: Joi.string().required(),
})
const holdReply = Joi.object<CardHold, true>({
  sale_id: Joi.string().required(),
  amount: sum(),
  firm: Joi.boolean().required(),
  cashier: Joi.string().allow(null).required(),
  since: Joi.string().required(),
  ends_at: Joi.string().required(),
})
const onlineReply = Joi.object<OnlinePayment, true>({
  amount: sum(),
  refunds: Joi.array()
    .required()
    .items(
      Joi.object<OnlinePayment['refunds'][number], true>({
        amount: sum(),
        status_code: Joi.string<GiftRefundStatus>()
          .valid(...GIFT_REFUND_STATUSES)
          .required(),
        created_at: Joi.string().required(),
      }),
    ),
})
  .allow(null)
  .required()
const filters = { search: sought(), status_code: status() }
const because = { note: text(255).required(), updated_at: readAt() }

/** Gift cards in the back office. */
export const staffCardRoutes = [
  route(
    'GET /api/staff/gift-cards',
    {
      summary: 'Gift cards, newest first. Nobody can read their codes.',
      access: STAFF,
      query: Joi.object<QueryOf<'GET /api/staff/gift-cards'>, true>({
        ...page(),
        ...filters,
        ...sorted(GIFT_CARD_ORDERS),
      }),
      reply: Joi.object({ gift_cards: pageOf(cardReply) }),
    },
    async ({ query }) => ({ gift_cards: await listCards(query) }),
  ),

  csvRoute(
    'GET /api/staff/gift-cards/csv',
    {
      summary: 'Gift cards that match the filters, as CSV.',
      access: STAFF,
      query: Joi.object<GiftCardFilters, true>(filters),
      file: 'gift-cards',
    },
    ({ query }) => cardTable(query),
  ),

  route(
    'POST /api/staff/gift-cards',
    {
      summary: 'Sells a gift card, or gives one away if no account is named. Its code is shown once.',
      access: STAFF,
      status: 201,
      idempotent: false,
      body: Joi.object<BodyOf<'POST /api/staff/gift-cards'>, true>({
        amount: money().required(),
        account_code: text(40).required().allow(null),
        till_id: id().allow(null),
        note: text(255).allow(null, ''),
      }),
      reply: Joi.object({ message, gift_card: cardReply.required(), code: Joi.string().required() }),
      stepUp: ({ body, session }) => body.account_code === null && asksAgain(session, body.amount),
    },
    async ({ body, session }) => {
      const { id: user_id, role_code } = userOf(session)
      const issued = await issueCard({ ...body, note: body.note || null, user_id, clearance: clearanceOf(role_code) })
      return { message: 'Gift card issued.', ...issued }
    },
  ),

  route(
    'GET /api/staff/gift-cards/:id',
    {
      summary: 'One gift card, and what changed its balance.',
      access: STAFF,
      reply: Joi.object({
        gift_card: cardReply.required(),
        entries: Joi.array().items(entryReply).required(),
        holds: Joi.array().items(holdReply).required(),
        online: onlineReply,
      }),
    },
    async ({ params: { id: card } }) => ({
      gift_card: await findCard(card),
      entries: await entriesOf(card),
      holds: await holdsOn(card),
      online: await onlinePaymentOf(card),
    }),
  ),

  route(
    'POST /api/staff/gift-cards/:id/adjust',
    {
      summary: 'Puts more on a gift card, or takes some off for a negative amount.',
      access: MANAGEMENT,
      body: Joi.object<BodyOf<'POST /api/staff/gift-cards/:id/adjust'>, true>({
        amount: signedMoney().required(),
        ...because,
      }),
      reply: Joi.object({ message, gift_card: cardReply.required() }),
      stepUp: ({ body, session }) => asksAgain(session, body.amount),
    },
    async ({ params, body, session }) => ({
      message: 'Gift card adjusted.',
      gift_card: await adjustCard(params.id, { ...body, user_id: userOf(session).id }),
    }),
  ),

  route(
    'POST /api/staff/gift-cards/:id/void',
    {
      summary:
        'Ends a gift card for good. With an account, what was paid for a card that was never used goes back; by PAYSTACK, what is left on a card bought on the website.',
      access: MANAGEMENT,
      body: Joi.object<BodyOf<'POST /api/staff/gift-cards/:id/void'>, true>({
        ...because,
        account_code: text(40).allow(null),
      }),
      inPhases: true,
      reply: Joi.object({ message, gift_card: cardReply.required() }),
      stepUp: async ({ params, body, session }) =>
        Boolean(body.account_code) && asksAgain(session, (await findCard(params.id)).balance),
    },
    async ({ params, body, session, phase }) => {
      await phase(async () => {
        await voidCard(params.id, { ...body, user_id: userOf(session).id })
        return params.id
      })
      if (body.account_code === BY_PROVIDER) await sendRefunds(() => claimGiftRefund(params.id))
      return { message: 'Gift card voided.', gift_card: await findCard(params.id) }
    },
  ),

  route(
    'POST /api/staff/gift-cards/:id/free',
    {
      summary: 'Frees what a till holds on a gift card for a sale that has not arrived.',
      access: STAFF,
      body: Joi.object<BodyOf<'POST /api/staff/gift-cards/:id/free'>, true>({
        sale_id: Joi.string().pattern(UUID).required(),
        note: text(255).required(),
      }),
      reply: Joi.object({ message, gift_card: cardReply.required() }),
    },
    async ({ params, body }) => ({ message: 'Amount released.', gift_card: await freeOnCard(params.id, body) }),
  ),

  route(
    'POST /api/staff/gift-cards/:id/code',
    {
      summary: 'Gives a gift card a new code, shown once; the old one is no longer good.',
      access: MANAGEMENT,
      idempotent: false,
      body: Joi.object<BodyOf<'POST /api/staff/gift-cards/:id/code'>, true>(because),
      reply: Joi.object({ message, gift_card: cardReply.required(), code: Joi.string().required() }),
      stepUp: async ({ params, session }) => asksAgain(session, (await findCard(params.id)).balance),
    },
    async ({ params, body, session }) => ({
      message: 'New code issued.',
      ...(await replaceCode(params.id, { ...body, user_id: userOf(session).id })),
    }),
  ),
]
