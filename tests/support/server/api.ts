import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from '#api/app.ts'
import { hashPassword } from '#api/auth/passwords.ts'
import { openSession } from '#api/auth/sessions.ts'
import { accessToken } from '#api/auth/tokens.ts'
import { insertRow, selectOne } from '#api/db/database.ts'
import type { RoleCode } from '#sync/protocol/roles.ts'

/** A reply read as JSON; `as` names the type that a test expects. */
export interface Reply {
  status: number
  headers: Headers
  body: Record<string, never> & { code?: string; message?: string; errors?: Record<string, string[]> }
  text: string
}

export const PASSWORD = 'Correct-horse-9'
let hash: Promise<string> | null = null

/** A user with an account. The same email gives the same user. */
export async function aUser(
  role_code: RoleCode,
  overrides: { email?: string; name?: string; status_code?: string } = {},
): Promise<{ id: number; email: string; token: string; session_id: string }> {
  const email = overrides.email ?? `${role_code.toLowerCase()}-${Math.random().toString(36).slice(2)}@shop.test`
  const known = await selectOne<{ id: number }>('SELECT id FROM users WHERE email = ?', [email])
  const id =
    known?.id ??
    (await insertRow('users', {
      name: overrides.name ?? 'Ama Mensah',
      email,
      phone: '+233244123456',
      password_hash: await (hash ??= hashPassword(PASSWORD)),
      role_code,
      status_code: overrides.status_code ?? 'ACTIVE',
    }))
  const { session_id } = await openSession(id, null)
  return { id, email, session_id, token: accessToken(session_id) }
}

/** A token of an existing user, such as cashier 7 of `openShop`. */
export const tokenOf = async (user_id: number): Promise<string> =>
  accessToken((await openSession(user_id, null)).session_id)

/** A running api on its own port. */
export async function startApi() {
  // A test may hold the process for longer than a connection may rest, and would then write to one that is closing.
  const server: Server = createServer({ keepAliveTimeout: 0 }, createApp().callback()).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  return apiAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => {
    server.close()
    server.closeAllConnections()
  })
}
export type Api = ReturnType<typeof apiAt>

/** A client of a running api. `send` takes an object as JSON, or a string unchanged. */
export function apiAt(base: string, stop: () => void) {
  return {
    base,
    stop,
    async send(
      method: string,
      path: string,
      { token, body, headers = {} }: { token?: string | null; body?: unknown; headers?: Record<string, string> } = {},
    ): Promise<Reply> {
      const sent =
        body === undefined ? null : typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body)
      const reply = await fetch(base + path, {
        method,
        redirect: 'manual',
        body: sent,
        headers: {
          ...(sent !== null && !(sent instanceof FormData) && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
        },
      })
      const text = await reply.text()
      return {
        status: reply.status,
        headers: reply.headers,
        text,
        body: reply.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {},
      }
    },
  }
}
