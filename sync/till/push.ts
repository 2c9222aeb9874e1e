import type { ErrorBody } from '#sync/protocol/errors.ts'
import { pushText, SEAL_HEADER, type SealAt, type SealHead } from '#sync/protocol/signed.ts'
import { jsonOf, nullOnNetworkError } from './network.ts'
import type { Session } from './session.ts'
import { hexHashOf, type Device } from './proof/device-key.ts'
import type { TillVerdict } from './till-db.ts'
import { MOST_ASKED_MS } from './wait.ts'

/**
 * A push of the till. With `key_id` it uses protocol 2: that key signed these mutations, and this device carries them.
 */
export interface Outgoing {
  protocol: number
  device_id: string
  key_id?: string
  mutations: readonly { id: string; kind: string; seq: number }[]
  certificates?: string[]
  grants?: string[]
}

/** The result of a push. Only `verdicts` settles entries; with every other result they all stay. */
export type Answer =
  /** `at`: epoch ms by the server's clock. */
  | { kind: 'verdicts'; verdicts: TillVerdict[]; news?: News; at?: number }
  | Trouble
  | { kind: 'pause'; reason: 'sign_in' | 'forbidden' | 'update' | 'unknown_device'; message: string }

/** The news in a reply of protocol 2, beside the verdicts. */
export interface News {
  generation: string
  seal?: SealHead
  seal_at?: SealAt
  resend_from?: number
  rekey?: boolean
}

export interface Trouble {
  kind: 'trouble'
  /** `captive`: something else answered in the server's place, perhaps a network that requires a sign-in. */
  reason: 'unreachable' | 'captive' | 'server'
  /** The next request should be half as large. */
  smaller: boolean
  /** Wait at least this long, in ms. */
  wait_ms: number
}

export type Push = (request: Outgoing) => Promise<Answer>

const TIME_OUT_MS = 20_000

const noDevice: Device = async () => null
/** The seal's head that this till got last; null if it got none. */
export type ShownSeal = () => Promise<string | null>

/** Sends to the server: signed entries as this device, with nobody signed in; unsigned ones as the signed-in user. */
export const pushWith =
  (session: Pick<Session, 'token' | 'renew'>, device: Device = noDevice, seal: ShownSeal = async () => null): Push =>
  request =>
    request.key_id === undefined ? pushAsTeller(request, session) : pushAsDevice(request, device, seal)

async function pushAsDevice(request: Outgoing, device: Device, seal: ShownSeal): Promise<Answer> {
  const body = JSON.stringify(request)
  const authorization = await device(pushText(await hexHashOf(body)))
  if (!authorization)
    return { ...unknownDevice, message: 'Sign in here once, so that this device can send signed sales.' }
  const reply = await send(body, authorization, { seal: await seal(), credentials: 'omit' })
  if (!reply) return trouble('unreachable', true)
  if (!isStranger(reply)) return read(reply, request)
  const refusal = (await jsonOf(reply)) as { code?: unknown } | null
  return refusal?.code === 'device_unknown' ? unknownDevice : captive
}

/** If the server rejects the token, refreshes it and tries once more. */
async function pushAsTeller(request: Outgoing, session: Pick<Session, 'token' | 'renew'>): Promise<Answer> {
  const body = JSON.stringify(request)
  const ask = () => send(body, `Bearer ${session.token() ?? ''}`)
  let renewal = session.token() === null ? await session.renew() : null
  if (renewal === null || renewal === 'renewed') {
    let reply = await ask()
    if (reply && isStranger(reply) && renewal === null) {
      renewal = await session.renew()
      if (renewal === 'renewed') reply = await ask()
    }
    if (renewal !== 'unreachable') return reply ? read(reply, request) : trouble('unreachable', true)
  }
  return renewal === 'unreachable' ? trouble('unreachable', false) : stranger
}

/** `omit`: no cookie goes along, which may be another person's. */
const send = (
  body: string,
  authorization: string,
  { seal = null, credentials = 'same-origin' }: { seal?: string | null; credentials?: RequestCredentials } = {},
): Promise<Response | null> =>
  fetch('/api/sync/push', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization,
      'x-device-time': new Date().toISOString(),
      ...(seal && { [SEAL_HEADER]: seal }),
    },
    body,
    credentials,
    redirect: 'manual',
    cache: 'no-store',
    signal: AbortSignal.timeout(TIME_OUT_MS),
  }).catch(nullOnNetworkError)

async function read(reply: Response, request: Outgoing): Promise<Answer> {
  const { status } = reply
  if (status === 200) return readVerdicts(reply, new Set(request.mutations.map(({ id }) => id)))
  if (isStranger(reply)) return stranger
  if (status === 403 || status === 426) {
    const body = (await jsonOf(reply)) as Partial<ErrorBody> | null
    return {
      kind: 'pause',
      reason: status === 403 ? 'forbidden' : 'update',
      message: body?.message ?? 'The server does not accept sales from this device.',
    }
  }
  return status >= 400 ? trouble('server', status !== 429, waitOf(reply.headers)) : captive
}

/** Accepts only JSON, and from it only verdicts for what was sent. */
async function readVerdicts(reply: Response, sent: Set<string>): Promise<Answer> {
  const body = (await jsonOf(reply)) as {
    verdicts?: unknown
    server_time?: unknown
    generation?: unknown
    resend_from?: unknown
    rekey?: unknown
    seal?: unknown
    seal_at?: unknown
  } | null
  if (!Array.isArray(body?.verdicts)) return captive
  const verdicts = body.verdicts.flatMap(verdictIn).filter(({ id }) => sent.has(id))
  const said = typeof body.server_time === 'string' ? Date.parse(body.server_time) : NaN
  const answer = { kind: 'verdicts' as const, verdicts, ...(Number.isFinite(said) && { at: said }) }
  if (typeof body.generation !== 'string') return answer
  const news: News = {
    generation: body.generation,
    ...(Number.isInteger(body.resend_from) && { resend_from: body.resend_from as number }),
    ...(body.rekey === true && { rekey: true }),
    ...sealIn(body),
  }
  return { ...answer, news }
}

/** The seal's head, and the books' hash at this till's head. */
function sealIn({ seal, seal_at }: { seal?: unknown; seal_at?: unknown }): Pick<News, 'seal' | 'seal_at'> {
  const [head, at] = [(seal ?? {}) as Partial<SealHead>, (seal_at ?? {}) as Partial<SealAt>]
  const isHead = Number.isInteger(head.seq) && typeof head.hash === 'string' && typeof head.signature === 'string'
  const isAt = Number.isInteger(at.seq) && (at.hash === null || typeof at.hash === 'string')
  return { ...(isHead && { seal: head as SealHead }), ...(isAt && { seal_at: at as SealAt }) }
}

/**
 * Only id and status decide. A kind need not book anything, and a later server may name its booking differently, so an
 * accepted entry without an `order_id` is settled too: the shop has it, and it would be sent for ever.
 */
function verdictIn(value: unknown): TillVerdict[] {
  const { id, status, order_id, number, booking, exceptions, error } = (value ?? {}) as Record<string, unknown>
  if (typeof id !== 'string') return []
  if (status === 'rejected') return [{ id, status, error: errorIn(error) }]
  if (status !== 'accepted') return []
  const made = { order_id, number, ...(booking as object) }
  return [
    {
      id,
      status,
      ...(Number.isInteger(made.order_id) && { order_id: made.order_id as number }),
      ...(typeof made.number === 'string' && { number: made.number }),
      ...(Array.isArray(exceptions) && { exceptions: exceptions as string[] }),
    },
  ]
}

function errorIn(error: unknown): ErrorBody {
  const { message, code, ...rest } = (error ?? {}) as Partial<ErrorBody>
  return {
    ...rest,
    code: code ?? 'validation',
    message: message ?? 'The shop could not book this, and did not say why.',
  }
}

/** `Retry-After` in ms, from seconds or from a date by the server's own clock. At most an hour. */
function waitOf(headers: Headers): number {
  const after = headers.get('retry-after') ?? ''
  const wait = /^\d+$/.test(after)
    ? 1000 * Number(after)
    : Date.parse(after) - (Date.parse(headers.get('date') ?? '') || Date.now())
  return Math.min(MOST_ASKED_MS, Math.max(0, wait || 0))
}

const isStranger = ({ status }: Response) => status === 401 || status === 419
/** Smaller, in case something on the way objects to the content of one sale. */
const captive = trouble('captive', true)
const unknownDevice: Answer & { kind: 'pause' } = {
  kind: 'pause',
  reason: 'unknown_device',
  message: 'The shop does not know this till’s key. Sign in here to set it up again.',
}
const stranger: Answer = { kind: 'pause', reason: 'sign_in', message: 'Sign in to send what is waiting.' }

function trouble(reason: Trouble['reason'], smaller: boolean, wait_ms = 0): Trouble {
  return { kind: 'trouble', reason, smaller, wait_ms }
}
