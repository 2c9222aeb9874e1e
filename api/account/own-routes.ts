import Joi from 'joi'
import { eraseOwn } from '#api/account/erase.ts'
import { listOwnCoupons } from '#api/account/own-coupons.ts'
import { readOwnData } from '#api/account/own-data.ts'
import { changeOwn, findOwn } from '#api/account/own-details.ts'
import { endOwnSession, listOwnSessions } from '#api/account/own-sessions.ts'
import { clearRefreshCookie } from '#api/auth/cookies.ts'
import { rememberDevice } from '#api/auth/known-device.ts'
import { newPassword } from '#api/auth/passwords.ts'
import { personName, phone, userReply } from '#api/auth/person-rules.ts'
import { endSessionsOf } from '#api/auth/sessions.ts'
import { fieldReplies } from '#api/crud/rules.ts'
import { userOf, userSessionOf } from '#api/http/access.ts'
import { requireProof } from '#api/http/proof.ts'
import { route } from '#api/http/route.ts'
import { id, page, pageOf, readAt } from '#api/http/rules.ts'
import type { OwnCoupon, OwnSession } from '#sync/protocol/shop/account.ts'
import type { BodyOf } from '#sync/protocol/endpoints.ts'
import type { OwnUser } from '#sync/protocol/staff/person.ts'
import { coupon } from '#sync/protocol/entities/coupon.ts'

const message = Joi.string().required()
const ownUserReply = (userReply as Joi.ObjectSchema).keys({
  created_at: Joi.string().required(),
  updated_at: Joi.string().required(),
  unconfirmed_until: Joi.string().allow(null).required(),
}) as Joi.ObjectSchema<OwnUser>
const { shown: _shown, status_code: _status, ...couponFields } = fieldReplies(coupon)

/** Routes by which people manage their own data. */
export const ownRoutes = [
  route(
    'GET /api/account',
    { summary: 'The signed-in user.', access: 'customer', reply: Joi.object({ user: ownUserReply }) },
    async ({ session }) => ({ user: await findOwn(userOf(session).id) }),
  ),

  route(
    'PATCH /api/account',
    {
      summary:
        "Changes the user's own name, phone or password. A new password needs the current one, and signs out every other device.",
      access: 'customer',
      body: Joi.object<BodyOf<'PATCH /api/account'>, true>({
        name: personName(),
        phone: phone(),
        password: newPassword().allow(''),
        password_confirmation: Joi.string().max(128).allow(''), // empty: unchanged
        current_password: Joi.string().max(128).allow(''),
        updated_at: readAt(),
      }),
      reply: Joi.object({ message, user: ownUserReply }),
    },
    async ({ body, session, ctx }) => {
      if (body.password) await requireProof(session!)
      const user = await changeOwn(userSessionOf(session), body)
      if (!body.password) return { user, message: 'Your details are saved.' }
      await rememberDevice(ctx, user.id)
      return { user, message: 'Your password is changed, and every other device is signed out.' }
    },
  ),

  route(
    'GET /api/account/sessions',
    {
      summary: 'The devices the user is signed in on.',
      access: 'customer',
      query: Joi.object(page(100)),
      reply: Joi.object({
        sessions: pageOf(
          Joi.object<OwnSession, true>({
            id: Joi.string().required(),
            device_name: Joi.string().allow('', null).required(),
            created_at: Joi.string().required(),
            used_at: Joi.string().required(),
            current: Joi.boolean().required(),
          }),
        ),
      }),
    },
    async ({ session, query }) => ({ sessions: await listOwnSessions(userSessionOf(session), query) }),
  ),

  route(
    'DELETE /api/account/sessions',
    { summary: 'Signs out every other device.', access: 'customer', reply: Joi.object({ message }) },
    async ({ session }) => {
      await endSessionsOf(userOf(session).id, session!.id)
      return { message: 'Every other device is signed out.' }
    },
  ),

  route(
    'DELETE /api/account/sessions/:session',
    { summary: 'Signs out one device.', access: 'customer', reply: Joi.object({ message }) },
    async ({ session, params }) => {
      await endOwnSession(userSessionOf(session), params.session)
      return { message: 'The device is signed out.' }
    },
  ),

  route(
    'GET /api/account/data',
    {
      summary: 'Everything the shop holds about the caller, by subject.',
      access: 'customer',
      reply: Joi.object({ data: Joi.object().pattern(Joi.string(), Joi.array().items(Joi.object())).required() }),
    },
    async ({ session, ctx }) => {
      ctx.set('Content-Disposition', 'attachment; filename="my-data.json"')
      return { data: await readOwnData(userOf(session).id) }
    },
  ),

  route(
    'POST /api/account/erase',
    {
      summary: "Erases the caller's account for good; orders stay without personal data.",
      access: 'customer',
      idempotent: false,
      body: Joi.object<{ password: string }, true>({ password: Joi.string().max(128).required() }),
      reply: Joi.object({ message }),
    },
    async ({ body, session, ctx }) => {
      await eraseOwn(userOf(session), body.password)
      clearRefreshCookie(ctx)
      return { message: 'Your account is deleted.' }
    },
  ),

  route(
    'GET /api/account/coupons',
    {
      summary: 'The discount codes the customer may use now, the soonest to expire first.',
      access: 'customer',
      query: Joi.object(page()),
      reply: Joi.object({
        coupons: pageOf(
          Joi.object<OwnCoupon>({
            id: id().required(),
            ...couponFields,
            categories: Joi.array()
              .items(Joi.object({ id: id().required(), name: Joi.string().required() }))
              .required(),
          }),
        ),
      }),
    },
    async ({ query, session }) => ({ coupons: await listOwnCoupons(userOf(session), query) }),
  ),
]
