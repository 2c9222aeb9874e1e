import Joi from 'joi'
import { conflict, providerSilent } from '#api/errors.ts'
import { findByCode } from '#api/gift-cards/count-guesses.ts'
import { balanceOf } from '#api/gift-cards/balance.ts'
import { takeCardOff, spendCard } from '#api/gift-cards/spend-card.ts'
import { route } from '#api/http/route.ts'
import { id } from '#api/http/rules.ts'
import { confirmInTurns } from '#api/payments/confirm-in-turns.ts'
import { settleAttempts } from '#api/payments/settle-attempts.ts'
import { behind } from '#api/payments/wallet/doors.ts'
import { standingOf } from '#api/payments/wallet/standing.ts'
import { standingReply } from '#api/payments/wallet/wallet-rules.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { GiftCardBalance } from '#sync/protocol/shop/gift-card.ts'

const code = () => Joi.string().trim().max(40).prefs({ convert: true })

/** Gift cards for the person who has the code. */
export const giftCardRoutes = [
  route(
    'POST /api/gift-cards/balance',
    {
      summary: 'What is left on a gift card, for the person who has its code. Wrong codes are limited.',
      access: 'public',
      idempotent: false,
      body: Joi.object<BodyOf<'POST /api/gift-cards/balance'>>({ code: code().required() }),
      reply: Joi.object({
        gift_card: Joi.object<GiftCardBalance, true>({
          code_end: Joi.string().required(),
          available: Joi.number().required(),
          expires_on: Joi.string().allow(null).required(),
          state: Joi.string<GiftCardBalance['state']>().valid('usable', 'empty', 'expired', 'void').required(),
        }).required(),
      }),
    },
    async ({ body, session, ctx }) => ({ gift_card: await balanceOf(await findByCode(body.code, session, ctx.ip)) }),
  ),

  route(
    'POST /api/payments/gift-card',
    {
      summary:
        'Lets a gift card pay an unpaid order, or part of it, which is held until the rest is paid; without a code, takes it off.',
      access: 'public',
      idempotent: false,
      inPhases: true,
      body: Joi.object<BodyOf<'POST /api/payments/gift-card'>>({
        order_id: id().allow(null),
        tracking_token: Joi.string().max(64).allow(null),
        code: code().allow(null),
      }).xor('order_id', 'tracking_token'),
      reply: standingReply,
    },
    async ({ body: { code: typed, ...door }, session, ctx, phase }) => {
      const found = await behind(door, session)
      const card = typed ? await findByCode(typed, session, ctx.ip) : null
      const settled = await settleAttempts(found.order_id, confirmInTurns)
      if (settled === 'no_answer') throw providerSilent()
      if (settled === 'paid') throw conflict('This order is paid already.')
      await phase(() => (card === null ? takeCardOff(found.order_id) : spendCard(found.order_id, card)))
      return standingOf(found)
    },
  ),
]
