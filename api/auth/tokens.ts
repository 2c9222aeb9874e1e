import { createHash, createHmac, createSecretKey, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'

export const ACCESS_SECONDS = 15 * 60
const ISSUER = 'shop'
const AUDIENCE = 'shop-api'

let key: KeyObject | null = null

/** Made once of JWT_SECRET, which is set at start: at least 256 random bits. As text it would be parsed anew for each token. */
function secret(): KeyObject {
  if (!process.env.JWT_SECRET) throw new Error('JWT_SECRET is not set.')
  return key ??= createSecretKey(process.env.JWT_SECRET, 'utf8')
}

/** A token for a session, good for a quarter of an hour or until the session ends, whichever comes first. */
export const accessToken = (session_id: string): string =>
  jwt.sign({ sid: session_id, typ: 'access' }, secret(), { algorithm: 'HS256', expiresIn: ACCESS_SECONDS, issuer: ISSUER, audience: AUDIENCE })

/** The session that a token names, or null for one that is edited, expired, of another kind, or not ours. */
export function readAccessToken(token: string): string | null {
  try {
    const claims = jwt.verify(token, secret(), { algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE, clockTolerance: 30 })
    return typeof claims === 'object' && claims.typ === 'access' && typeof claims.sid === 'string' && SESSION_ID.test(claims.sid) && claims.exp !== undefined ? claims.sid : null
  } catch (error) {
    if (error instanceof jwt.JsonWebTokenError) return null
    throw error
  }
}

const SESSION_ID = /^[\w-]{22}$/
export const isSessionId = (text: string) => SESSION_ID.test(text)
export const newSessionId = () => randomBytes(16).toString('base64url')

/**
 * The refresh token of a session's n-th generation. It follows from the secret, so that a caller whose reply was lost can be
 * given the successor that was already made, although only hashes are stored.
 */
export const refreshToken = (session_id: string, generation: number): string =>
  `${session_id}.${createHmac('sha256', secret()).update(`refresh ${session_id} ${generation}`).digest('base64url')}`

/** The session a refresh token claims to be of; null for what has not the shape of one, such as text that is not even ASCII. */
export function sessionNamedBy(token: string): string | null {
  const [session_id = '', secret = '', ...more] = token.split('.')
  return SESSION_ID.test(session_id) && /^[\w-]{43}$/.test(secret) && more.length === 0 ? session_id : null
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** A signed value for the XSRF-TOKEN cookie, bound to a session once there is one. */
export function csrfToken(session_id: string | null): string {
  const body = `${randomBytes(12).toString('base64url')}.${session_id ?? ''}`
  return `${body}.${signature(body)}`
}

/** Whether we signed it, and not for another session. */
export function isCsrfToken(token: string, session_id: string | null): boolean {
  const [nonce = '', bound = '', given = ''] = token.split('.')
  const right = Buffer.from(signature(`${nonce}.${bound}`))
  const left = Buffer.from(given)
  return left.length === right.length && timingSafeEqual(left, right) && (bound === '' || bound === session_id)
}

const signature = (body: string) => createHmac('sha256', secret()).update(`csrf ${body}`).digest('base64url')
