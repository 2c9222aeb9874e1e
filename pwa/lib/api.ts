import { getDefaultStore } from 'jotai'
import type { BodyOf, EndpointName, ParamsOf, QueryOf, ReplyOf } from '#sync/protocol/endpoints.ts'
import { KEPT_AT, STALE } from '#sync/protocol/shop/catalogue.ts'
import { nullOnNetworkError } from '#sync/till/network.ts'
import { ApiError, refusalFrom } from './api-error.ts'
import * as words from './call-words.ts'
import { isGuest, isKnown, isResting, session, welcomeGuest } from '../session/session.ts'
import { hearTime } from './shop-time.ts'
import { isProved } from '../session/step-up.ts'

/** The parameters of a call. `key` names the intent of a POST: a repeat with the same key has no second effect. */
export type RequestOf<N extends EndpointName> = ({} extends ParamsOf<N>
  ? { params?: undefined }
  : { params: ParamsOf<N> }) &
  (BodyOf<N> extends undefined ? { body?: FormData } : { body: BodyOf<N> }) & {
    query?: QueryOf<N>
    key?: string
    signal?: AbortSignal
  }

/** `as_of`: the shop could not be reached, and this is its reply from then, in ms since 1970. */
export interface MayBeKept {
  as_of?: number
  /** The shop answered from memory: the data may have changed. */
  is_stale?: true
}

const store = getDefaultStore()

type Rest<N extends EndpointName> = {} extends RequestOf<N> ? [request?: RequestOf<N>] : [request: RequestOf<N>]

/**
 * Calls the server: `api('GET /api/products/:id', { params: { id } })`. Sends the token if there is one, except for
 * public replies; if the server rejects it, renews it and repeats the call once. A guest whose session has ended first
 * becomes a new guest.
 * @throws {ApiError} on every other reply, and with status 0 if none came.
 */
export async function api<N extends EndpointName>(name: N, ...[request]: Rest<N>): Promise<ReplyOf<N> & MayBeKept> {
  const reply = await ask(() => prepare(name, (request ?? {}) as Loose))
  const [body, kept] = [await bodyOf(reply), reply.headers.get(KEPT_AT)]
  if (kept) return { ...(body as ReplyOf<N>), as_of: Date.parse(kept) }
  return reply.headers.has(STALE) ? { ...(body as ReplyOf<N>), is_stale: true } : (body as ReplyOf<N>)
}

/** The same for a reply with a file, which may take minutes. `name`: the server's name for it. @throws {ApiError} */
export async function apiFile<N extends EndpointName>(
  name: N,
  ...[request]: Rest<N>
): Promise<{ file: Blob; name: string | null }> {
  const reply = await ask(() => prepare(name, { ...(request as Loose), timeOut: FILE_TIME_OUT_MS }))
  if (!reply.ok) await bodyOf(reply)
  const [, called = null] = /filename="?([^";]+)/.exec(reply.headers.get('content-disposition') ?? '') ?? []
  return { file: await reply.blob().catch(asNoReply), name: called }
}

/**
 * Public replies. Requested without a token, because for offline use this device may store only replies that are the
 * same for everyone. The wishlist says which hearts are filled.
 */
export const TOLD_TO_ALL: ReadonlySet<EndpointName> = new Set([
  'GET /api/shop',
  'GET /api/products',
  'GET /api/products/:id',
  'GET /api/categories',
  'GET /api/checkout/delivery/reach',
])

/** Calls that begin a session: they need none, and take the place of one that rests. */
const ENTRANCES: ReadonlySet<EndpointName> = new Set([
  'POST /api/login',
  'POST /api/login/second-factor',
  'POST /api/register',
  'POST /api/guest',
])

/** Whether nothing may go along that belongs to the session, its cookie included: it is another person's. */
const isAlone = ({ isEntrance }: Call) => store.get(isResting) && !isEntrance

/** `make` prepares the call, and prepares it again after a second factor, with a new time-out. */
async function ask(make: () => Call): Promise<Response> {
  const call = make()
  if (call.isToldToAll) return send(call)
  if (isAlone(call) && call.method !== 'GET') throw resting()
  if (session.token() === null && isKnown()) await session.renew()
  const first = await send(call)
  if (isAlone(call) && isRefused(first)) throw resting()
  const reply = isRefused(first) && isKnown() && (await renew(call)) ? await send(call) : first
  return reply.status === 403 && (await isProved(reply)) ? send(make()) : reply
}

/** A new guest session for this browser. */
export async function enterAsGuest(): Promise<void> {
  const call = prepare('POST /api/guest', { body: {} })
  const { token } = (await bodyOf(await fetch(call.url, call).catch(asNoReply))) as ReplyOf<'POST /api/guest'>
  welcomeGuest(token)
}

interface Call {
  method: string
  url: string
  headers: Record<string, string>
  body: BodyInit | null
  signal: AbortSignal
  isToldToAll: boolean
  isEntrance: boolean
}
interface Loose {
  params?: object | undefined
  query?: object | undefined
  body?: unknown
  key?: string
  signal?: AbortSignal
  timeOut?: number
}

const TIME_OUT_MS = 30_000
const FILE_TIME_OUT_MS = 600_000

function prepare(
  name: EndpointName,
  {
    params = {},
    query = {},
    body,
    key,
    signal,
    timeOut: ms = body instanceof FormData ? FILE_TIME_OUT_MS : TIME_OUT_MS,
  }: Loose,
): Call {
  const [method = 'GET'] = name.split(' ')
  const headers: Record<string, string> = { accept: 'application/json' }
  if (method === 'POST') headers['idempotency-key'] = key ?? newIntent()
  const isForm = body instanceof FormData
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
  const timeOut = AbortSignal.timeout(ms)
  return {
    method,
    headers,
    isToldToAll: TOLD_TO_ALL.has(name),
    isEntrance: ENTRANCES.has(name),
    url: addressOf(name, params, query),
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, timeOut]) : timeOut,
  }
}

/** The address of a call. */
export const addressOf = (name: EndpointName, params: object, query: object) =>
  pathWith(name.slice(name.indexOf(' ') + 1), params) + searchOf(query)

/** '/api/products/7' from '/api/products/:id'. */
export const pathWith = (path: string, params: object) =>
  path.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(String((params as Record<string, unknown>)[part])))

/** A new name for one intent, for `key`. Made when the intent begins: a form opens, a cart is submitted. */
export const newIntent = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(36)).join('-')

/** '?page=2&sizes[]=UK10&sizes[]=UK12', without undefined and empty values. */
export function searchOf(query: object): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    if (Array.isArray(value)) for (const each of value) search.append(`${name}[]`, String(each))
    else if (value !== undefined && value !== null && value !== '') search.append(name, String(value))
  }
  return search.size > 0 ? `?${search}` : ''
}

function send(call: Call): Promise<Response> {
  const { method, url, headers, body, signal, isToldToAll } = call
  const token = isToldToAll ? null : session.token()
  const all = token ? { ...headers, authorization: `Bearer ${token}` } : headers
  const credentials = isAlone(call) ? 'omit' : 'same-origin'
  return fetch(url, { method, headers: all, body, signal, credentials, cache: 'no-store' }).then(heard, asNoReply)
}

function heard(reply: Response): Response {
  hearTime(reply)
  return reply
}

const isRefused = ({ status }: Response) => status === 401 || status === 419

/** Whether the call may be sent again: with a new token, as a new guest, or, for a read, without a session. */
async function renew({ method }: Call): Promise<boolean> {
  const renewal = await session.renew()
  if (renewal === 'unreachable') throw noReply()
  if (renewal === 'refused' && isGuest()) await enterAsGuest()
  return renewal === 'renewed' || method === 'GET'
}

/** The call needs a session, and the person who stands here by PIN has none. */
export const resting = () => new ApiError(401, { code: 'session_rests', message: words.needsPassword })

/** No reply came. */
export const noReply = () => new ApiError(0, { code: 'unavailable', message: words.notReached })

function asNoReply(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error // the caller cancelled it
  throw error instanceof TypeError || error instanceof DOMException ? noReply() : error
}

/** The reply's JSON; null if it is missing or incomplete. */
async function bodyOf(reply: Response): Promise<unknown> {
  const body: unknown = await reply.json().catch(nullOnNetworkError)
  if (reply.ok) return body
  throw refusalFrom(reply.status, body)
}
