import Joi from 'joi'
import { attempt } from '#api/auth/attempts.ts'
import { rememberDevice } from '#api/auth/known-device.ts'
import { newPassword, passwordAgain } from '#api/auth/passwords.ts'
import { email } from '#api/auth/person-rules.ts'
import { isOpenLink, offerReset, resetPassword } from '#api/auth/reset-password.ts'
import { route } from '#api/http/route.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'

const message = Joi.string().required()

export const passwordRoutes = [
  route(
    'POST /api/forgot-password',
    {
      summary:
        'Sends a link that sets a new password to the stored address of the person with this email. The answer is the same when nobody has it. Tries are counted as at signing in.',
      access: 'public',
      idempotent: false,
      body: Joi.object<BodyOf<'POST /api/forgot-password'>, true>({ email: email().required() }),
      reply: Joi.object({ message }),
    },
    async ({ body, ctx }) => {
      // Count every request: each one sends a letter.
      await attempt(ctx, 'forgot', body.email)
      await offerReset(body.email)
      return {
        message:
          'If somebody has registered with this email, a letter with a link is on its way to it. The link works for an hour.',
      }
    },
  ),

  route(
    'POST /api/reset-password',
    {
      summary: 'Sets a new password by the token of such a link, once. Every device is signed out.',
      access: 'public',
      idempotent: false,
      body: Joi.object<BodyOf<'POST /api/reset-password'>, true>({
        token: Joi.string().max(200).required(),
        email: email().required(),
        password: newPassword().required(),
        password_confirmation: passwordAgain().required(),
      }),
      reply: Joi.object({ message }),
    },
    async ({ body, ctx }) => {
      // Count only wrong links, so that a stranger's guesses do not use up the owner's tries.
      if (!(await isOpenLink(body))) await attempt(ctx, 'reset', body.email)
      await rememberDevice(ctx, await resetPassword(body))
      return { message: 'Your password is changed, and every device is signed out. Sign in with the new one.' }
    },
  ),
]
