import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import type { User } from '#sync/protocol/staff/person.ts'
import { nullOnNetworkError } from './network.ts'
import { createListeners } from './listeners.ts'

/**
 * The result of asking for a new token. Only `refused` requires a new sign-in. `resting`: nothing was asked, because the
 * session belongs to somebody else than the person who stands here.
 */
export type Renewal = 'renewed' | 'refused' | 'unreachable' | 'resting'

export interface Session {
  /** The access token, in memory only: never stored. */
  token: () => string | null
  /** The token's user, if the server named one; null for a guest too. */
  user: () => User | null
  /** The same, though somebody else may stand here. */
  owner: () => User | null
  /** Whether there is a new token now. One request at a time, across all tabs and the worker. */
  refresh: () => Promise<boolean>
  renew: () => Promise<Renewal>
  /** Takes the token from a sign-in. */
  accept: (token: string, user?: User | null) => void
  forget: () => void
  /** Calls back at each change of the token. @returns the unsubscribe function */
  subscribe: (listener: () => void) => () => void
}

const TIME_OUT_MS = 20_000

/** Whether the session must not be used now: it is another person's. `owner`: whose token it is, if that is known. */
export type Rests = (owner: User | null) => boolean

/** A session based on the httpOnly refresh cookie; each page and each worker has its own. */
export function createSession(rests: Rests = () => false): Session {
  const { tell, subscribe } = createListeners()
  let held: { token: string; user: User | null } | null = null
  let flight: Promise<Renewal> | null = null

  function hold(next: typeof held) {
    held = next
    tell()
  }

  const renew = () =>
    (flight ??= renewOnce().finally(() => {
      flight = null
    }))

  const usable = () => (held && !rests(held.user) ? held : null)

  async function renewOnce(): Promise<Renewal> {
    if (rests(null)) return 'resting'
    const before = held
    // One lock, because tabs and worker share the cookie, and each use rotates it.
    const reply = await navigator.locks.request('refresh', ask)
    if (rests(null)) return 'resting' // somebody else has taken over during the request
    if (held !== before) return held ? 'renewed' : 'refused' // somebody signed in or out during the request: that wins
    if (reply === 'refused') hold(null)
    if (typeof reply === 'string') return reply
    hold(reply)
    return 'renewed'
  }

  return {
    token: () => usable()?.token ?? null,
    user: () => usable()?.user ?? null,
    owner: () => held?.user ?? null,
    renew,
    refresh: async () => (await renew()) === 'renewed',
    accept: (token, user = null) => hold({ token, user }),
    forget: () => hold(null),
    subscribe,
  }
}

async function ask(): Promise<{ token: string; user: User | null } | 'refused' | 'unreachable'> {
  const reply = await fetch('/api/token/refresh', {
    method: 'POST',
    redirect: 'manual',
    cache: 'no-store',
    signal: AbortSignal.timeout(TIME_OUT_MS),
  }).catch(nullOnNetworkError)
  if (reply && [401, 403, 419].includes(reply.status)) return 'refused'
  const body =
    reply?.status === 200
      ? ((await reply.json().catch(nullOnNetworkError)) as Partial<ReplyOf<'POST /api/token/refresh'>> | null)
      : null
  return typeof body?.token === 'string' ? { token: body.token, user: body.user ?? null } : 'unreachable'
}
