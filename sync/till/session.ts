import type { ReplyOf } from '#sync/protocol/endpoints.ts'
import type { User } from '#sync/protocol/staff/person.ts'
import { nullOnNetworkError } from './network.ts'
import { createListeners } from './listeners.ts'

/** What asking for a new token came to. Only `refused` means that somebody has to sign in. */
export type Renewal = 'renewed' | 'refused' | 'unreachable'

export interface Session {
  /** The access token, from memory: it is never stored. */
  token: () => string | null
  /** Who the token belongs to, where the server said so; null for a guest too. */
  user: () => User | null
  /** Whether there is a new token now. One request at a time, over all tabs and the worker. */
  refresh: () => Promise<boolean>
  renew: () => Promise<Renewal>
  /** Takes over the token that signing in gave. */
  accept: (token: string, user?: User | null) => void
  forget: () => void
  /** Calls back whenever the token changes; returns how to stop. */
  subscribe: (listener: () => void) => () => void
}

const TIME_OUT_MS = 20_000

/** A session that lives by the httpOnly refresh cookie; each page and each worker has its own. */
export function createSession(): Session {
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

  async function renewOnce(): Promise<Renewal> {
    const before = held
    // One lock, because tabs and worker share the cookie and each use of it rotates it.
    const reply = await navigator.locks.request('refresh', ask)
    if (held !== before) return held ? 'renewed' : 'refused' // somebody signed in or out meanwhile: that stands
    if (reply === 'refused') hold(null)
    if (typeof reply === 'string') return reply
    hold(reply)
    return 'renewed'
  }

  return {
    token: () => held?.token ?? null,
    user: () => held?.user ?? null,
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
