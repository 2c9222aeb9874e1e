import Joi from 'joi'
import { findByCode } from '#api/gift-cards/count-guesses.ts'
import { userOf } from '#api/http/access.ts'
import { route } from '#api/http/route.ts'
import { money } from '#api/http/rules.ts'
import { holdForSale, releaseForSale } from '#api/stored-value/till-holds.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import { UUID } from '#sync/protocol/mutation.ts'
import { STAFF } from '#sync/protocol/roles.ts'
import { MOST_OF_A_SALE } from '#sync/protocol/sale.ts'
import type { TillHold } from '#sync/protocol/shop/gift-card.ts'

const sale_id = () => Joi.string().pattern(UUID).required()
const message = Joi.string().required()

/** Gift cards at the counter, before their sale is finished. */
export const tillHoldRoutes = [
  route(
    'POST /api/staff/till-holds',
    {
      summary: 'Holds what a gift card pays of a till’s sale until the sale arrives. Wrong codes are limited.',
      access: STAFF,
      idempotent: false,
      body: Joi.object<BodyOf<'POST /api/staff/till-holds'>>({
        sale_id: sale_id(),
        amount: money().positive().max(MOST_OF_A_SALE).required(),
        code: Joi.string().trim().max(40).prefs({ convert: true }).allow(null),
        firm: Joi.boolean(),
      }),
      reply: Joi.object({
        message,
        hold: Joi.object<TillHold, true>({
          code_end: Joi.string().required(),
          amount: Joi.number().required(),
          left: Joi.number().required(),
          expires_on: Joi.string().allow(null).required(),
        }).required(),
      }),
    },
    async ({ body: { code, firm = false, ...wish }, session, ctx }) => {
      const stored_value_id = code == null ? null : await findByCode(code, session, ctx.ip)
      const hold = await holdForSale({ ...wish, firm, stored_value_id, user_id: userOf(session).id })
      return { message: 'Held for this sale.', hold }
    },
  ),

  route(
    'POST /api/staff/till-holds/release',
    {
      summary: 'Gives back what a till holds on a gift card for a sale that was not finished.',
      access: STAFF,
      idempotent: false,
      body: Joi.object<BodyOf<'POST /api/staff/till-holds/release'>, true>({ sale_id: sale_id() }),
      reply: Joi.object({ message }),
    },
    async ({ body }) => {
      await releaseForSale(body.sale_id)
      return { message: 'Gift card released.' }
    },
  ),
]
