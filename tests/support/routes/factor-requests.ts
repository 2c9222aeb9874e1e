import { readAccessToken } from '#api/auth/tokens.ts'
import { execute, selectOne } from '#api/db/database.ts'
import { newSecret } from '#api/factors/totp.ts'
import { aUser, PASSWORD } from '#tests/support/server/api.ts'
import { ownerBehind } from '#tests/support/browser/gathered.ts'
import { aChallenge, aFreshPasskey, anApp, aPasskeyOf, codeOf } from '#tests/support/people/second-factors.ts'
import type { Requests } from '#tests/support/server/stage.ts'

type Headers = Record<string, string> | undefined

/** The user of a request, as staff; the owner if the caller has no account. */
const whoIn = async (headers: Headers) => ({
  user_id: (await ownerBehind(headers)).user_id ?? (await ownerBehind()).user_id!,
  session_id: readAccessToken((headers?.authorization ?? '').replace('Bearer ', '')) ?? 'x'.repeat(22),
})
const password = { current_password: PASSWORD }

/** Requests about two-step verification; each sets up what it needs. */
export const FACTOR_REQUESTS: Requests = {
  'POST /api/login/second-factor': async () => {
    const { id } = await aUser('MANAGER')
    return {
      path: '/api/login/second-factor',
      body: { answer: await codeOf(await anApp(id)), challenge: await aChallenge(id, 'sign-in'), method: 'totp' },
    }
  },
  'POST /api/step-up': async (_, headers) => {
    const { user_id, session_id } = await whoIn(headers)
    return {
      path: '/api/step-up',
      body: {
        answer: await codeOf(await anApp(user_id)),
        challenge: await aChallenge(user_id, 'step-up', { session_id }),
        method: 'totp',
      },
    }
  },
  'GET /api/account/second-factors': () => ({ path: '/api/account/second-factors' }),
  'POST /api/account/passkeys/begin': async (_, headers) => {
    await execute('DELETE FROM passkeys WHERE user_id = ?', [(await whoIn(headers)).user_id])
    return { path: '/api/account/passkeys/begin', body: password }
  },
  'POST /api/account/passkeys': async (_, headers) => {
    const { user_id, session_id } = await whoIn(headers)
    const challenge = await aChallenge(user_id, 'add-passkey', { session_id })
    return {
      path: '/api/account/passkeys',
      body: { challenge, name: 'Phone', answer: aFreshPasskey().make(challenge) },
    }
  },
  'DELETE /api/account/passkeys/:id': async (_, headers) => {
    const { user_id } = await whoIn(headers)
    const { id } = await aPasskeyOf(user_id)
    return {
      path: `/api/account/passkeys/${(await selectOne<{ id: number }>('SELECT id FROM passkeys WHERE credential_id = ?', [id]))!.id}`,
      body: password,
    }
  },
  'POST /api/account/authenticator/begin': async (_, headers) => {
    await execute('DELETE FROM authenticators WHERE user_id = ?', [(await whoIn(headers)).user_id])
    return { path: '/api/account/authenticator/begin', body: password }
  },
  'POST /api/account/authenticator': async (_, headers) => {
    const { user_id, session_id } = await whoIn(headers)
    await execute('DELETE FROM authenticators WHERE user_id = ?', [user_id])
    const secret = await newSecret()
    return {
      path: '/api/account/authenticator',
      body: {
        challenge: await aChallenge(user_id, 'add-authenticator', { session_id, secret }),
        code: await codeOf(secret),
      },
    }
  },
  'DELETE /api/account/authenticator': async (_, headers) => {
    await anApp((await whoIn(headers)).user_id)
    return { path: '/api/account/authenticator', body: password }
  },
  'POST /api/account/recovery-codes': async (_, headers) => {
    await anApp((await whoIn(headers)).user_id)
    return { path: '/api/account/recovery-codes', body: password }
  },
  'POST /api/staff/users/:id/reset-second-factor': async () => {
    const { id } = await aUser('MANAGER')
    await anApp(id)
    return { path: `/api/staff/users/${id}/reset-second-factor` }
  },
}
