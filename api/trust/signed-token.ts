import { createSecretKey, type KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'

/** What the server signs for tills. Another type, or an access token, never passes for one of them. */
export type TokenType = 'grant' | 'certificate'

const ISSUER = 'shop'
const AUDIENCE = 'shop-till'

let key: KeyObject | null = null

function secret(): KeyObject {
  if (!process.env.JWT_SECRET) throw new Error('JWT_SECRET is not set.')
  return key ??= createSecretKey(process.env.JWT_SECRET, 'utf8')
}

/** Facts that a till keeps and the server knows again, even after a restore from a backup that is older than they are. */
export const signToken = (type: TokenType, facts: object): string =>
  jwt.sign({ facts, typ: type }, secret(), { algorithm: 'HS256', issuer: ISSUER, audience: AUDIENCE })

/** The facts of a token, or null for one that is edited, of another type, or not ours. Whether they still hold is for the caller to judge. */
export function readToken<Facts extends object>(type: TokenType, token: string): Facts | null {
  try {
    const claims = jwt.verify(token, secret(), { algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE })
    return typeof claims === 'object' && claims.typ === type && typeof claims.facts === 'object' ? claims.facts as Facts : null
  } catch (error) {
    if (error instanceof jwt.JsonWebTokenError) return null
    throw error
  }
}
