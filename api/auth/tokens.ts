import { createHash, createHmac, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { keyRing, signingKey } from '#api/auth/key-ring.ts'

export const ACCESS_SECONDS = 15 * 60
/** An idle session expires after this. */
export const IDLE_MS = 30 * 86_400_000
const ISSUER = 'shop'
const AUDIENCE = 'shop-api'

/** A token for a session, valid for 15 minutes or until the session ends. */
export function accessToken(session_id: string): string {
  const { kid, key } = signingKey()
  return jwt.sign({ sid: session_id, typ: 'access' }, key, {
    algorithm: 'HS256',
    keyid: kid,
    expiresIn: ACCESS_SECONDS,
    issuer: ISSUER,
    audience: AUDIENCE,
  })
}

/** The session a token names; null if it is altered, expired, of another kind, or not ours. */
export function readAccessToken(token: string): string | null {
  const kid = jwt.decode(token, { complete: true })?.header.kid
  // Tokens from before key ids carry none.
  for (const known of keyRing()) {
    const session_id = kid === undefined || kid === known.kid ? readSignedBy(known.key, token) : null
    if (session_id) return session_id
  }
  return null
}

function readSignedBy(key: KeyObject, token: string): string | null {
  try {
    const claims = jwt.verify(token, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      clockTolerance: 30,
    })
    return typeof claims === 'object' &&
      claims.typ === 'access' &&
      typeof claims.sid === 'string' &&
      SESSION_ID.test(claims.sid) &&
      claims.exp !== undefined
      ? claims.sid
      : null
  } catch (error) {
    if (error instanceof jwt.JsonWebTokenError) return null
    throw error
  }
}

const SESSION_ID = /^[\w-]{22}$/
export const isSessionId = (text: string) => SESSION_ID.test(text)
export const newSessionId = () => randomBytes(16).toString('base64url')

/**
 * The refresh token of a session's n-th generation. It is derived from the secret, so a caller who lost the reply gets
 * the same successor, although only hashes are stored.
 */
export const refreshToken = (session_id: string, generation: number, { key } = signingKey()): string =>
  `${session_id}.${createHmac('sha256', key).update(`refresh ${session_id} ${generation}`).digest('base64url')}`

/** The same under each key: its own key may have been replaced. */
export const refreshTokens = (session_id: string, generation: number): string[] =>
  keyRing().map(key => refreshToken(session_id, generation, key))

/** The session a refresh token claims; null if it does not have the shape of a token. */
export function sessionNamedBy(token: string): string | null {
  const [session_id = '', secret = '', ...more] = token.split('.')
  return SESSION_ID.test(session_id) && /^[\w-]{43}$/.test(secret) && more.length === 0 ? session_id : null
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** A signed mark of a person on a device. It covers the password hash, so a new password invalidates every device. */
export const deviceMark = (
  device: string,
  { id, password_hash }: { id: number; password_hash: string },
  { key } = signingKey(),
): string =>
  createHmac('sha256', key).update(`device ${device} ${id} ${password_hash}`).digest('base64url').slice(0, 22)

/** The same under each key. */
export const deviceMarks = (device: string, person: { id: number; password_hash: string }): string[] =>
  keyRing().map(key => deviceMark(device, person, key))

/** A signed value for the XSRF-TOKEN cookie, bound to a session once there is one. */
export function csrfToken(session_id: string | null): string {
  const body = `${randomBytes(12).toString('base64url')}.${session_id ?? ''}`
  return `${body}.${signature(body)}`
}

/** Whether we signed it, and for no other session. */
export function isCsrfToken(token: string, session_id: string | null): boolean {
  const [nonce = '', bound = '', given = ''] = token.split('.')
  const left = Buffer.from(given)
  const isSigned = keyRing()
    .map(known => Buffer.from(signature(`${nonce}.${bound}`, known)))
    .some(right => left.length === right.length && timingSafeEqual(left, right))
  return isSigned && (bound === '' || bound === session_id)
}

const signature = (body: string, { key } = signingKey()) =>
  createHmac('sha256', key).update(`csrf ${body}`).digest('base64url')
