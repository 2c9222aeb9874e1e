import Joi from 'joi'
import { route } from '#api/http/route.ts'
import { giveGrant } from '#api/trust/grants.ts'
import type { Grant } from '#sync/protocol/signed.ts'
import { STAFF } from '#sync/protocol/roles.ts'

const text = Joi.string().required()

export const grantRoutes = [
  route(
    'POST /api/staff/tills/:id/grants',
    {
      summary:
        'Grants the right to sell on a till for 14 days, to the signed-in user or, if the till asks itself, to the person in X-Grant.',
      access: STAFF,
      devices: true,
      status: 201,
      idempotent: false,
      reply: Joi.object({
        message: text,
        grant: Joi.object<Grant, true>({
          id: text,
          user_id: Joi.number().required(),
          name: text,
          role_code: text,
          till_id: Joi.number().required(),
          issued_at: text,
          expires_at: text,
        }).required(),
        token: text,
      }),
    },
    async ({ params, session, device, ctx }) => {
      const given = await giveGrant(params.id, { session, device, shown: ctx.get('X-Grant') })
      return { message: `${given.grant.name} may sell here.`, ...given }
    },
  ),
]
