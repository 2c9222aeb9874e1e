import { refusalFrom } from '../lib/api-error.ts'
import { newIntent, noReply, pathWith, resting } from '../lib/api.ts'
import { session } from '../session/session.ts'
import { isProved } from '../session/step-up.ts'
import type { EndpointName, ParamsOf, ReplyOf } from '#sync/protocol/endpoints.ts'

type PostName = Extract<EndpointName, `POST ${string}`>

interface Sending<N extends PostName> {
  params?: ParamsOf<N>
  form: FormData
  /** Names the intent: a repeat with the same key has no second effect. */
  key?: string
  /** Reports the share sent, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Pictures need time on a phone's connection. */
const TIME_OUT_MS = 10 * 60_000

/**
 * Sends a form with files and reports progress, which `fetch` cannot. Renews an expired session and sends again, once.
 * @throws {ApiError} on every unsuccessful reply, and with status 0 if none came
 */
export async function sendForm<N extends PostName>(
  name: N,
  { key = newIntent(), ...rest }: Sending<N>,
): Promise<ReplyOf<N>> {
  if (session.token() === null && (await session.renew()) === 'resting') throw resting()
  const reply = await post(name, { key, ...rest })
  const known =
    (reply.status === 401 || reply.status === 419) && (await session.refresh())
      ? await post(name, { key, ...rest })
      : reply
  const answer =
    known.status === 403 && (await isProved(Response.json(known.body))) ? await post(name, { key, ...rest }) : known
  if (answer.status >= 200 && answer.status < 300) return answer.body as ReplyOf<N>
  throw refusalFrom(answer.status, answer.body)
}

interface Answer {
  status: number
  body: unknown
}
interface Loose {
  params?: object
  form: FormData
  key: string
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

const post = (name: PostName, { params = {}, form, key, onProgress, signal }: Loose) =>
  new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = () => reject(noReply())
    request.open('POST', pathWith(name.slice('POST '.length), params))
    request.timeout = TIME_OUT_MS
    request.responseType = 'json'
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('idempotency-key', key)
    const token = session.token()
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => resolve({ status: request.status, body: request.response as unknown }))
    for (const event of ['error', 'timeout']) request.addEventListener(event, fail)
    request.addEventListener('abort', () => reject(new DOMException('Nobody wants it any more.', 'AbortError')))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
