import Joi from 'joi'
import { confirmPassword } from '#api/account/own-details.ts'
import { proveSession, takeSecondFactor } from '#api/factors/answer.ts'
import {
  answerRules,
  codeRules,
  confirmRules,
  factorsReply,
  optionsReply,
  passkeyRules,
  recoveryCodes,
} from '#api/factors/factor-rules.ts'
import {
  addAuthenticator,
  addPasskey,
  beginAuthenticator,
  beginPasskey,
  findFactors,
  newRecoveryCodes,
  removeAuthenticator,
  removePasskey,
} from '#api/factors/own-factors.ts'
import { userOf, userSessionOf, type Session, type UserSession } from '#api/http/access.ts'
import { requireProof, STEP_UP_MS } from '#api/http/proof.ts'
import { route } from '#api/http/route.ts'
import { STAFF } from '#sync/protocol/roles.ts'

const message = Joi.string().required()
const added = Joi.object({ message, factors: factorsReply, recovery_codes: recoveryCodes })
const removed = Joi.object({ message, factors: factorsReply })
/**
 * These routes set up a second factor, so they work before one is shown. Their replies hold secrets, so none is stored
 * under an Idempotency-Key.
 */
const OWN = { access: STAFF, beforeProof: true, idempotent: false } as const

/** Guards against a device left open: asks for the second factor again, or for the password if none is set up. */
async function confirmOneself(session: Session | null, current_password = ''): Promise<void> {
  if (session?.standing?.is_set_up) return requireProof(session, STEP_UP_MS)
  await confirmPassword(userOf(session).id, { current_password })
}

/** A second factor may have been set up since this one was started: then it guards this one too. */
async function begunByOneself(session: Session | null): Promise<UserSession> {
  if (session?.standing?.is_set_up) await requireProof(session, STEP_UP_MS)
  return userSessionOf(session)
}

/** Routes by which staff set up two-step sign-in. */
export const factorRoutes = [
  route(
    'POST /api/step-up',
    {
      summary: 'Verifies a second factor again for a sensitive action. It counts for ten minutes in this session.',
      ...OWN,
      body: answerRules,
      reply: Joi.object({ message }),
    },
    async ({ body, session, ctx }) => {
      const { id } = userSessionOf(session)
      await takeSecondFactor(body, { purpose: 'step-up', session_id: id, ip: ctx.ip })
      await proveSession(id)
      return { message: 'Thank you.' }
    },
  ),

  route(
    'GET /api/account/second-factors',
    {
      summary: "The user's two-step verification.",
      access: STAFF,
      beforeProof: true,
      reply: Joi.object({ factors: factorsReply }),
    },
    async ({ session }) => ({ factors: await findFactors(userOf(session)) }),
  ),

  route(
    'POST /api/account/passkeys/begin',
    {
      summary: 'Starts to add a passkey. Asks for the password, or for a second factor once one is set up.',
      ...OWN,
      body: confirmRules,
      reply: Joi.object({ options: optionsReply }),
    },
    async ({ body, session }) => {
      await confirmOneself(session, body.current_password)
      return { options: await beginPasskey(userSessionOf(session)) }
    },
  ),

  route(
    'POST /api/account/passkeys',
    { summary: 'Adds the passkey that the browser created.', ...OWN, status: 201, body: passkeyRules, reply: added },
    async ({ body, session }) => ({
      message: 'Passkey added.',
      ...(await addPasskey(await begunByOneself(session), body)),
    }),
  ),

  route(
    'DELETE /api/account/passkeys/:id',
    { summary: 'Removes a passkey.', ...OWN, body: confirmRules, reply: removed },
    async ({ params, body, session }) => {
      await confirmOneself(session, body.current_password)
      return { factors: await removePasskey(userSessionOf(session), params.id), message: 'Passkey removed.' }
    },
  ),

  route(
    'POST /api/account/authenticator/begin',
    {
      summary: 'Starts to set up an authenticator app.',
      ...OWN,
      body: confirmRules,
      reply: Joi.object({
        challenge: Joi.string().required(),
        secret: Joi.string().required(),
        uri: Joi.string().required(),
      }),
    },
    async ({ body, session }) => {
      await confirmOneself(session, body.current_password)
      return beginAuthenticator(userSessionOf(session))
    },
  ),

  route(
    'POST /api/account/authenticator',
    { summary: 'Adds an authenticator app by its current code.', ...OWN, status: 201, body: codeRules, reply: added },
    async ({ body, session }) => ({
      message: 'Authenticator app added.',
      ...(await addAuthenticator(await begunByOneself(session), body)),
    }),
  ),

  route(
    'DELETE /api/account/authenticator',
    { summary: 'Removes the authenticator app.', ...OWN, body: confirmRules, reply: removed },
    async ({ body, session }) => {
      await confirmOneself(session, body.current_password)
      return { factors: await removeAuthenticator(userSessionOf(session)), message: 'Authenticator app removed.' }
    },
  ),

  route(
    'POST /api/account/recovery-codes',
    {
      summary: 'Creates ten new recovery codes, shown once; the old ones stop working.',
      ...OWN,
      status: 201,
      body: confirmRules,
      reply: Joi.object({ message, recovery_codes: recoveryCodes.required() }),
    },
    async ({ body, session }) => {
      await confirmOneself(session, body.current_password)
      return {
        recovery_codes: await newRecoveryCodes(userSessionOf(session)),
        message: 'New recovery codes created. The old ones no longer work.',
      }
    },
  ),
]
