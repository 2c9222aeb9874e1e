import Joi from 'joi'
import { askToConfirm, confirmEmail } from '#api/auth/confirm-email.ts'
import { inTransaction } from '#api/db/database.ts'
import { userOf } from '#api/http/access.ts'
import { openLink } from '#api/http/open-link.ts'
import { route } from '#api/http/route.ts'
import { allowTry } from '#api/http/tries.ts'

const message = Joi.string().required()
/** Letters an hour to one person, who may be a stranger to the one who asks. */
const LETTERS = { failures: 3, seconds: 3_600, grows: false as const }

export const confirmRoutes = [
  route(
    'POST /api/confirm-email/:token',
    {
      summary: "Confirms the address of an account, with the token of a letter's link.",
      access: 'public',
      reply: Joi.object({ message }),
    },
    async ({ params, ctx }) => {
      await openLink(ctx.ip, () => confirmEmail(params.token))
      return { message: 'Your email address is confirmed.' }
    },
  ),

  route(
    'POST /api/account/confirm-email',
    {
      summary: 'Sends the caller the link again that confirms their address. 409 once it is confirmed.',
      access: 'customer',
      idempotent: false,
      reply: Joi.object({ message }),
    },
    async ({ session }) => {
      const { id } = userOf(session)
      await allowTry([{ key: `confirm email ${id}`, ...LETTERS }])
      const { email } = await inTransaction(() => askToConfirm(id))
      return { message: `We sent a link to ${email}.` }
    },
  ),
]
