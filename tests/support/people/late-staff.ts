import { execute } from '#api/db/database.ts'
import { proveSession } from '#api/factors/answer.ts'
import type { RoleCode } from '#sync/protocol/roles.ts'
import type { FactorAsked } from '#sync/protocol/staff/second-factor.ts'
import { type Api, aUser, type Reply } from '#tests/support/server/api.ts'
import { aChallenge, anApp, codeOf } from '#tests/support/people/second-factors.ts'

/** Staff with an app, who showed a second factor so many minutes ago. */
export async function staffWithApp(role: RoleCode, { minutes = 0 } = {}) {
  const user = await aUser(role)
  const secret = await anApp(user.id)
  await proveSession(user.session_id)
  await execute('UPDATE sessions SET second_factor_at = NOW(3) - INTERVAL ? MINUTE WHERE id = ?', [
    minutes,
    user.session_id,
  ])
  return { ...user, secret }
}
export type Staff = Awaited<ReturnType<typeof staffWithApp>>

/** A call: its method, path and body. */
export type Call = readonly [method: string, path: string, body?: object]

export const callAs = (api: Api, { token }: Pick<Staff, 'token'>, [method, path, body]: Call): Promise<Reply> =>
  api.send(method, path, { token, ...(body && { body }) })

export const challengeIn = ({ body }: { body: object }) =>
  (body as { second_factor: FactorAsked }).second_factor.challenge

/** Answers a step-up with a code. */
export const answerStepUp = (
  api: Api,
  { token }: Pick<Staff, 'token'>,
  { challenge, answer }: { challenge: string; answer: string },
) => api.send('POST', '/api/step-up', { token, body: { challenge, method: 'totp', answer } })

/** Shows the second factor again, as its dialog does. */
export const confirmAgain = async (api: Api, staff: Staff) =>
  answerStepUp(api, staff, {
    challenge: await aChallenge(staff.id, 'step-up', { session_id: staff.session_id }),
    answer: await codeOf(staff.secret),
  })

/** A reply in a word: its status, or the code of what it refuses. */
export const inAWord = ({ status, body }: Reply): string | number => (status < 300 ? status : body.code!)
