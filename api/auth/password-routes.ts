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
        'Sends a password reset link to the stored address of this account. The answer is the same for an unknown email. Tries are limited as for signing in.',
      access: 'public',
      idempotent: false,
      body: Joi.object<BodyOf<'POST /api/forgot-password'>, true>({ email: email().required() }),
      reply: Joi.object({ message }),
    },
    async ({ body, ctx }) => {
      // Count every request: each one sends a letter.
      await attempt(ctx, 'forgot', body.email)
      await offerReset(body.email)
      return { message: 'If this email is registered, we have sent a link to it. The link works for one hour.' }
    },
  ),

  route(
    'POST /api/reset-password',
    {
      summary: 'Sets a new password with the token from a reset link, once. Signs out every device.',
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
