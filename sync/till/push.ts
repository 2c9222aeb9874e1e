import type { ErrorBody } from '#sync/protocol/errors.ts'
import type { PushRequest, Verdict } from '#sync/protocol/mutation.ts'
import { jsonOf, nullOnNetworkError } from './network.ts'
import type { Session } from './session.ts'

/** What a push came to. Only `verdicts` says anything about an entry; after the others all of them stay. */
export type Answer =
  | { kind: 'verdicts'; verdicts: Verdict[] }
  | Trouble
  | { kind: 'pause'; reason: 'sign_in' | 'forbidden' | 'update'; message: string }

export interface Trouble {
  kind: 'trouble'
  /** `captive`: something else answered in the server's place, perhaps a network that wants a sign-in. */
  reason: 'unreachable' | 'captive' | 'server'
  /** The next request should be half as large. */
  smaller: boolean
  /** Try later, at the least after so many ms. */
  wait_ms: number
}

export type Push = (request: PushRequest) => Promise<Answer>

const TIME_OUT_MS = 20_000
const MOST_WAIT_MS = 60 * 60_000

/** Sends to the server. A stranger's answer is met with one refresh and one repeat. */
export const pushWith = (session: Pick<Session, 'token' | 'renew'>): Push => async request => {
  let renewal = session.token() === null ? await session.renew() : null
  if (renewal === null || renewal === 'renewed') {
    let reply = await send(request, session)
    if (reply && isStranger(reply) && renewal === null) {
      renewal = await session.renew()
      if (renewal === 'renewed') reply = await send(request, session)
    }
    if (renewal !== 'unreachable') return reply ? read(reply, request) : trouble('unreachable', true)
  }
  return renewal === 'unreachable' ? trouble('unreachable', false) : stranger
}

const send = (request: PushRequest, session: Pick<Session, 'token'>): Promise<Response | null> => fetch('/api/sync/push', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'authorization': `Bearer ${session.token() ?? ''}`, 'x-device-time': new Date().toISOString() },
  body: JSON.stringify(request),
  redirect: 'manual',
  cache: 'no-store',
  signal: AbortSignal.timeout(TIME_OUT_MS),
}).catch(nullOnNetworkError)

async function read(reply: Response, request: PushRequest): Promise<Answer> {
  const { status } = reply
  if (status === 200) return readVerdicts(reply, new Set(request.mutations.map(({ id }) => id)))
  if (isStranger(reply)) return stranger
  if (status === 403 || status === 426) {
    const body = await jsonOf(reply) as Partial<ErrorBody> | null
    return { kind: 'pause', reason: status === 403 ? 'forbidden' : 'update', message: body?.message ?? 'The server does not take sales from here.' }
  }
  return status >= 400 ? trouble('server', status !== 429, waitOf(reply.headers)) : captive
}

/** Believes JSON only, and of that only verdicts for what was sent. */
async function readVerdicts(reply: Response, sent: Set<string>): Promise<Answer> {
  const body = await jsonOf(reply) as { verdicts?: unknown } | null
  if (!Array.isArray(body?.verdicts)) return captive
  return { kind: 'verdicts', verdicts: body.verdicts.filter((verdict): verdict is Verdict => isVerdict(verdict) && sent.has(verdict.id)) }
}

function isVerdict(value: unknown): value is Verdict {
  const { id, status, order_id, error } = (value ?? {}) as Record<string, unknown>
  return typeof id === 'string' && (status === 'accepted' ? Number.isInteger(order_id) : status === 'rejected' && typeof error === 'object' && error !== null)
}

/** `Retry-After` in ms, from seconds or from a date by the server's own clock. More than an hour is not believed. */
function waitOf(headers: Headers): number {
  const after = headers.get('retry-after') ?? ''
  const wait = /^\d+$/.test(after) ? 1000 * Number(after) : Date.parse(after) - (Date.parse(headers.get('date') ?? '') || Date.now())
  return Math.min(MOST_WAIT_MS, Math.max(0, wait || 0))
}

const isStranger = ({ status }: Response) => status === 401 || status === 419
/** Smaller, in case it is one sale's content that something on the way takes offence at. */
const captive = trouble('captive', true)
const stranger: Answer = { kind: 'pause', reason: 'sign_in', message: 'Sign in to send what is waiting.' }

function trouble(reason: Trouble['reason'], smaller: boolean, wait_ms = 0): Trouble {
  return { kind: 'trouble', reason, smaller, wait_ms }
}
