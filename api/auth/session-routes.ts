import Joi from 'joi'
import type { Context } from 'koa'
import { attempt, countRegistration } from '#api/auth/attempts.ts'
import { clearRefreshCookie, refreshCookie, setCsrfCookie, setRefreshCookie } from '#api/auth/cookies.ts'
import { enter, type Entered } from '#api/auth/enter.ts'
import { rememberDevice } from '#api/auth/known-device.ts'
import { newPassword, passwordAgain } from '#api/auth/passwords.ts'
import { deviceName, email, personName, phone, userReply } from '#api/auth/person-rules.ts'
import { recognise, register } from '#api/auth/register.ts'
import { endSession, liveSession, openSession, rotate, sessionOf, type Opened } from '#api/auth/sessions.ts'
import { accessToken } from '#api/auth/tokens.ts'
import { unauthenticated } from '#api/errors.ts'
import { proveSession, takeSecondFactor } from '#api/factors/answer.ts'
import { dueAtSignIn } from '#api/factors/ask.ts'
import { answerRules, askedReply } from '#api/factors/factor-rules.ts'
import type { Session } from '#api/http/access.ts'
import { addressGroup } from '#api/http/address-group.ts'
import { route } from '#api/http/route.ts'
import { allowTry } from '#api/http/tries.ts'
import { guestLimit } from '#api/shop/settings.ts'
import type { Credentials, Registration, User } from '#sync/protocol/staff/person.ts'

const message = Joi.string().required()
const cut = Joi.number().integer()
const token = Joi.string().required()

export const sessionRoutes = [
  route(
    'POST /api/register',
    {
      summary: 'Registers a customer and signs in. At most 100 an hour from one address, and 1,000 in all.',
      access: 'public',
      status: 201,
      idempotent: false,
      body: Joi.object<Registration, true>({
        name: personName().required(),
        email: email().required(),
        phone: phone().required(),
        password: newPassword().required(),
        password_confirmation: passwordAgain().required(),
        device_name: deviceName(),
      }),
      reply: Joi.object({ message, token, user: userReply, cut }),
    },
    async ({ body, session, ctx }) => {
      await countRegistration(ctx)
      const trying = await attempt(ctx, 'register', body.email)
      const { user, basis } = await register(body)
      await trying.succeeded()
      const entered = await enter({ user_id: user.id, basis }, await earlierOf(ctx, session), body.device_name || null)
      return {
        message: `Welcome, ${user.name}.${wordsOf(entered)}`,
        token: await signIn(ctx, entered, user),
        user,
        ...(entered.cut > 0 && { cut: entered.cut }),
      }
    },
  ),

  route(
    'POST /api/login',
    {
      summary:
        'Signs in, or asks staff for a second factor if one is due. A device this person signed in on before has its own five wrong tries a minute, which strangers cannot use up; strangers have five for one email and fifty for one address (the first 64 bits of an IPv6 address), then 429 with Retry-After.',
      access: 'public',
      idempotent: false,
      body: Joi.object<Credentials, true>({
        email: email().required(),
        password: Joi.string().max(128).required(),
        device_name: deviceName(),
      }),
      reply: Joi.alternatives(
        Joi.object({ message, token, user: userReply, cut, set_up_second_factor: true }),
        Joi.object({ second_factor: askedReply }),
      ),
    },
    async ({ body, session, ctx }) => {
      const trying = await attempt(ctx, 'sign in', body.email)
      const { user, basis } = await recognise(body.email, body.password)
      await trying.succeeded()
      const due = await dueAtSignIn(user, { device_name: body.device_name || null, basis })
      if (due && due !== 'set up') return { second_factor: due }
      const entered = await enter({ user_id: user.id, basis }, await earlierOf(ctx, session), body.device_name || null)
      return { ...(await welcomeBack(ctx, entered)), ...(due && { set_up_second_factor: true as const }) }
    },
  ),

  route(
    'POST /api/login/second-factor',
    {
      summary: 'Signs in with the requested second factor.',
      access: 'public',
      idempotent: false,
      body: answerRules,
      reply: Joi.object({ message, token, user: userReply, cut }),
    },
    async ({ body, session, ctx }) => {
      const { device_name, ...entering } = await takeSecondFactor(body, { purpose: 'sign-in', ip: ctx.ip })
      const entered = await enter(entering, await earlierOf(ctx, session), device_name)
      await proveSession(entered.session_id)
      return welcomeBack(ctx, entered)
    },
  ),

  route(
    'POST /api/guest',
    {
      summary:
        'Opens an anonymous session for a guest with a bag or a wish list. Each address may open a limited number a minute.',
      access: 'public',
      status: 201,
      idempotent: false,
      body: Joi.object<{ device_name?: string }, true>({ device_name: deviceName() }),
      reply: Joi.object({ token }),
    },
    async ({ body, ctx }) => {
      await allowTry([{ key: `guest ${addressGroup(ctx.ip)}`, failures: await guestLimit(), grows: false }])
      return { token: await signIn(ctx, await openSession(null, body.device_name || null), null) }
    },
  ),

  route(
    'POST /api/token/refresh',
    {
      summary:
        'Returns a new access token and replaces the refresh cookie. Until the new cookie is used, the earlier one yields it again; half a minute after that, the earlier one ends the session.',
      access: 'public',
      idempotent: false,
      reply: Joi.object({ token, user: userReply.allow(null) }),
    },
    async ({ ctx }) => {
      const shown = refreshCookie(ctx)
      const opened = shown ? await rotate(shown) : null
      const session = opened && (await liveSession(opened.session_id))
      if (!opened || !session) {
        signOut(ctx)
        throw unauthenticated()
      }
      return { token: await signIn(ctx, opened, session.user), user: session.user }
    },
  ),

  route(
    'POST /api/logout',
    {
      summary: 'Ends the session; its tokens stop working at once.',
      access: 'session',
      idempotent: false,
      reply: Joi.object({ message }),
    },
    async ({ session, ctx }) => {
      await endSession(session!.id)
      signOut(ctx)
      return { message: 'You are signed out.' }
    },
  ),
]

/** The session before sign-in, usually a guest's: by the token, else by the cookie. */
async function earlierOf(ctx: Context, session: Session | null): Promise<string | null> {
  const shown = refreshCookie(ctx)
  return session?.id ?? (shown ? sessionOf(shown) : null)
}

const welcomeBack = async (ctx: Context, entered: Entered) => ({
  message: `Welcome back, ${entered.user.name}.${wordsOf(entered)}`,
  token: await signIn(ctx, entered, entered.user),
  user: entered.user,
  ...(entered.cut > 0 && { cut: entered.cut }),
})

const wordsOf = ({ cut }: Entered) =>
  cut === 0 ? '' : ` We reduced ${cut === 1 ? 'one item' : `${cut} items`} in your bag to what is in stock.`

async function signIn(ctx: Context, { session_id, refresh }: Opened, user: User | null): Promise<string> {
  if (user) await rememberDevice(ctx, user.id)
  setRefreshCookie(ctx, refresh)
  setCsrfCookie(ctx, session_id)
  return accessToken(session_id)
}

function signOut(ctx: Context): void {
  clearRefreshCookie(ctx)
  setCsrfCookie(ctx, null)
}
